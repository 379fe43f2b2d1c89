package import Foundation

/// The installations of an app as they were counted elsewhere, for as long as there are no check-ins.
package struct AdoptionImport: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// The name of the file, or another hint at where the numbers are from.
    package let origin: String
    package let importedAt: Date
    /// The installations, one row for each cell, sorted by cell.
    package let rows: [AdoptionRow]

    /// Adds up rows of equal cells, and leaves out counts below 1.
    package init(app: String, origin: String, importedAt: Date, rows: [AdoptionRow]) {
        self.app = app
        self.origin = origin
        self.importedAt = importedAt
        let counts = Dictionary(rows.filter { $0.count > 0 }.map { ($0.cell, $0.count) }, uniquingKeysWith: +)
        self.rows = counts.sorted { $0.key < $1.key }.map { AdoptionRow(cell: $0.key, count: $0.value) }
    }

    package var installations: Int { rows.reduce(0) { $0 + $1.count } }
}

extension AdoptionService {
    /// Replaces the installations of an app that were imported before. Pass at most ``AdoptionLimit/importedRows`` rows
    /// with counts up to ``AdoptionLimit/importedCount``. Returns the import as it is stored.
    /// A repeated import is harmless.
    package func replaceImport(
        _ rows: [AdoptionRow], origin: String, for app: String, by principal: Principal
    ) async throws -> AdoptionImport {
        try principal.require(.catalog, for: app)
        try reserve.require(for: .changes)
        let new = AdoptionImport(app: app, origin: origin, importedAt: now().storable, rows: rows)
        let entry = AuditEntry(
            at: new.importedAt, by: principal, action: "adoption.imported", app: app,
            detail: "\(origin): \(new.installations) installations in \(new.rows.count) cells")
        try await store.write { transaction in
            _ = try transaction.lock(app)
            try transaction.replaceAdoptionImport(new)
            try transaction.insertAudit(entry)
        }
        return new
    }

    /// Removes the installations of an app that were imported before. Returns whether there were any.
    package func removeImport(of app: String, by principal: Principal) async throws -> Bool {
        try principal.require(.catalog, for: app)
        let now = now().storable
        return try await store.write { transaction in
            _ = try transaction.lock(app)
            guard try transaction.deleteAdoptionImport(of: app) else { return false }
            try transaction.insertAudit(
                AuditEntry(at: now, by: principal, action: "adoption.import-removed", app: app))
            return true
        }
    }
}
