import ControlPlane
package import Persistence

/// PostgreSQL over one connection. Transactions run one after the other; use several drivers for concurrent ones.
///
/// The first transaction connects, and a later one reconnects if the connection was lost. Connecting does not migrate
/// the schema; see ``Schema``. If the connection is lost during a commit, its result is unknown: read before a retry.
package struct PostgresDriver: Driver {
    private let connection: PostgresConnection

    /// Creates a driver without connecting. `settings` is a libpq connection string; `lockTimeout` the longest wait for
    /// another transaction that holds a lock.
    package init(_ settings: String, lockTimeout: Duration = .seconds(5)) {
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
