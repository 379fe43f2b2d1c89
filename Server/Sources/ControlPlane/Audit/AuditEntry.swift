package import Foundation

/// One thing somebody did. Written in the transaction that did it; never changed.
package struct AuditEntry: Hashable, Sendable {
    /// Its number, in the order things happened; 0 until it is stored.
    package let id: Int
    /// When it happened.
    package let at: Date
    /// The name of the token that did it, or `airworthy`.
    package let actor: String
    /// What was done, e.g. `app.created`, `policy.published`, `manifest.renewed`, `token.revoked`.
    package let action: String
    /// The app it was done to, if it was one.
    package let app: String?
    /// The revision it made, if it made one.
    package let revision: Int?
    /// More, in a few words; never a secret.
    package let detail: String?

    /// Makes an entry.
    package init(
        id: Int = 0, at: Date, actor: String, action: String, app: String? = nil, revision: Int? = nil,
        detail: String? = nil
    ) {
        self.id = id
        self.at = at
        self.actor = actor
        self.action = action
        self.app = app
        self.revision = revision
        self.detail = detail
    }
}
