/// What was published when, by whom, and what changed.
package struct HistoryService: Sendable {
    let store: any Store

    /// The revisions of an app below `before`, newest first, without their bytes.
    package func manifests(_ app: String, before: Int?, limit: Int) async throws -> [ManifestRecord] {
        throw Pending()
    }

    /// One revision of an app.
    package func manifest(_ app: String, revision: Int) async throws -> ManifestRecord { throw Pending() }

    /// The policies of an app below `before`, newest first.
    package func policies(_ app: String, before: Int?, limit: Int) async throws -> [PolicyRecord] { throw Pending() }

    /// One policy of an app.
    package func policy(_ app: String, version: Int) async throws -> PolicyRecord { throw Pending() }

    /// What differs between two policies of an app.
    package func diff(_ app: String, from: Int, to: Int?) async throws -> PolicyDiff { throw Pending() }

    /// What was done below `before`, newest first.
    package func audit(app: String?, before: Int?, limit: Int) async throws -> [AuditEntry] { throw Pending() }
}
