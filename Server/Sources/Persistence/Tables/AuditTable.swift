import ControlPlane

private let columns = "done_at, actor, action, app, revision, detail, token_id, request_id"

/// The table `audit`: one row for each action of a person or of the server.
extension SQLTransaction: AuditReads, AuditWrites {
    func audit(app: String?, before: Int?, limit: Int) throws -> [AuditEntry] {
        let (newest, limit) = (Storable.ceiling(below: before), max(0, limit))
        let rows =
            if let app {
                try sql.rows(
                    "SELECT id, \(columns) FROM audit WHERE app = $1 AND id <= $2 ORDER BY id DESC LIMIT $3",
                    binding: app, newest, limit)
            } else {
                try sql.rows(
                    "SELECT id, \(columns) FROM audit WHERE id <= $1 ORDER BY id DESC LIMIT $2",
                    binding: newest, limit)
            }
        return try rows.map(AuditEntry.init)
    }

    func audit(app: String, revisions: ClosedRange<Int>) throws -> [AuditEntry] {
        try sql.rows(
            """
            SELECT id, \(columns) FROM audit WHERE app = $1 AND revision >= $2 AND revision <= $3 ORDER BY id DESC
            """,
            binding: app, revisions.lowerBound, revisions.upperBound
        ).map(AuditEntry.init)
    }

    func insertAudit(_ entry: AuditEntry) throws {
        try sql.run(
            "INSERT INTO audit (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            binding: entry.at, entry.actor, entry.action, entry.app, entry.revision, entry.detail, entry.tokenID,
            entry.requestID)
    }
}

extension AuditEntry {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            id: try row.integer("id"), at: try row.date("done_at"), actor: try row.text("actor"),
            tokenID: try row.optionalText("token_id"), requestID: try row.optionalText("request_id"),
            action: try row.text("action"), app: try row.optionalText("app"),
            revision: try row.optionalInteger("revision"), detail: try row.optionalText("detail"))
    }
}
