import AirworthyPolicy

/// What was published when, by whom, and what changed.
package struct HistoryService: Sendable {
    /// The most entries of one answer.
    package static let longestPage = 500

    let store: any Store

    /// The revisions of an app, newest first, without their bytes.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - before: Only those below this revision.
    ///   - limit: How many at most, 1…500; values outside count as the nearest one.
    /// - Returns: The records.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``.
    package func manifests(_ app: String, before: Int?, limit: Int) async throws -> [ManifestRecord] {
        try await store.read { transaction in
            _ = try transaction.liveApp(app)
            return try transaction.manifests(app, before: before, limit: Self.page(limit))
        }
    }

    /// One revision of an app, with its bytes unless they were pruned.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``.
    package func manifest(_ app: String, revision: Int) async throws -> ManifestRecord {
        try await store.read { transaction in
            _ = try transaction.liveApp(app)
            guard let record = try transaction.manifest(app, revision: revision) else {
                throw ControlPlaneError(.notFound, detail: "\"\(app)\" has no revision \(revision)")
            }
            return record
        }
    }

    /// The policies of an app, newest first.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - before: Only those below this version.
    ///   - limit: How many at most, 1…500; values outside count as the nearest one.
    /// - Returns: The records.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``.
    package func policies(_ app: String, before: Int?, limit: Int) async throws -> [PolicyRecord] {
        try await store.read { transaction in
            _ = try transaction.liveApp(app)
            return try transaction.policies(app, before: before, limit: Self.page(limit))
        }
    }

    /// One policy of an app.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``.
    package func policy(_ app: String, version: Int) async throws -> PolicyRecord {
        try await store.read { try $0.requiredPolicy(app, version) }
    }

    /// What differs between two policies of an app, rule by rule.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - from: The version to begin with.
    ///   - to: The version to end with; `nil` is the one in force.
    /// - Returns: The differences.
    /// - Throws: ``ControlPlaneError`` `notFound`, `nothingPublished` or `gone`; ``StoreError``.
    package func diff(_ app: String, from: Int, to: Int?) async throws -> PolicyDiff {
        let (old, new) = try await store.read { transaction in
            let head = try transaction.head(app)?.policyVersion ?? 0
            _ = try transaction.liveApp(app)
            guard let end = to ?? (head > 0 ? head : nil) else {
                throw ControlPlaneError(.nothingPublished, detail: "nothing was published for \"\(app)\" yet")
            }
            return (
                try transaction.requiredPolicy(app, from).text, try transaction.requiredPolicy(app, end).text
            )
        }
        return PolicyDiff(
            from: Manifest(app: app, policy: PolicyDocument.tolerant(old)),
            to: Manifest(app: app, policy: PolicyDocument.tolerant(new)))
    }

    /// What was done, newest first; of a deleted app too.
    /// - Parameters:
    ///   - app: Only what was done to this app.
    ///   - before: Only entries below this number.
    ///   - limit: How many at most, 1…500; values outside count as the nearest one.
    /// - Returns: The records.
    /// - Throws: ``ControlPlaneError`` `notFound` for an app that never was; ``StoreError``.
    package func audit(app: String?, before: Int?, limit: Int) async throws -> [AuditEntry] {
        try await store.read { transaction in
            if let app, try transaction.app(app) == nil { throw ControlPlaneError.noApp(app) }
            return try transaction.audit(app: app, before: before, limit: Self.page(limit))
        }
    }

    private static func page(_ limit: Int) -> Int { min(max(limit, 1), longestPage) }
}

extension ReadTransaction {
    fileprivate func requiredPolicy(_ app: String, _ version: Int) throws -> PolicyRecord {
        _ = try liveApp(app)
        guard let record = try policy(app, version: version) else {
            throw ControlPlaneError(.notFound, detail: "\"\(app)\" has no policy \(version)")
        }
        return record
    }
}
