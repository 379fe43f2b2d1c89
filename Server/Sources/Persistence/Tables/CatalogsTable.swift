import ControlPlane

private let columns = "app, digest, manifest_digest, source, as_of, updated_at, author, body"

/// The table `catalogs`: the merged catalog of each app.
extension SQLTransaction: CatalogReads, CatalogWrites {
    func catalog(_ app: String) throws -> CatalogRecord? {
        try sql.row("SELECT \(columns) FROM catalogs WHERE app = $1", binding: app).map { row in
            CatalogRecord(
                app: try row.text("app"), text: try row.bytes("body"), digest: try row.text("digest"),
                manifestDigest: try row.text("manifest_digest"), source: try row.text("source"),
                asOf: try row.optionalDate("as_of"), updatedAt: try row.date("updated_at"),
                author: try row.text("author"))
        }
    }

    func catalogMarks() throws -> [CatalogMark] {
        try sql.rows("SELECT app, digest, manifest_digest, updated_at FROM catalogs ORDER BY app").map { row in
            CatalogMark(
                app: try row.text("app"), digest: try row.text("digest"),
                manifestDigest: try row.text("manifest_digest"), updatedAt: try row.date("updated_at"))
        }
    }

    func replaceCatalog(_ catalog: CatalogRecord) throws {
        try sql.run(
            """
            INSERT INTO catalogs (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (app) DO UPDATE SET digest = excluded.digest, manifest_digest = excluded.manifest_digest,
                source = excluded.source, as_of = excluded.as_of, updated_at = excluded.updated_at,
                author = excluded.author, body = excluded.body
            """,
            binding: catalog.app, catalog.digest, catalog.manifestDigest, catalog.source, catalog.asOf,
            catalog.updatedAt, catalog.author, catalog.text)
        recorder.note(.catalogs, of: catalog.app)
    }
}
