import ControlPlane
package import Foundation

/// The database of a server, opened under the lock of its folder, with a current schema.
package final class SQLiteDatabase: Sendable {
    /// The migration of a database from an older version.
    package struct Upgrade: Hashable, Sendable {
        /// The newest migration before.
        package let from: Int
        /// The newest migration now.
        package let to: Int
        /// The name of the file beside the database with its previous content.
        package let backup: String
    }

    /// The store.
    package let store: SQLStore
    /// The engine.
    package let driver: SQLiteDriver
    /// The migration from an older schema; `nil` if the schema was current.
    package let upgrade: Upgrade?
    private let lock: ProcessLock

    private init(lock: ProcessLock, driver: SQLiteDriver, upgrade: Upgrade?) {
        self.lock = lock
        self.driver = driver
        self.upgrade = upgrade
        self.store = SQLStore(driver)
    }

    /// Opens or creates the database of a folder. Backs up and migrates a database of an older version.
    /// - Parameters:
    ///   - lock: The lock of the folder; the database releases it when it closes.
    ///   - options: The options for opening it.
    ///   - now: The time to note beside a migration.
    /// - Returns: The database; close it at the end.
    /// - Throws: ``StoreError``: `newerSchema` for a database of a newer version, which stays as it is. The lock is
    ///   released then.
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
    /// - Throws: ``BackupError``.
    package func backup(to path: String) throws -> SQLiteBackup.Report {
        try SQLiteBackup.write(from: driver.pool, to: path)
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
        switch try await driver.read({ try Schema.state(of: $0, dialect: .sqlite) }) {
        case .made(Schema.newest): return nil
        case .empty, .made(0):
            try await Schema.migrate(driver, at: now)
            return nil
        case .made(let from):
            let path = PrivateFile.free(
                "\(directory.path)/airworthy.before-\(Migration.digits(Schema.newest))", suffix: ".sqlite")
            do {
                _ = try SQLiteBackup.write(from: driver.pool, to: path)
            } catch let error as BackupError {
                throw error.isFull ? StoreError.full : .unavailable("no backup before the upgrade: \(error)")
            }
            try await Schema.migrate(driver, at: now)
            return Upgrade(from: from, to: Schema.newest, backup: PrivateFile.name(of: path))
        }
    }
}
