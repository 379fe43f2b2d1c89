import AirworthyPolicy
import ControlPlane
import Foundation

/// The differences between two policies, in words and line by line.
struct PolicyDifference: Sendable {
    let words: DifferenceWords
    let text: LineDiff

    /// Describes a difference; `old` is `nil` if no policy was published. `now` is for sentences about deadlines.
    init(_ diff: PolicyDiff, from old: PolicyRecord?, to new: [UInt8], now: Date) {
        let before = old?.text ?? []
        words = DifferenceWords(
            diff, from: old.map { PolicyDocument.tolerant($0.text) } ?? Policy(rules: []),
            to: PolicyDocument.tolerant(new), now: now)
        text = LineDiff(from: String(decoding: before, as: UTF8.self), to: String(decoding: new, as: UTF8.self))
    }

    init(_ diff: PolicyDiff, from old: PolicyRecord, to new: PolicyRecord, now: Date) {
        self.init(diff, from: old, to: new.text, now: now)
    }
}
