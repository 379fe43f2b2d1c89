package import ControlPlane
import Foundation
import GRDB

/// The content of a database, as far as a check of an installation needs it. Nothing is changed.
package struct DatabaseInspection: Sendable {
    /// The migrations that the database has.
    package let schema: Schema.State
    /// The apps; none unless the schema is that of this version.
    package let apps: [App]
    /// The manifests in force, without their bytes; none unless the schema is that of this version.
    package let manifests: [ManifestRecord]
    /// The last day on which a proxy seemed to hide the installations that check in.
    package let hiddenClients: UTCDay?
    /// What the database knows of the time.
    package let clock: ClockNotes
    /// The clock of PostgreSQL; `nil` for SQLite.
    package let databaseClock: DatabaseClock?

    /// Reads the content.
    /// - Throws: ``StoreError``; see ``Schema/state(of:dialect:)``.
    package init(_ sql: any SQLSession, dialect: Dialect) throws {
        schema = try Schema.state(of: sql, dialect: dialect)
        databaseClock = dialect == .postgres ? try DatabaseClock(sql) : nil
        guard schema == .made(Schema.newest) else {
            (apps, manifests, hiddenClients, clock) = ([], [], nil, ClockNotes())
            return
        }
        apps = try AppsTable(sql: sql).all()
        manifests = try HeadsTable(sql: sql).liveHeads().compactMap { head in
            try ManifestsTable(sql: sql).page(of: head.app, before: head.revision + 1, limit: 1)
                .first { $0.revision == head.revision }
        }
        hiddenClients = try SettingsTable(sql: sql).value(of: AdoptionService.hiddenClientsSetting).flatMap(UTCDay.init)
        clock = ClockNotes(try SettingsTable(sql: sql).value(of: ClockNotes.setting))
    }

    /// Inspects the database of a data folder, whether or not a server uses it.
    ///
    /// A reader of a database that no process uses would create files beside it. So the reader works on a copy then.
    /// - Throws: ``StoreError``.
    package static func read(_ directory: DataDirectory) throws -> DatabaseInspection {
        let database = directory.database
        let isInUse = ["-wal", "-shm"].allSatisfy { PrivateFile.exists(database + $0) }
        let errors = SQLiteErrorMapper(path: database)
        guard !isInUse else { return try read(database, errors: errors) }
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent(
            "airworthy-\(UUID().uuidString).sqlite"
        )
        .path
        defer { for part in ["", "-wal", "-shm", "-journal"] { PrivateFile.remove(copy + part) } }
        return try errors.translating {
            for part in ["", "-wal"] where PrivateFile.exists(database + part) {
                try PrivateFile.copy(database + part, to: copy + part)
            }
            return try read(copy, errors: errors)
        }
    }

    private static func read(_ path: String, errors: SQLiteErrorMapper) throws -> DatabaseInspection {
        try errors.translating {
            let file = try DatabaseQueue(path: path, configuration: SQLiteBackup.readOnly)
            defer { try? file.close() }
            return try file.read { try DatabaseInspection(SQLiteSession($0, errors: errors), dialect: .sqlite) }
        }
    }
}
