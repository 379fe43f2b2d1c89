import AirworthyPolicy
import ControlPlane
import Foundation

/// The comparison of two policies, and the choice of two others.
struct ComparisonModel: Sendable {
    /// A policy in the list to choose from.
    struct Choice: Sendable {
        let version: Int
        let label: String
        let isFrom: Bool
        let isTo: Bool
    }

    let choices: [Choice]
    /// Whether there are two policies to choose from.
    let isPossible: Bool
    let title: String
    let difference: PolicyDifference?
    /// Why nothing is compared.
    let problem: String?
    let isOpen: Bool

    /// Compares two of the policies to choose from, newest first. `problem` says why nothing is compared.
    init(
        of policies: [PolicySummary], from: Int? = nil, to: Int? = nil, difference: PolicyDifference? = nil,
        problem: String? = nil, now: Date
    ) {
        let newest = policies.first?.version
        let (from, to) = (from ?? policies.dropFirst().first?.version, to ?? newest)
        choices = policies.map { policy in
            let date = Moment.text(policy.createdAt, withTime: true)
            return Choice(
                version: policy.version, label: "Policy \(policy.version) · \(date) · \(policy.author)",
                isFrom: policy.version == from, isTo: policy.version == to)
        }
        isPossible = policies.count > 1
        title = from.flatMap { from in to.map { "From policy \(from) to policy \($0)" } } ?? ""
        self.difference = difference
        self.problem = problem
        isOpen = difference != nil || problem != nil
    }
}

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
}
