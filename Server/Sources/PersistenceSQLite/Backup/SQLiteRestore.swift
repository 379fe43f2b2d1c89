import AirworthyPolicy
import ControlPlane
package import Foundation
import GRDB
import Persistence

/// The restore of a backup.
package enum SQLiteRestore {
    /// The result of a restore.
    package struct Report: Hashable, Sendable {
        package let backup: SQLiteBackup.Report
        /// The name of the file with the previous database, in the same folder; `nil` if there was none.
        package let replaced: String?
        /// The number that the next revision of every app exceeds.
        package let floor: Int
        /// The apps whose manifest the server reissues when it starts.
        package let reissued: [String]
    }

    /// Restores a backup. New revisions continue above every revision that may have been published since the backup,
    /// and from `atLeast` on, within ``RevisionLimit``; `nil` derives it from the clock. The next start of the server
    /// reissues the manifests in force.
    ///
    /// The new database is prepared beside the old one and replaces it atomically: whenever the process ends, one of
    /// the two is complete. The old one, with its write-ahead log, is kept under another name, damaged or not. The
    /// caller keeps the lock.
    /// - Throws: ``BackupError`` if the backup cannot be used, ``StoreError`` otherwise. The previous database is
    ///   untouched.
    package static func run(
        _ path: String, into lock: ProcessLock, atLeast: Int? = nil, at now: Date
    ) async throws -> Report {
        try lock.requireHeld()
        let floor = try RestoredRevision.floor(atLeast: atLeast, now: now)
        let backup = try SQLiteBackup.verify(path)
        let database = lock.directory.database
        let draft = database + ".restoring"
        let errors = SQLiteErrorMapper(path: draft)
        defer { removeAll(draft) }
        do {
            removeAll(draft)
            let source = try DatabaseQueue(path: path, configuration: SQLiteBackup.readOnly)
            do {
                defer { try? source.close() }
                try SQLiteBackup.copy(source, to: draft)
            }
            let reissued = try await prepare(draft, from: PrivateFile.name(of: path), floor: floor, at: now)
            try PrivateFile.sync(draft)
            let replaced = try setAside(database, at: now)
            emptyLog(database)
            for companion in ["-wal", "-shm"] { PrivateFile.remove(database + companion) }
            try PrivateFile.move(draft, to: database)
            return Report(
                backup: backup, replaced: replaced.map(PrivateFile.name(of:)), floor: floor, reissued: reissued)
        } catch {
            throw errors.storeError(error)
        }
    }

    /// Migrates the copy to this version's schema, and raises its counters.
    private static func prepare(
        _ draft: String, from name: String, floor: Int, at now: Date
    ) async throws -> [String] {
        let driver = try SQLiteDriver(path: draft)
        do {
            try await Schema.migrate(driver, at: now)
            let reissued = try await driver.write { sql in
                try RevisionCounters.raiseAll(in: sql, above: floor, from: name, at: now)
            }
            try driver.close()
            return reissued
        } catch {
            try? driver.close()
            throw error
        }
    }

    /// Copies the old database and its log unchanged.
    private static func setAside(_ database: String, at now: Date) throws -> String? {
        let parts = ["", "-wal"].filter { PrivateFile.exists(database + $0) }
        guard !parts.isEmpty else { return nil }
        let second = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
        let moment = Timestamp.format(second).filter { $0.isLetter || $0.isNumber }
        let name = PrivateFile.free(
            "\(PrivateFile.folder(of: database))/airworthy.replaced-\(moment)", suffix: ".sqlite")
        do {
            for part in parts { try PrivateFile.copy(database + part, to: name + part) }
            try PrivateFile.sync(PrivateFile.folder(of: name))
        } catch {
            for part in parts { PrivateFile.remove(name + part) }
            throw error
        }
        return name
    }

    /// Moves the old database's log into it, so that it is complete without the log until it is replaced. A damaged
    /// database stays as it is; its copy is complete.
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
