import ControlPlane

/// The table `policies`: every published policy of each app, as its author wrote it.
struct PoliciesTable {
    private static let summary = "version, digest, base, author, note, rollback_of, forced, created_at"
    private static let columns = "app, \(summary), body"

    let sql: any SQLSession

    func policy(version: Int, of app: String) throws -> PolicyRecord? {
        try sql.row("SELECT \(Self.columns) FROM policies WHERE app = $1 AND version = $2", binding: app, version)
            .map(Self.policy)
    }

    /// The policy in force of an app that was not deleted.
    func inForce(of app: String) throws -> PolicyRecord? {
        let columns = Self.columns.split(separator: ", ").map { "policies.\($0)" }.joined(separator: ", ")
        return try sql.row(
            """
            SELECT \(columns) FROM policies
            JOIN heads ON heads.app = policies.app AND heads.policy_version = policies.version
            JOIN apps ON apps.slug = policies.app
            WHERE policies.app = $1 AND apps.deleted_at IS NULL
            """,
            binding: app
        ).map(Self.policy)
    }

    /// The newest policies below `before`, without their text.
    func page(of app: String, before: Int?, limit: Int) throws -> [PolicySummary] {
        try sql.rows(
            """
            SELECT \(Self.summary) FROM policies WHERE app = $1 AND version <= $2 ORDER BY version DESC LIMIT $3
            """,
            binding: app, Storable.ceiling(below: before), max(0, limit)
        ).map(Self.summary)
    }

    /// The sum of the sizes of an app's policies.
    func bytes(of app: String) throws -> Int {
        try sql.row(
            "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) AS bytes FROM policies WHERE app = $1", binding: app
        )?.integer("bytes") ?? 0
    }

    func insert(_ policy: PolicyRecord) throws {
        try sql.run(
            "INSERT INTO policies (\(Self.columns), size) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
            binding: policy.app, policy.version, policy.digest, policy.base, policy.author, policy.note,
            policy.rollbackOf, policy.forced, policy.createdAt, policy.text, policy.text.count)
    }

    private static func summary(_ row: SQLRow) throws -> PolicySummary {
        PolicySummary(
            version: try row.integer("version"), digest: try row.text("digest"), base: try row.integer("base"),
            author: try row.text("author"), note: try row.optionalText("note"),
            rollbackOf: try row.optionalInteger("rollback_of"), forced: try row.optionalText("forced"),
            createdAt: try row.date("created_at"))
    }

    private static func policy(_ row: SQLRow) throws -> PolicyRecord {
        PolicyRecord(
            app: try row.text("app"), version: try row.integer("version"), text: try row.bytes("body"),
            digest: try row.text("digest"), base: try row.integer("base"), author: try row.text("author"),
            note: try row.optionalText("note"), rollbackOf: try row.optionalInteger("rollback_of"),
            forced: try row.optionalText("forced"), createdAt: try row.date("created_at"))
    }
}
