import AirworthyPolicy
import ControlPlane
package import Foundation
import GRDB

/// Puts a backup in place of a database.
package enum SQLiteRestore {
    /// What was done.
    package struct Report: Hashable, Sendable {
        /// What the backup holds.
        package let backup: SQLiteBackup.Report
        /// The name of the file with what was there before, if anything was; in the same folder.
        package let replaced: String?
        /// The number that the next revision of every app is above.
        package let floor: Int
        /// The apps whose head is issued anew when the server starts.
        package let reissued: [String]
    }

    /// Restores a backup. Revisions go on above everything that may have been published since it was made, and what
    /// is in force is issued anew by the next start.
    ///
    /// The new database is made ready beside the old one and takes its name at once: whenever the process ends, one of
    /// the two is there, whole. The old one, with its write-ahead log, is kept under another name, damaged or not.
    /// - Parameters:
    ///   - path: The backup.
    ///   - lock: The lock of the folder, which stays with the caller.
    ///   - atLeast: The lowest number the next revision of every app may have; `nil` leaves it to the clock.
    ///   - now: The time.
    /// - Returns: What was done.
    /// - Throws: ``BackupError`` if the backup cannot be used, ``StoreError`` otherwise. What was there is untouched.
    package static func run(
        _ path: String, into lock: ProcessLock, atLeast: Int? = nil, at now: Date
    ) async throws -> Report {
        try lock.requireHeld()
        let backup = try SQLiteBackup.verify(path)
        let database = lock.directory.database
        let draft = database + ".restoring"
        let problem = SQLiteProblem(path: draft)
        defer { removeAll(draft) }
        do {
            removeAll(draft)
            let source = try DatabaseQueue(path: path, configuration: SQLiteBackup.readOnly)
            do {
                defer { try? source.close() }
                try SQLiteBackup.copy(source, to: draft)
            }
            let floor = RevisionRule.floor(atLeast: atLeast, now: now)
            let reissued = try await prepare(draft, floor, PrivateFile.name(of: path), now)
            try PrivateFile.sync(draft)
            let replaced = try setAside(database, now)
            emptyLog(database)
            for companion in ["-wal", "-shm"] { PrivateFile.remove(database + companion) }
            try PrivateFile.move(draft, to: database)
            return Report(
                backup: backup, replaced: replaced.map(PrivateFile.name(of:)), floor: floor, reissued: reissued)
        } catch {
            throw problem.storeError(error)
        }
    }

    /// Brings the copy to this version's schema, raises its counters, and notes that.
    private static func prepare(_ draft: String, _ floor: Int, _ name: String, _ now: Date) async throws -> [String] {
        let driver = try SQLiteDriver(path: draft)
        do {
            try await Schema.migrate(driver, at: now)
            let reissued = try await driver.write { sql in
                let transaction = SQLTransaction(sql)
                try transaction.insertAudit(
                    AuditEntry(
                        at: now, actor: Principal.server.name, action: "database.restored",
                        detail: "from \"\(name)\"; revisions go on above \(floor)"))
                return try transaction.raiseCounters(above: floor)
            }
            try driver.close()
            return reissued
        } catch {
            try? driver.close()
            throw error
        }
    }

    /// Copies the old database and its log as they are, whatever state they are in.
    private static func setAside(_ database: String, _ now: Date) throws -> String? {
        let parts = ["", "-wal"].filter { PrivateFile.exists(database + $0) }
        guard !parts.isEmpty else { return nil }
        let second = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
        let moment = Timestamp.format(second).filter { $0.isLetter || $0.isNumber }
        let name = PrivateFile.free("\(PrivateFile.folder(of: database))/airworthy.replaced-\(moment)", ".sqlite")
        do {
            for part in parts { try PrivateFile.copy(database + part, to: name + part) }
            try PrivateFile.sync(PrivateFile.folder(of: name))
        } catch {
            for part in parts { PrivateFile.remove(name + part) }
            throw error
        }
        return name
    }

    /// Brings what is only in the old database's log into it, so that it is whole without the log until it is replaced.
    /// A damaged one stays as it is; its copy has everything.
    private static func emptyLog(_ database: String) {
        guard PrivateFile.exists(database), PrivateFile.exists(database + "-wal") else { return }
        guard let old = try? DatabaseQueue(path: database) else { return }
        try? old.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try? old.close()
    }

    private static func removeAll(_ path: String) {
        for part in ["", "-wal", "-shm", "-journal"] { PrivateFile.remove(path + part) }
    }
}
