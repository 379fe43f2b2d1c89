/// The reads of the audit. Histories come newest first.
package protocol AuditReads {
    /// Returns the audit entries of one app or of all, below `before`, at most `limit`.
    func audit(app: String?, before: Int?, limit: Int) throws -> [AuditEntry]
    /// Returns the audit entries of the revisions of an app in a range, newest first.
    func audit(app: String, revisions: ClosedRange<Int>) throws -> [AuditEntry]
}

/// The changes of the audit.
package protocol AuditWrites: AuditReads {
    /// Adds an audit entry. The store assigns the `id`.
    func insertAudit(_ entry: AuditEntry) throws
}
