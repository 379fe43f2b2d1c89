import AirworthyPolicy
import ControlPlane
import Foundation

private let settingColumns = App.settings.map(\.column)
private let columns = (["slug", "signing", "audience", "lineage", "created_at", "deleted_at"] + settingColumns)
    .joined(separator: ", ")

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
        let fixed: [any SQLBindable] = [app.slug, app.signing.rawValue, app.audience, app.lineage, app.createdAt]
        let values = try fixed.map { try $0.sqlValue } + App.settings.map { try $0.sqlValue(of: app) }
        let inserted = try sql.execute(
            """
            INSERT INTO apps (slug, signing, audience, lineage, created_at, \(settingColumns.joined(separator: ", ")))
            VALUES \(SQLValue.places(of: [values])) ON CONFLICT (slug) DO NOTHING
            """, values: values)
        guard inserted == 1 else { return false }
        try insertHead(Head(app: app.slug))
        recorder.note(.apps, of: app.slug)
        return true
    }

    /// Writes the columns in which `app` differs from `old`.
    func updateApp(_ app: App, replacing old: App) throws {
        let changed = app.settings(differingFrom: old)
        recorder.note(.apps, of: app.slug)
        guard !changed.isEmpty else { return }
        let list = zip(changed, 2...).map { "\($0.column) = $\($1)" }.joined(separator: ", ")
        _ = try sql.execute(
            "UPDATE apps SET \(list) WHERE slug = $1 AND deleted_at IS NULL",
            values: [app.slug.sqlValue] + changed.map { try $0.sqlValue(of: app) })
    }

    /// Leaves a tombstone of an app, and removes what other tables keep of it, except its head and its audit. The sums of its
    /// check-ins may be millions of rows; ``AdoptionPruning`` removes them.
    func deleteApp(_ slug: String, at date: Date) throws {
        recorder.note(.apps, of: slug)
        let deleted = try sql.run(
            "UPDATE apps SET deleted_at = $2 WHERE slug = $1 AND deleted_at IS NULL", binding: slug, date)
        guard deleted == 1 else { return }
        for table in [
            "policies", "catalogs", "catalog_sources", "adoption_imported_cells", "adoption_imports",
            "adoption_summaries", "predictions", "drafts",
        ] {
            try sql.run("DELETE FROM \(table) WHERE app = $1", binding: slug)
        }
        try sql.run("UPDATE manifests SET body = NULL WHERE app = $1 AND body IS NOT NULL", binding: slug)
    }
}

extension App {
    fileprivate init(_ row: SQLRow) throws {
        self.init(
            slug: try row.text("slug"), bundleID: "", pins: [], signing: App.Signing(rawValue: try row.text("signing")),
            audience: try row.text("audience"), lineage: try row.text("lineage"), createdAt: try row.date("created_at"))
        for setting in App.settings { try setting.read(row, into: &self) }
    }
}

/// Texts, words and numbers have columns of their kind; lists are JSON.
extension AppSetting {
    fileprivate func sqlValue(of app: App) throws -> SQLValue {
        switch json(app) {
        case .null: .null
        case .string(let text): try text.sqlValue
        case .number(let number): number.intValue.map(SQLValue.integer) ?? .null
        case let list: try list.jsonText().sqlValue
        }
    }

    fileprivate func read(_ row: SQLRow, into app: inout App) throws(StoreError) {
        let value: JSONValue =
            switch form {
            case .text, .optionalText, .word: .of(try row.optionalText(column))
            case .optionalNumber: .of(try row.optionalInteger(column))
            case .list, .pins: try row.list(column)
            }
        guard set(&app, value) else { throw row.unexpected(column, wanted: "the app's \(name)") }
    }
}
