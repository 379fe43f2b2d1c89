import ControlPlane

extension SQLTransaction {
    private static let columns =
        "app, version, digest, base, author, note, rollback_of, forced, created_at, body"

    func policy(_ app: String, version: Int) throws -> PolicyRecord? {
        try sql.row("SELECT \(Self.columns) FROM policies WHERE app = $1 AND version = $2", app, version)
            .map(PolicyRecord.init)
    }

    func policies(_ app: String, before: Int?, limit: Int) throws -> [PolicyRecord] {
        try sql.rows(
            """
            SELECT \(Self.columns) FROM policies WHERE app = $1 AND version <= $2 ORDER BY version DESC LIMIT $3
            """,
            app, Storable.ceiling(below: before), Self.atMost(limit)
        ).map(PolicyRecord.init)
    }

    func insertPolicy(_ policy: PolicyRecord) throws {
        try sql.run(
            """
            INSERT INTO policies (\(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            """,
            policy.app, policy.version, policy.digest, policy.base, policy.author, policy.note, policy.rollbackOf,
            policy.forced, policy.createdAt, policy.text)
    }
}

extension PolicyRecord {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            app: try row.text("app"), version: try row.integer("version"), text: try row.bytes("body"),
            digest: try row.text("digest"), base: try row.integer("base"), author: try row.text("author"),
            note: try row.textIfAny("note"), rollbackOf: try row.integerIfAny("rollback_of"),
            forced: try row.textIfAny("forced"), createdAt: try row.date("created_at"))
    }
}
