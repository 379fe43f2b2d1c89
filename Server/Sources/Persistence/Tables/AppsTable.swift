import AirworthyPolicy
import ControlPlane
import Foundation

/// The table `apps`: the apps, and the tombstones of deleted ones.
struct AppsTable {
    private static let columns = """
        slug, bundle_id, apple_id, platforms, default_language, pins, signing, audience, lineage, internal_builds, \
        testflight_notes, storefronts, apple_key_id, created_at, deleted_at
        """

    let sql: any SQLSession

    func all() throws -> [App] {
        try sql.rows("SELECT \(Self.columns) FROM apps WHERE deleted_at IS NULL ORDER BY slug").map(Self.app)
    }

    func state(of slug: String) throws -> AppState? {
        guard let row = try sql.row("SELECT \(Self.columns) FROM apps WHERE slug = $1", binding: slug) else {
            return nil
        }
        return try row.optionalInteger("deleted_at") == nil ? .live(Self.app(row)) : .deleted
    }

    func deletedSlugs() throws -> [String] {
        try sql.rows("SELECT slug FROM apps WHERE deleted_at IS NOT NULL ORDER BY slug").map { try $0.text("slug") }
    }

    /// Adds an app. Returns `false` if the slug was ever used; then nothing has changed.
    func insert(_ app: App) throws -> Bool {
        try sql.run(
            """
            INSERT INTO apps (slug, bundle_id, apple_id, platforms, default_language, pins, signing, audience,
                lineage, internal_builds, testflight_notes, storefronts, apple_key_id, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
            ON CONFLICT (slug) DO NOTHING
            """,
            binding: app.slug, app.bundleID, app.appleID, JSONColumn.text(app.platforms.map(\.description)),
            app.defaultLanguage, JSONColumn.text(app.pins), app.signing.rawValue, app.audience, app.lineage,
            app.internalBuilds.rawValue, app.testFlightNotes.rawValue, JSONColumn.text(app.storefronts.map(\.code)),
            app.appleKeyID, app.createdAt) == 1
    }

    /// Writes the columns in which `app` differs from `old`.
    func update(_ app: App, replacing old: App) throws {
        let (new, current) = (try Self.changeable(of: app), try Self.changeable(of: old))
        let changed = zip(new, current).filter { $0.value != $1.value }.map(\.0)
        guard !changed.isEmpty else { return }
        let list = zip(changed, 2...).map { "\($0.column) = $\($1)" }.joined(separator: ", ")
        _ = try sql.execute(
            "UPDATE apps SET \(list) WHERE slug = $1 AND deleted_at IS NULL",
            values: [app.slug.sqlValue] + changed.map(\.value))
    }

    /// Returns the columns that can change, in a fixed order.
    private static func changeable(of app: App) throws -> [(column: String, value: SQLValue)] {
        [
            ("bundle_id", try app.bundleID.sqlValue), ("apple_id", try app.appleID.sqlValue),
            ("platforms", try JSONColumn.text(app.platforms.map(\.description)).sqlValue),
            ("default_language", try app.defaultLanguage.sqlValue), ("pins", try JSONColumn.text(app.pins).sqlValue),
            ("internal_builds", try app.internalBuilds.rawValue.sqlValue),
            ("testflight_notes", try app.testFlightNotes.rawValue.sqlValue),
            ("storefronts", try JSONColumn.text(app.storefronts.map(\.code)).sqlValue),
            ("apple_key_id", try app.appleKeyID.sqlValue),
        ]
    }

    /// Leaves a tombstone of an app, and removes what other tables keep of it, except its head and its audit. The sums of its
    /// check-ins may be millions of rows; ``AdoptionPruning`` removes them.
    func delete(_ slug: String, at date: Date) throws {
        let deleted = try sql.run(
            "UPDATE apps SET deleted_at = $2 WHERE slug = $1 AND deleted_at IS NULL", binding: slug, date)
        guard deleted == 1 else { return }
        try sql.run("DELETE FROM policies WHERE app = $1", binding: slug)
        try sql.run("DELETE FROM catalogs WHERE app = $1", binding: slug)
        try sql.run("DELETE FROM catalog_sources WHERE app = $1", binding: slug)
        for table in [
            "adoption_imported_cells", "adoption_imports", "adoption_summaries", "predictions", "drafts",
        ] {
            try sql.run("DELETE FROM \(table) WHERE app = $1", binding: slug)
        }
        try sql.run("UPDATE manifests SET body = NULL WHERE app = $1 AND body IS NOT NULL", binding: slug)
    }

    private static func app(_ row: SQLRow) throws -> App {
        App(
            slug: try row.text("slug"), bundleID: try row.text("bundle_id"),
            appleID: try row.optionalInteger("apple_id"), platforms: try row.texts("platforms").map { Platform($0) },
            defaultLanguage: try row.text("default_language"), pins: try row.pins("pins"),
            signing: try row.value("signing", as: App.Signing.self), audience: try row.text("audience"),
            lineage: try row.text("lineage"),
            internalBuilds: try row.value("internal_builds", as: App.InternalBuilds.self),
            testFlightNotes: try row.value("testflight_notes", as: App.TestFlightNotes.self),
            storefronts: try row.storefronts("storefronts"), appleKeyID: try row.optionalText("apple_key_id"),
            createdAt: try row.date("created_at"))
    }
}
