package import Foundation

/// A record of one action. It is written in the transaction of the action and never changed.
package struct AuditEntry: Hashable, Sendable {
    /// The number in the order of the actions; 0 until the entry is stored.
    package let id: Int
    package let at: Date
    /// The name of the acting token, or `airworthy`. Two tokens may have the same name; ``tokenID`` tells them apart.
    package let actor: String
    /// The id of the acting token; `nil` for the server itself.
    package let tokenID: String?
    /// The id of the request, as the logs have it; `nil` for work without a request.
    package let requestID: String?
    /// The action, such as `app.created`, `policy.published`, `manifest.renewed` or `token.revoked`.
    package let action: String
    /// The slug of the app, if the action concerned one.
    package let app: String?
    /// The new revision, if the action created one.
    package let revision: Int?
    /// Further details in a few words; never a secret.
    package let detail: String?

    package init(
        id: Int = 0, at: Date, actor: String, tokenID: String? = nil, requestID: String? = nil, action: String,
        app: String? = nil, revision: Int? = nil, detail: String? = nil
    ) {
        self.id = id
        self.at = at
        self.actor = actor
        self.tokenID = tokenID
        self.requestID = requestID
        self.action = action
        self.app = app
        self.revision = revision
        self.detail = detail
    }

    /// Creates the entry of an action of a principal.
    init(
        at: Date, by principal: Principal, action: String, app: String? = nil, revision: Int? = nil,
        detail: String? = nil
    ) {
        self.init(
            at: at, actor: principal.name, tokenID: principal.tokenID, requestID: principal.requestID, action: action,
            app: app, revision: revision, detail: detail)
    }
}

/// The reads of the audit. Histories come newest first.
package protocol AuditReads {
    /// Returns the audit entries of one app or of all, below `before`, at most `limit`.
    func audit(app: String?, before: Int?, limit: Int) throws -> [AuditEntry]
    /// Returns the audit entries of the revisions of an app in a range, newest first.
    func audit(app: String, revisions: ClosedRange<Int>) throws -> [AuditEntry]
}

package protocol AuditWrites: AuditReads {
    /// Adds an audit entry. The store assigns the `id`.
    func insertAudit(_ entry: AuditEntry) throws
}
