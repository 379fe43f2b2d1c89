import ControlPlane
import Foundation
import ReleaseCatalog

private let columns = "app, source, checked_at, changed_at, author, body"

/// The table `catalog_sources`: the last report of each source about the releases of an app.
extension SQLTransaction {
    /// The reports about an app. Sources that this version does not know are left out.
    func sources(_ app: String) throws -> [SourceRecord] {
        try sql.rows("SELECT \(columns) FROM catalog_sources WHERE app = $1 ORDER BY source", binding: app)
            .compactMap { row in
                guard let source = CatalogSource(try row.text("source")) else { return nil }
                return SourceRecord(
                    app: try row.text("app"), source: source, body: try row.bytes("body"),
                    checkedAt: try row.date("checked_at"), changedAt: try row.date("changed_at"),
                    author: try row.text("author"))
            }
    }

    func sourceMarks() throws -> [SourceMark] {
        try sql.rows(
            """
            SELECT app, COUNT(*) AS number, CAST(SUM(LENGTH(body)) AS BIGINT) AS size, MAX(checked_at) AS checked_at,
                MAX(changed_at) AS changed_at
            FROM catalog_sources GROUP BY app ORDER BY app
            """
        ).map { row in
            SourceMark(
                app: try row.text("app"),
                content: SourceMark.Content(
                    count: try row.integer("number"), size: try row.integer("size"),
                    changedAt: try row.date("changed_at")),
                checkedAt: try row.date("checked_at"))
        }
    }

    func sourceAges(of apps: [String]) throws -> [String: [CatalogSource: Date]] {
        let rows = try sql.query(
            "SELECT app, source, checked_at FROM catalog_sources WHERE app IN ({rows})", values: [],
            rows: apps.map { [.text($0)] })
        return try rows.reduce(into: [:]) { ages, row in
            guard let source = CatalogSource(try row.text("source")) else { return }
            ages[try row.text("app"), default: [:]][source] = try row.date("checked_at")
        }
    }

    func replaceSource(_ record: SourceRecord) throws {
        try sql.run(
            """
            INSERT INTO catalog_sources (\(columns)) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (app, source) DO UPDATE SET checked_at = excluded.checked_at,
                changed_at = excluded.changed_at, author = excluded.author, body = excluded.body
            """,
            binding: record.app, record.source.description, record.checkedAt, record.changedAt, record.author,
            record.body)
        recorder.note(.catalogs, of: record.app)
    }

    /// No change for other servers: they read the ages once in a while.
    func touchSource(_ source: CatalogSource, of app: String, checkedAt: Date) throws {
        try sql.run(
            "UPDATE catalog_sources SET checked_at = $3 WHERE app = $1 AND source = $2",
            binding: app, source.description, checkedAt)
    }

    func deleteSource(_ source: CatalogSource, of app: String) throws {
        try sql.run(
            "DELETE FROM catalog_sources WHERE app = $1 AND source = $2", binding: app, source.description)
        recorder.note(.catalogs, of: app)
    }
}
