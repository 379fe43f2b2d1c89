import AirworthyPolicy
import ControlPlane
import Foundation

extension SQLTransaction {
    private static let columns = """
        slug, bundle_id, apple_id, platforms, default_language, pins, signing, audience, lineage, internal_builds, \
        storefronts, \
        apple_key_id, created_at, deleted_at
        """

    func apps() throws -> [App] {
        try sql.rows("SELECT \(Self.columns) FROM apps WHERE deleted_at IS NULL ORDER BY slug").map(App.init)
    }

    func app(_ slug: String) throws -> AppState? {
        guard let row = try sql.row("SELECT \(Self.columns) FROM apps WHERE slug = $1", slug) else { return nil }
        return try row.integerIfAny("deleted_at") == nil ? .live(App(row)) : .deleted
    }

    func deletedApps() throws -> [String] {
        try sql.rows("SELECT slug FROM apps WHERE deleted_at IS NOT NULL ORDER BY slug").map { try $0.text("slug") }
    }

    func insertApp(_ app: App) throws -> Bool {
        let added = try sql.run(
            """
            INSERT INTO apps (slug, bundle_id, apple_id, platforms, default_language, pins, signing, audience,
                lineage, internal_builds, storefronts, apple_key_id, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            ON CONFLICT (slug) DO NOTHING
            """,
            app.slug, app.bundleID, app.appleID, JSONColumn.text(app.platforms.map(\.description)),
            app.defaultLanguage, JSONColumn.text(app.pins), app.signing.rawValue, app.audience, app.lineage,
            app.internalBuilds.rawValue, JSONColumn.text(app.storefronts.map(\.code)), app.appleKeyID, app.createdAt)
        guard added == 1 else { return false }
        let head = Head(app: app.slug)
        try sql.run(
            "INSERT INTO heads (app, revision, policy_version, next_revision, needs_reissue) VALUES ($1, $2, $3, $4, $5)",
            head.app, head.revision, head.policyVersion, head.nextRevision, head.needsReissue)
        return true
    }

    func updateApp(_ app: App) throws {
        try sql.run(
            """
            UPDATE apps SET bundle_id = $2, apple_id = $3, platforms = $4, default_language = $5, pins = $6,
                internal_builds = $7, storefronts = $8, apple_key_id = $9
            WHERE slug = $1 AND deleted_at IS NULL
            """,
            app.slug, app.bundleID, app.appleID, JSONColumn.text(app.platforms.map(\.description)),
            app.defaultLanguage, JSONColumn.text(app.pins), app.internalBuilds.rawValue,
            JSONColumn.text(app.storefronts.map(\.code)), app.appleKeyID)
    }

    func deleteApp(_ slug: String, at: Date) throws {
        let deleted = try sql.run(
            "UPDATE apps SET deleted_at = $2 WHERE slug = $1 AND deleted_at IS NULL", slug, at)
        guard deleted == 1 else { return }
        try sql.run("DELETE FROM policies WHERE app = $1", slug)
        try sql.run("DELETE FROM catalogs WHERE app = $1", slug)
        try sql.run("DELETE FROM catalog_sources WHERE app = $1", slug)
        try sql.run("UPDATE manifests SET body = NULL WHERE app = $1 AND body IS NOT NULL", slug)
    }
}

extension App {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            slug: try row.text("slug"), bundleID: try row.text("bundle_id"), appleID: try row.integerIfAny("apple_id"),
            platforms: try row.texts("platforms").map { Platform($0) },
            defaultLanguage: try row.text("default_language"), pins: try row.pins("pins"),
            signing: try row.oneOf("signing", App.Signing.self), audience: try row.text("audience"),
            lineage: try row.text("lineage"),
            internalBuilds: try row.oneOf("internal_builds", App.InternalBuilds.self),
            storefronts: try row.storefronts("storefronts"), appleKeyID: try row.textIfAny("apple_key_id"),
            createdAt: try row.date("created_at"))
    }
}
