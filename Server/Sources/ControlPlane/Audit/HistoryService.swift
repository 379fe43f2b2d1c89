import AirworthyPolicy

/// Reads the published revisions and policies, their differences, and the audit.
///
/// Pages come newest first. `before` is the number to continue below; `nil` for the newest page. The limit is 1…500; other
/// values count as the nearest one.
package struct HistoryService: Sendable {
    /// The highest number of entries of one page.
    package static let longestPage = 500

    let store: any Store

    /// A published revision with the caller that published it.
    package struct Revision: Sendable {
        /// The revision, without its bytes.
        package let record: ManifestRecord
        /// The id of the publishing token; `nil` for the server itself, and for revisions of older versions.
        package let tokenID: String?
        /// The id of the publishing request; `nil` as ``tokenID``.
        package let requestID: String?
        /// The predicted effect, with what installations reported afterwards; `nil` if no installation was known.
        package let prediction: Prediction?
    }

    /// Returns a page of the revisions of an app, with the callers that published them.
    package func revisions(_ app: String, before: Int?, limit: Int) async throws -> [Revision] {
        try await store.read(of: app) { transaction in
            let records = try transaction.manifests(app, before: before, limit: Self.page(limit))
            guard let newest = records.first?.revision, let oldest = records.last?.revision else { return [] }
            let entries = Dictionary(
                try transaction.audit(app: app, revisions: oldest...newest).map { ($0.revision ?? 0, $0) }
            ) { $1 }
            let predictions = Dictionary(
                try transaction.predictions(of: app, revisions: oldest...newest).map { ($0.revision, $0) }
            ) { $1 }
            return records.map { record in
                let entry = entries[record.revision]
                return Revision(
                    record: record, tokenID: entry?.tokenID, requestID: entry?.requestID,
                    prediction: predictions[record.revision])
            }
        }
    }

    /// Returns a page of the revisions of an app, without their bytes.
    package func manifests(_ app: String, before: Int?, limit: Int) async throws -> [ManifestRecord] {
        try await store.read(of: app) { try $0.manifests(app, before: before, limit: Self.page(limit)) }
    }

    /// Returns a revision of an app, with its bytes unless they were pruned.
    package func manifest(_ app: String, revision: Int) async throws -> ManifestRecord {
        try await store.read(of: app) { transaction in
            guard let record = try transaction.manifest(app, revision: revision) else {
                throw ControlPlaneError.noRevision(revision, of: app)
            }
            return record
        }
    }

    /// Returns a page of the policies of an app, without their text.
    package func policies(_ app: String, before: Int?, limit: Int) async throws -> [PolicySummary] {
        try await store.read(of: app) { try $0.policies(app, before: before, limit: Self.page(limit)) }
    }

    package func policy(_ app: String, version: Int) async throws -> PolicyRecord {
        try await store.read { try Self.policy(of: app, version: version, in: $0) }
    }

    /// Compares two policies of an app, rule by rule. `nil` is the one in force.
    package func diff(_ app: String, from: Int, to: Int?) async throws -> PolicyDiff {
        let (old, new) = try await store.read { transaction in
            let head = try transaction.head(app)?.policyVersion ?? 0
            _ = try transaction.liveApp(app)
            guard let end = to ?? (head > 0 ? head : nil) else {
                throw ControlPlaneError.nothingPublished(app)
            }
            return (
                try Self.policy(of: app, version: from, in: transaction).text,
                try Self.policy(of: app, version: end, in: transaction).text
            )
        }
        let before = Manifest(app: app, policy: PolicyDocument.tolerant(old))
        try Task.checkCancellation()
        let after = Manifest(app: app, policy: PolicyDocument.tolerant(new))
        try Task.checkCancellation()
        return PolicyDiff(from: before, to: after)
    }

    /// Returns a page of the audit entries of an app, or all, also of deleted apps.
    package func audit(app: String?, before: Int?, limit: Int) async throws -> [AuditEntry] {
        try await store.read { transaction in
            if let app, try transaction.app(app) == nil { throw ControlPlaneError.noApp(app) }
            return try transaction.audit(app: app, before: before, limit: Self.page(limit))
        }
    }

    private static func policy(
        of app: String, version: Int, in transaction: any ReadTransaction
    ) throws -> PolicyRecord {
        _ = try transaction.liveApp(app)
        guard let record = try transaction.policy(app, version: version) else {
            throw ControlPlaneError.noPolicy(version, of: app)
        }
        return record
    }

    private static func page(_ limit: Int) -> Int { min(max(limit, 1), longestPage) }
}
