import AirworthyPolicy
import ControlPlane
import Foundation

private let columns = """
    slug, bundle_id, apple_id, platforms, default_language, pins, signing, audience, lineage, internal_builds, \
    testflight_notes, storefronts, apple_key_id, created_at, deleted_at
    """

/// The table `apps`: the apps, and the tombstones of deleted ones.
extension SQLTransaction: AppReads, AppWrites {
    func apps() throws -> [App] {
        try sql.rows("SELECT \(columns) FROM apps WHERE deleted_at IS NULL ORDER BY slug").map(App.init)
    }

    func app(_ slug: String) throws -> AppState? {
        guard let row = try sql.row("SELECT \(columns) FROM apps WHERE slug = $1", binding: slug) else {
            return nil
        }
        return try row.optionalInteger("deleted_at") == nil ? .live(App(row)) : .deleted
    }

    func deletedApps() throws -> [String] {
        try sql.rows("SELECT slug FROM apps WHERE deleted_at IS NOT NULL ORDER BY slug").map { try $0.text("slug") }
    }

    func insertApp(_ app: App) throws -> Bool {
        let inserted = try sql.run(
            """
            INSERT INTO apps (slug, bundle_id, apple_id, platforms, default_language, pins, signing, audience,
                lineage, internal_builds, testflight_notes, storefronts, apple_key_id, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
            ON CONFLICT (slug) DO NOTHING
            """,
            binding: app.slug, app.bundleID, app.appleID, JSONColumn.text(app.platforms.map(\.description)),
            app.defaultLanguage, JSONColumn.text(app.pins), app.signing.rawValue, app.audience, app.lineage,
            app.internalBuilds.rawValue, app.testFlightNotes.rawValue, JSONColumn.text(app.storefronts.map(\.code)),
            app.appleKeyID, app.createdAt)
        guard inserted == 1 else { return false }
        try HeadsTable(sql: sql).insert(Head(app: app.slug))
        recorder.note(.apps, of: app.slug)
        return true
    }

    /// Writes the columns in which `app` differs from `old`.
    func updateApp(_ app: App, replacing old: App) throws {
        let (new, current) = (try app.changeableColumns, try old.changeableColumns)
        let changed = zip(new, current).filter { $0.value != $1.value }.map(\.0)
        recorder.note(.apps, of: app.slug)
        guard !changed.isEmpty else { return }
        let list = zip(changed, 2...).map { "\($0.column) = $\($1)" }.joined(separator: ", ")
        _ = try sql.execute(
            "UPDATE apps SET \(list) WHERE slug = $1 AND deleted_at IS NULL",
            values: [app.slug.sqlValue] + changed.map(\.value))
    }

    /// Leaves a tombstone of an app, and removes what other tables keep of it, except its head and its audit. The sums of its
    /// check-ins may be millions of rows; ``AdoptionPruning`` removes them.
    func deleteApp(_ slug: String, at date: Date) throws {
        recorder.note(.apps, of: slug)
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

    func head(_ app: String) throws -> Head? { try HeadsTable(sql: sql).head(of: app) }
    func heads() throws -> [Head] { try HeadsTable(sql: sql).liveHeads() }
    func lockApp(_ slug: String) throws { try HeadsTable(sql: sql).lock(slug) }

    func requestReissue(_ app: String) throws {
        try HeadsTable(sql: sql).requestReissue(app)
        recorder.note(.apps, of: app)
    }

    func advanceHead(from revision: Int, to head: Head) throws -> Bool {
        guard try HeadsTable(sql: sql).advance(from: revision, to: head) else { return false }
        recorder.note(.apps, of: head.app, revision: head.revision)
        return true
    }
}

extension App {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            slug: try row.text("slug"), bundleID: try row.text("bundle_id"),
            appleID: try row.optionalInteger("apple_id"), platforms: try row.texts("platforms").map { Platform($0) },
            defaultLanguage: try row.text("default_language"), pins: try row.pins("pins"),
            signing: App.Signing(rawValue: try row.text("signing")), audience: try row.text("audience"),
            lineage: try row.text("lineage"),
            internalBuilds: App.InternalBuilds(rawValue: try row.text("internal_builds")),
            testFlightNotes: App.TestFlightNotes(rawValue: try row.text("testflight_notes")),
            storefronts: try row.storefronts("storefronts"), appleKeyID: try row.optionalText("apple_key_id"),
            createdAt: try row.date("created_at"))
    }

    /// The columns that can change, in a fixed order.
    fileprivate var changeableColumns: [(column: String, value: SQLValue)] {
        get throws {
            [
                ("bundle_id", try bundleID.sqlValue), ("apple_id", try appleID.sqlValue),
                ("platforms", try JSONColumn.text(platforms.map(\.description)).sqlValue),
                ("default_language", try defaultLanguage.sqlValue), ("pins", try JSONColumn.text(pins).sqlValue),
                ("internal_builds", try internalBuilds.rawValue.sqlValue),
                ("testflight_notes", try testFlightNotes.rawValue.sqlValue),
                ("storefronts", try JSONColumn.text(storefronts.map(\.code)).sqlValue),
                ("apple_key_id", try appleKeyID.sqlValue),
            ]
        }
    }
}
