import ControlPlane

private let summary = "version, digest, base, author, note, rollback_of, forced, created_at"
private let columns = "app, \(summary), body"

/// The table `policies`: every published policy of each app, as its author wrote it.
extension SQLTransaction: PolicyReads, PolicyWrites {
    func policy(_ app: String, version: Int) throws -> PolicyRecord? {
        try sql.row("SELECT \(columns) FROM policies WHERE app = $1 AND version = $2", binding: app, version)
            .map(PolicyRecord.init)
    }

    func policyInForce(_ app: String) throws -> PolicyRecord? {
        let qualified = columns.split(separator: ", ").map { "policies.\($0)" }.joined(separator: ", ")
        return try sql.row(
            """
            SELECT \(qualified) FROM policies
            JOIN heads ON heads.app = policies.app AND heads.policy_version = policies.version
            JOIN apps ON apps.slug = policies.app
            WHERE policies.app = $1 AND apps.deleted_at IS NULL
            """,
            binding: app
        ).map(PolicyRecord.init)
    }

    func policies(_ app: String, before: Int?, limit: Int) throws -> [PolicySummary] {
        try sql.rows(
            """
            SELECT \(summary) FROM policies WHERE app = $1 AND version <= $2 ORDER BY version DESC LIMIT $3
            """,
            binding: app, Storable.ceiling(below: before), max(0, limit)
        ).map(PolicySummary.init)
    }

    func storedBytes(of app: String) throws -> Int {
        let sum = "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes FROM"
        return try ["policies WHERE app = $1", "manifests WHERE app = $1 AND body IS NOT NULL"].reduce(0) {
            try $0 + (sql.row("\(sum) \($1)", binding: app)?.integer("bytes") ?? 0)
        }
    }

    func insertPolicy(_ policy: PolicyRecord) throws {
        try sql.run(
            "INSERT INTO policies (\(columns), size) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            binding: policy.app, policy.version, policy.digest, policy.base, policy.author, policy.note,
            policy.rollbackOf, policy.forced, policy.createdAt, policy.text, policy.text.count)
    }
}

extension PolicySummary {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            version: try row.integer("version"), digest: try row.text("digest"), base: try row.integer("base"),
            author: try row.text("author"), note: try row.optionalText("note"),
            rollbackOf: try row.optionalInteger("rollback_of"), forced: try row.optionalText("forced"),
            createdAt: try row.date("created_at"))
    }
}

extension PolicyRecord {
    fileprivate init(_ row: SQLRow) throws {
        self.init(app: try row.text("app"), text: try row.bytes("body"), summary: try PolicySummary(row))
    }
}
