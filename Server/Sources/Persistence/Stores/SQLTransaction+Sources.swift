import ControlPlane
import Foundation
import ReleaseCatalog

extension SQLTransaction {
    private static let columns = "app, source, checked_at, changed_at, author, body"

    func sources(_ app: String) throws -> [SourceRecord] {
        try sql.rows("SELECT \(Self.columns) FROM catalog_sources WHERE app = $1 ORDER BY source", app)
            .compactMap(SourceRecord.init)
    }

    func sourceMarks() throws -> [SourceMark] {
        try sql.rows(
            """
            SELECT app, COUNT(*) AS number, MAX(checked_at) AS checked_at, MAX(changed_at) AS changed_at
            FROM catalog_sources GROUP BY app ORDER BY app
            """
        ).map { row in
            SourceMark(
                app: try row.text("app"), count: try row.integer("number"), checkedAt: try row.date("checked_at"),
                changedAt: try row.date("changed_at"))
        }
    }

    func replaceSource(_ record: SourceRecord) throws {
        try sql.run(
            """
            INSERT INTO catalog_sources (\(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (app, source) DO UPDATE SET checked_at = excluded.checked_at,
                changed_at = excluded.changed_at, author = excluded.author, body = excluded.body
            """,
            record.app, record.source.description, record.checkedAt, record.changedAt, record.author, record.body)
    }

    func touchSource(_ app: String, _ source: CatalogSource, checkedAt: Date) throws {
        try sql.run(
            "UPDATE catalog_sources SET checked_at = $3 WHERE app = $1 AND source = $2", app, source.description,
            checkedAt)
    }

    func deleteSource(_ app: String, _ source: CatalogSource) throws {
        try sql.run("DELETE FROM catalog_sources WHERE app = $1 AND source = $2", app, source.description)
    }
}

extension SourceRecord {
    /// `nil` for a source this version does not know: it counts as never heard.
    fileprivate init?(_ row: SQLRow) throws {
        guard let source = CatalogSource(try row.text("source")) else { return nil }
        self.init(
            app: try row.text("app"), source: source, body: try row.bytes("body"),
            checkedAt: try row.date("checked_at"), changedAt: try row.date("changed_at"),
            author: try row.text("author"))
    }
}
