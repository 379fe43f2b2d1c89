import ControlPlane

extension SQLTransaction {
    private static let columns = "done_at, actor, action, app, revision, detail"

    func audit(app: String?, before: Int?, limit: Int) throws -> [AuditEntry] {
        let (below, limit) = (Storable.ceiling(below: before), Self.atMost(limit))
        let rows =
            if let app {
                try sql.rows(
                    "SELECT id, \(Self.columns) FROM audit WHERE app = $1 AND id <= $2 ORDER BY id DESC LIMIT $3",
                    app, below, limit)
            } else {
                try sql.rows(
                    "SELECT id, \(Self.columns) FROM audit WHERE id <= $1 ORDER BY id DESC LIMIT $2", below, limit)
            }
        return try rows.map(AuditEntry.init)
    }

    func insertAudit(_ entry: AuditEntry) throws {
        try sql.run(
            "INSERT INTO audit (\(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6)", entry.at, entry.actor,
            entry.action, entry.app, entry.revision, entry.detail)
    }
}

extension AuditEntry {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer("id"), at: try row.date("done_at"), actor: try row.text("actor"),
            action: try row.text("action"), app: try row.textIfAny("app"), revision: try row.integerIfAny("revision"),
            detail: try row.textIfAny("detail"))
    }
}
