import ControlPlane

private let properties =
    "app, id, name, author, author_token_id, base_version, note, edit, created_at, updated_at"

/// The table `drafts`: the policies that are being written.
extension SQLTransaction: DraftReads, DraftWrites {
    func drafts(of app: String) throws -> [Draft] {
        try sql.rows(
            "SELECT \(properties) FROM drafts WHERE app = $1 ORDER BY updated_at DESC, id", binding: app
        ).map(Draft.init)
    }

    func draft(_ id: String, of app: String) throws -> DraftRecord? {
        try sql.row("SELECT \(properties), body FROM drafts WHERE app = $1 AND id = $2", binding: app, id).map {
            DraftRecord(draft: try Draft($0), text: try $0.bytes("body"))
        }
    }

    func draftCounts() throws -> [String: Int] {
        let rows = try sql.rows("SELECT app, count(*) AS number FROM drafts GROUP BY app ORDER BY app")
        return Dictionary(try rows.map { (try $0.text("app"), try $0.integer("number")) }) { $1 }
    }

    func insertDraft(_ record: DraftRecord) throws {
        let draft = record.draft
        try sql.run(
            """
            INSERT INTO drafts (\(properties), body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """, binding: draft.app, draft.id, draft.name, draft.author, draft.authorTokenID, draft.base, draft.note,
            draft.edit, draft.createdAt, draft.updatedAt, record.text)
    }

    func updateDraft(_ record: DraftRecord, expecting edit: Int) throws -> Bool {
        let draft = record.draft
        return try sql.run(
            """
            UPDATE drafts SET name = $1, base_version = $2, note = $3, edit = $4, updated_at = $5, body = $6
            WHERE app = $7 AND id = $8 AND edit = $9
            """, binding: draft.name, draft.base, draft.note, draft.edit, draft.updatedAt, record.text, draft.app,
            draft.id, edit) == 1
    }

    func deleteDraft(_ id: String, of app: String) throws {
        try sql.run("DELETE FROM drafts WHERE app = $1 AND id = $2", binding: app, id)
    }
}

extension Draft {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            app: try row.text("app"), id: try row.text("id"), name: try row.text("name"),
            author: try row.text("author"), authorTokenID: try row.optionalText("author_token_id"),
            base: try row.integer("base_version"), note: try row.optionalText("note"), edit: try row.integer("edit"),
            createdAt: try row.date("created_at"), updatedAt: try row.date("updated_at"))
    }
}
