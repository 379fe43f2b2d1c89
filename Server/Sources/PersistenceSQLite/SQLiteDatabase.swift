import ControlPlane
package import Foundation
package import Persistence

/// The database of a server, opened under the lock of its folder, with a current schema.
package final class SQLiteDatabase: Sendable {
    /// A finished upgrade of a database that an older version of the server created.
    package struct Upgrade: Hashable, Sendable {
        /// The number of the schema before the upgrade.
        package let from: Int
        /// The number of the schema after the upgrade.
        package let to: Int
        /// The name of the backup file, in the same folder, with the content before the upgrade.
        package let backup: String
    }

    /// The store that the server reads and writes through.
    package let store: SQLStore
    /// The driver with the open connections.
    package let driver: SQLiteDriver
    /// The upgrade that opening the database caused; `nil` if the schema was current or the database is new.
    package let upgrade: Upgrade?
    private let lock: ProcessLock

    private init(lock: ProcessLock, driver: SQLiteDriver, upgrade: Upgrade?) {
        self.lock = lock
        self.driver = driver
        self.upgrade = upgrade
        self.store = SQLStore(driver)
    }

    /// Opens or creates the database of a folder. Backs up and migrates a database of an older version, with `now` as
    /// the time of each migration. Close the database at the end; it releases the lock then.
    /// - Throws: ``StoreError``: `newerSchema` for a database of a newer version, which stays as it is. After any error
    ///   the lock is released.
    package static func open(
        _ lock: ProcessLock, options: SQLiteOptions = SQLiteOptions(), at now: Date
    ) async throws -> SQLiteDatabase {
        try lock.requireHeld()
        do {
            let driver = try SQLiteDriver(path: lock.directory.database, options: options)
            do {
                return SQLiteDatabase(
                    lock: lock, driver: driver, upgrade: try await migrate(driver, in: lock.directory, at: now))
            } catch {
                try? driver.close()
                throw error
            }
        } catch {
            lock.release()
            throw error
        }
    }

    /// Copies the database to a file while it is in use; see ``SQLiteBackup``.
    package func backup(to path: String) throws -> SQLiteBackup.Report {
        try SQLiteBackup.write(from: driver.connections, to: path)
    }

    /// Closes the database and releases the lock. Call it once, at the end. Waits for running transactions.
    /// - Throws: ``StoreError`` if it could not be closed; the lock is released anyway.
    package func close() throws {
        defer { lock.release() }
        try driver.close()
    }

    private static func migrate(
        _ driver: SQLiteDriver, in directory: DataDirectory, at now: Date
    ) async throws -> Upgrade? {
        switch try await driver.read({ try Schema.state(of: $0) }) {
        case .made(Schema.newest): return nil
        // `made(0)`: the table of migrations exists, but no migration was run. There is nothing to back up.
        case .empty, .made(0):
            try await Schema.migrate(driver, at: now)
            return nil
        case .made(let from):
            let path = PrivateFile.free(
                "\(directory.path)/airworthy.before-\(Migration.digits(Schema.newest))", suffix: ".sqlite")
            do {
                _ = try SQLiteBackup.write(from: driver.connections, to: path)
            } catch let error as BackupError {
                throw error.isFull ? StoreError.full : .unavailable("no backup before the upgrade: \(error)")
            }
            try await Schema.migrate(driver, at: now)
            return Upgrade(from: from, to: Schema.newest, backup: PrivateFile.name(of: path))
        }
    }
}
