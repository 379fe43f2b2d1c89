package import ControlPlane

/// The one store there is, over any engine.
package struct SQLStore: Store {
    private let driver: any Driver

    /// Makes a store over a database whose schema is current; see ``Schema``.
    package init(_ driver: any Driver) { self.driver = driver }

    package func read<T: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> T
    ) async throws -> T {
        try await driver.read { sql in try body(SQLTransaction(sql)) }
    }

    package func write<T: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> T
    ) async throws -> T {
        try await driver.write { sql in try body(SQLTransaction(sql)) }
    }
}

/// What a body sees of one transaction. The methods are in the files named after what they keep.
struct SQLTransaction: WriteTransaction {
    let sql: any SQL

    init(_ sql: any SQL) { self.sql = sql }

    /// A negative limit is none, not "all" as in SQLite.
    static func atMost(_ limit: Int) -> Int { max(0, limit) }
}
