import ControlPlane
package import Persistence

/// PostgreSQL over one connection: transactions run one after the other. Make several for several at a time.
///
/// The connection is made by the first transaction, and again after it was lost. The schema is migrated by nobody but
/// ``Schema``'s callers. A connection that is lost during a commit leaves open whether it happened: read before a retry.
package struct PostgresDriver: Driver {
    private let connection: PostgresConnection

    package var dialect: Dialect { .postgres }

    /// Names a database; nothing is connected yet.
    /// - Parameters:
    ///   - settings: A connection string as libpq takes it.
    ///   - lockTimeout: How long to wait for another transaction that holds a lock, in milliseconds.
    package init(_ settings: String, lockTimeout: Int = 5_000) {
        connection = PostgresConnection(settings, lockTimeout: lockTimeout)
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any SQL) throws -> T) async throws -> T {
        try Task.checkCancellation()
        return try await connection.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body)
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any SQL) throws -> T) async throws -> T {
        try Task.checkCancellation()
        return try await connection.transaction("BEGIN", body)
    }

    /// Ends the connection. The next transaction makes a new one.
    package func close() async { await connection.close() }
}
