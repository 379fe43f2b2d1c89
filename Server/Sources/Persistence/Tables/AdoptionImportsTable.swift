import ControlPlane
import Foundation

private let columns = "platform, version, build, channel, os, storefront, number"

/// The tables of imported installations: `adoption_imports` and `adoption_imported_cells`.
extension SQLTransaction {
    func adoptionImport(of app: String) throws -> AdoptionImport? {
        let found = try sql.row("SELECT origin, imported_at FROM adoption_imports WHERE app = $1", binding: app)
        guard let found else { return nil }
        let cells = try sql.rows("SELECT \(columns) FROM adoption_imported_cells WHERE app = $1", binding: app)
        return AdoptionImport(
            app: app, origin: try found.text("origin"), importedAt: try found.date("imported_at"),
            rows: try cells.map { AdoptionRow(cell: try $0.adoptionCell, count: try $0.integer("number")) })
    }

    func replaceAdoptionImport(_ new: AdoptionImport) throws {
        try deleteAdoptionImport(of: new.app)
        try sql.run(
            "INSERT INTO adoption_imports (app, origin, imported_at) VALUES ($1, $2, $3)", binding: new.app, new.origin,
            new.importedAt)
        try sql.insert(
            into: "adoption_imported_cells", columns: "app, \(columns)", shared: [.text(new.app)],
            rows: new.rows.map { $0.cell.sqlValues + [.integer($0.count)] })
    }

    @discardableResult
    func deleteAdoptionImport(of app: String) throws -> Bool {
        try sql.run("DELETE FROM adoption_imported_cells WHERE app = $1", binding: app)
        return try sql.run("DELETE FROM adoption_imports WHERE app = $1", binding: app) == 1
    }

    /// Removes the import of an app if it is older than a day, and returns the number of imports.
    func pruneAdoptionImport(of app: String, before day: UTCDay) throws -> Int {
        let old = try sql.row(
            "SELECT app FROM adoption_imports WHERE app = $1 AND imported_at < $2", binding: app, day.start)
        if old != nil { try deleteAdoptionImport(of: app) }
        return old == nil ? 0 : 1
    }
}

extension AdoptionCell {
    /// The values of the columns `platform, version, build, channel, os, storefront`.
    var sqlValues: [SQLValue] {
        facts.map(SQLValue.text)
    }
}

extension SQLRow {
    /// The cell of the columns `platform, version, build, channel, os, storefront`.
    var adoptionCell: AdoptionCell {
        get throws {
            AdoptionCell(
                platform: try text("platform"), version: try text("version"), build: try text("build"),
                channel: try text("channel"), os: try text("os"), storefront: try text("storefront"))
        }
    }
}
