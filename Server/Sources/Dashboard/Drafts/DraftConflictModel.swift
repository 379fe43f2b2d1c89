import ControlPlane
import Foundation

/// A policy that somebody published after a draft was begun, beside the draft.
struct DraftConflictModel: Sendable {
    /// The lines of one place that the draft, the newer policy or both changed.
    struct Part: Sendable {
        /// The authors of the change in words.
        let label: String
        let style: String
        let removed: [String]
        let mine: [String]
        let theirs: [String]
        /// Whether both changed the place, so that somebody has to choose.
        let isConflict: Bool
    }

    /// The highest number of lines that are shown.
    private static let mostLines = 400

    /// The newer policy.
    let current: PublishedPolicy
    let summary: String
    let parts: [Part]
    /// A sentence about lines that are left out.
    let more: String?
    /// Whether the changes of both fit together, and the session may save them.
    let isMergeable: Bool

    /// Creates the conflict; `nil` if the draft is based on the policy in force. `now` is for relative times.
    init?(_ standing: DraftService.Standing, mayPublish: Bool, now: Date) {
        guard let current = standing.current, let comparison = standing.comparison else { return nil }
        self.current = PublishedPolicy(current, now: now)
        let changed = comparison.parts.filter { $0.kind != .same }
        let conflicts = changed.count { $0.kind == .conflict }
        if conflicts > 0 {
            let places = Figure.count(conflicts, "place was", plural: "places were")
            summary = "\(places) changed by both. Choose there, in the editor or in a file; nothing is overwritten."
        } else {
            summary = "The draft and that policy changed different places, so both changes fit together."
        }
        isMergeable = mayPublish && !comparison.hasConflict
        var parts: [Part] = []
        var count = 0
        for part in changed {
            let shown = Part(part)
            count += shown.removed.count + shown.mine.count + shown.theirs.count
            guard count <= Self.mostLines else { break }
            parts.append(shown)
        }
        self.parts = parts
        let left = changed.count - parts.count
        more = left > 0 ? "\(Figure.count(left, "further place")) with many lines." : nil
    }
}

extension DraftConflictModel.Part {
    fileprivate init(_ part: DraftComparison.Part) {
        func visible(_ lines: [String]) -> [String] { lines.map { VisibleText.line($0) } }
        switch part.kind {
        case .same, .both: (label, style) = ("the same in both", "")
        case .mine: (label, style) = ("only the draft", "good")
        case .theirs: (label, style) = ("only the newer policy", "warn")
        case .conflict: (label, style) = ("both", "bad")
        }
        isConflict = part.kind == .conflict
        removed = visible(part.base)
        mine = part.kind == .theirs ? [] : visible(part.mine)
        theirs = part.kind == .theirs || part.kind == .conflict ? visible(part.theirs) : []
    }
}

/// A draft in a list.
struct DraftLine: Sendable {
    let title: String
    let path: String
    let author: String
    let saved: Moment
    let note: String?
    /// Whether another policy was published since it was begun.
    let isOutdated: Bool

    /// Describes a draft; without a policy in force its version is 0.
    init(_ draft: Draft, policyInForce version: Int, now: Date) {
        title = Words.capitalized(draft.title)
        path = PublishModel.path(of: draft)
        author = draft.author
        saved = Moment(draft.updatedAt, now: now)
        note = draft.note
        isOutdated = draft.base != version
    }
}
