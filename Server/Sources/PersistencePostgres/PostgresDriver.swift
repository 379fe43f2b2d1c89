import ControlPlane
package import Foundation
package import Persistence

/// PostgreSQL over one connection. Transactions run one after the other; use several drivers for concurrent ones.
///
/// The first transaction connects, and a later one reconnects if the connection was lost. Connecting does not migrate
/// the schema; see ``Schema``. If the connection is lost during a commit, its result is unknown: read before a retry.
package struct PostgresDriver: Driver {
    private let connection: PostgresConnection

    /// Creates a driver without connecting. `settings` is a libpq connection string; `lockTimeout` the longest wait for
    /// another transaction that holds a lock.
    package init(_ settings: String, lockTimeout: Duration = PostgresOptions().lockTimeout) {
        connection = PostgresConnection(settings, options: PostgresOptions(lockTimeout: lockTimeout))
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try Task.checkCancellation()
        let result = try await connection.transaction(begin: PostgresTransaction.read, body: body)
        try Task.checkCancellation()
        return result
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try Task.checkCancellation()
        return try await connection.transaction(begin: PostgresTransaction.write, body: body)
    }

    /// Closes the connection. The next transaction reconnects.
    package func close() async { await connection.close() }
}

/// The statements that begin a transaction.
enum PostgresTransaction {
    static let read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    /// A statement that waited for a lock has to see the changes of the transaction that held it.
    static let write = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
}

/// Migrations of a PostgreSQL database, which several operators and pipelines may start at once.
package enum PostgresMigration {
    /// The longest wait for another migration or move.
    package static let patience = Duration.seconds(60)

    /// Runs the missing migrations, all of them or none, after every other migration of this database has ended, and
    /// returns those that ran. The ledger notes `now`.
    /// - Throws: ``StoreError``: `locked` if another migration, or another program's lock of a table, lasted too long.
    ///   Nothing has changed then, except perhaps after `outcomeUnknown`.
    package static func run(
        _ driver: any Driver, waiting limit: Duration = patience, at now: Date
    ) async throws -> [Migration] {
        try await Schema.migrate(driver, at: now) { try lock($0, waiting: limit) }
    }

    /// Takes the advisory lock of the schema until the transaction ends.
    ///
    /// Transactions that have to wait for a table also hold up the nodes' transactions behind them. So the wait for
    /// tables is short.
    static func lock(_ sql: any SQLSession, waiting limit: Duration) throws {
        try sql.run("SET LOCAL lock_timeout = \(max(1, Int(limit / .milliseconds(1))))")
        try sql.run("SET LOCAL statement_timeout = 0")
        // Each schema of a database has its own lock.
        try sql.run(
            """
            SELECT pg_advisory_xact_lock($1 + CAST(oid AS BIGINT)) FROM pg_namespace
            WHERE nspname = current_schema()
            """, binding: 0x4149_5257 << 32)
        try sql.run("SET LOCAL lock_timeout = 5000")
    }
}
