import ControlPlane
import Foundation

/// A publication of somebody else between the page and its form.
struct ConflictModel: Sendable {
    /// The policy that is in force now; `nil` if none is.
    let policy: String?
    let author: String
    let created: Moment?
    let note: String?
    /// The address of the differences to the policy that the page saw; `nil` if it saw none.
    let comparePath: String?

    /// Creates the conflict; `nil` if the page saw the policy in force. `seen` is the entity tag that it saw; empty for
    /// none.
    init?(current: PolicyRecord?, seen: String, app: String, now: Date) {
        guard seen != current?.entityTag ?? "" else { return nil }
        policy = current.map { "policy \($0.version)" }
        author = current?.author ?? ""
        created = current.map { Moment($0.createdAt, now: now) }
        note = current?.note
        // A tag begins with the version.
        let version = seen.prefix { $0.isASCII && $0.isNumber }
        comparePath = current.flatMap { current in
            guard let from = Int(version), from > 0, from < current.version else { return nil }
            return Place.history.path(of: app)
                + PathText.query([("from", "\(from)"), ("to", "\(current.version)")]) + "#comparison"
        }
    }
}
