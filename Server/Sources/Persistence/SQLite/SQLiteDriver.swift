import ControlPlane
import GRDB

/// SQLite: one writer, several readers, write-ahead log, every commit on the disk before it is acknowledged.
package final class SQLiteDriver: Driver {
    /// The pool, for what has no SQL.
    let pool: DatabasePool
    private let problem: SQLiteProblem

    package var dialect: Dialect { .sqlite }

    /// Opens a database, which is created with mode 0600 if it is missing. Blocks for as long as that takes.
    /// - Throws: ``StoreError``.
    package init(path: String, options: SQLiteOptions = SQLiteOptions()) throws {
        problem = SQLiteProblem(path: path)
        pool = try problem.translating {
            let name = PrivateFile.name(of: path)
            guard PrivateFile.exists(path) || !PrivateFile.exists(path + "-wal") else {
                throw StoreError.unavailable(
                    "\"\(name)-wal\" is there without \"\(name)\"; put the database back beside it, or move it away")
            }
            _ = try PrivateFile.create(path)
            var configuration = Configuration()
            configuration.busyMode = .timeout(options.busyTimeout)
            configuration.maximumReaderCount = max(1, options.readers)
            configuration.label = "airworthy.sqlite"
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { database in
                // Only now: the pool has set NORMAL while it opened.
                try database.execute(sql: "PRAGMA synchronous = FULL")
            }
            return pool
        }
        if let pages = options.maximumPages { try limit(pages: pages) }
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any SQL) throws -> T) async throws -> T {
        do {
            return try await pool.read { [problem] database in
                try TransactionSQL.run(SQLiteSession(database, problem), body)
            }
        } catch {
            throw problem.storeError(error)
        }
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any SQL) throws -> T) async throws -> T {
        try Task.checkCancellation()
        // A continuation, because GRDB's own `write` interrupts the statements of a cancelled task.
        return try await withCheckedThrowingContinuation { continuation in
            pool.asyncWriteWithoutTransaction { [problem] database in
                continuation.resume(
                    with: Result {
                        try problem.translating {
                            var result: T?
                            try database.inTransaction(.immediate) {
                                result = try TransactionSQL.run(SQLiteSession(database, problem), body)
                                return .commit
                            }
                            guard let result else { throw StoreError.unavailable("a transaction did not run") }
                            return result
                        }
                    })
            }
        }
    }

    /// Limits how large the database may become. What is there stays, even if that is more.
    /// - Parameter pages: Pages of 4 KiB; the limit ends with the connection.
    /// - Throws: ``StoreError``.
    package func limit(pages: Int) throws {
        try problem.translating {
            try pool.writeWithoutTransaction { database in
                _ = try Int.fetchOne(database, sql: "PRAGMA max_page_count = \(max(1, pages))")
            }
        }
    }

    /// Empties the write-ahead log into the database and closes it. Every transaction after this is `unavailable`.
    ///
    /// Waits for transactions that run. A log that cannot be emptied, because somebody else reads, is safe where it is.
    /// - Throws: ``StoreError`` if the database could not be closed.
    package func close() throws {
        try problem.translating {
            try? pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
            // The last connection to close removes the log, but a reader may not; so the writer has to be the last.
            pool.invalidateReadOnlyConnections()
            try pool.close()
        }
    }
}
