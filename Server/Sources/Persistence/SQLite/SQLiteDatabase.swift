import ControlPlane
package import Foundation

/// The database of a server: opened under the lock of its folder, its schema current.
package final class SQLiteDatabase: Sendable {
    /// What opening a database of an older version did.
    package struct Upgrade: Hashable, Sendable {
        /// The newest migration it had.
        package let from: Int
        /// The newest migration it has now.
        package let to: Int
        /// The name of the file, beside the database, with what it held before.
        package let backup: String
    }

    /// The store.
    package let store: SQLStore
    /// The engine.
    package let driver: SQLiteDriver
    /// What was done about an older schema, if it was one.
    package let upgrade: Upgrade?
    private let lock: ProcessLock

    private init(_ lock: ProcessLock, _ driver: SQLiteDriver, _ upgrade: Upgrade?) {
        self.lock = lock
        self.driver = driver
        self.upgrade = upgrade
        self.store = SQLStore(driver)
    }

    /// Opens the database of a folder, or makes it. One of an older version is copied to a backup and then migrated.
    /// - Parameters:
    ///   - lock: The lock of the folder; the database gives it back when it is closed.
    ///   - options: How to open it.
    ///   - now: The time, noted beside a migration.
    /// - Returns: The database; close it at the end.
    /// - Throws: ``StoreError``: `newerSchema` for a database of a newer version, which is left as it is. The lock is
    ///   given back then.
    package static func open(
        _ lock: ProcessLock, options: SQLiteOptions = SQLiteOptions(), at now: Date
    ) async throws -> SQLiteDatabase {
        try lock.requireHeld()
        do {
            let driver = try SQLiteDriver(path: lock.directory.database, options: options)
            do {
                return SQLiteDatabase(lock, driver, try await migrate(driver, in: lock.directory, at: now))
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

    /// Closes the database and gives the lock back; once, at the end. Waits for transactions that run.
    /// - Throws: ``StoreError`` if it could not be closed; the lock is given back all the same.
    package func close() throws {
        defer { lock.release() }
        try driver.close()
    }

    private static func migrate(
        _ driver: SQLiteDriver, in directory: DataDirectory, at now: Date
    ) async throws -> Upgrade? {
        switch try await driver.read({ try Schema.state($0, .sqlite) }) {
        case .made(Schema.newest): return nil
        case .empty, .made(0):
            try await Schema.migrate(driver, at: now)
            return nil
        case .made(let from):
            let path = PrivateFile.free(
                "\(directory.path)/airworthy.before-\(Migration.digits(Schema.newest))", ".sqlite")
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
