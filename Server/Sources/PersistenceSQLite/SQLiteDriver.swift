import ControlPlane
package import Foundation
import GRDB
package import Persistence
import ServerSupport

/// SQLite with one writer: a file with several readers and a write-ahead log, whose commits are on the disk before they return,
/// or a database in memory.
package final class SQLiteDriver: Driver, BlockingReader {
    /// The connections, for backups.
    let connections: any DatabaseWriter
    private let errors: SQLiteErrorMapper

    /// Opens a database and creates it with mode 0600 if it is missing. Blocks the calling thread.
    package init(path: String, options: SQLiteOptions = SQLiteOptions()) throws {
        errors = SQLiteErrorMapper(path: path)
        connections = try errors.translating {
            let name = PrivateFile.name(of: path)
            guard PrivateFile.exists(path) || !PrivateFile.exists(path + "-wal") else {
                throw StoreError.unavailable(
                    "\"\(name)-wal\" is there without \"\(name)\"; put the database back beside it, or move it away")
            }
            _ = try PrivateFile.create(path)
            var configuration = Configuration()
            configuration.busyMode = .timeout(options.busyTimeout.seconds)
            configuration.maximumReaderCount = max(1, options.readers)
            configuration.label = "airworthy.sqlite"
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                // The pool has set NORMAL while it opened.
                try database.execute(sql: "PRAGMA synchronous = FULL")
            }
            return pool
        }
        if let pages = options.maximumPages { try limit(pages: pages) }
    }

    /// Opens a database in memory with the schema of this version; the ledger notes `now`.
    package init(inMemoryAt now: Date) throws {
        let errors = SQLiteErrorMapper(path: "memory")
        self.errors = errors
        connections = try errors.translating {
            let queue = try DatabaseQueue()
            _ = try queue.write { try Schema.migrate(in: SQLiteSession(database: $0, errors: errors), at: now) }
            return queue
        }
    }

    /// Opens a database in memory with the content of another one.
    package init(copying other: SQLiteDriver) throws {
        errors = SQLiteErrorMapper(path: "memory")
        connections = try errors.translating {
            let queue = try DatabaseQueue()
            try other.connections.backup(to: queue)
            return queue
        }
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        do {
            return try await connections.read { [errors] database in
                try TransactionSession.run(on: SQLiteSession(database: database, errors: errors), body: body)
            }
        } catch {
            throw errors.storeError(error)
        }
    }

    package func readBlocking<T>(_ body: (any SQLSession) throws -> T) throws -> T {
        try errors.translating {
            try connections.read { database in
                try TransactionSession.run(on: SQLiteSession(database: database, errors: errors), body: body)
            }
        }
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try Task.checkCancellation()
        // A continuation, because GRDB's own `write` interrupts the statements of a cancelled task.
        return try await withCheckedThrowingContinuation { continuation in
            connections.asyncWriteWithoutTransaction { [errors] database in
                continuation.resume(
                    with: Result {
                        try errors.translating {
                            var result: T?
                            try database.inTransaction(.immediate) {
                                result = try TransactionSession.run(
                                    on: SQLiteSession(database: database, errors: errors), body: body)
                                return .commit
                            }
                            guard let result else { throw StoreError.unavailable("a transaction did not run") }
                            return result
                        }
                    })
            }
        }
    }

    /// Limits the size of the database to a number of pages of 4 KiB until the connection ends. Existing pages stay,
    /// even if there are more.
    package func limit(pages: Int) throws {
        try errors.translating {
            try connections.writeWithoutTransaction { database in
                _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(max(1, pages))")
            }
        }
    }

    /// Empties the write-ahead log into the database and closes it. Every later transaction throws `unavailable`.
    ///
    /// Waits for running transactions. If another process reads, the log cannot be emptied; it stays and is safe.
    package func close() throws {
        try errors.translating {
            try? connections.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            // The last connection to close removes the log, which a reader may not do; so the writer closes last.
            (connections as? DatabasePool)?.invalidateReadOnlyConnections()
            try connections.close()
        }
    }
}
