import ControlPlane
import Foundation

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
