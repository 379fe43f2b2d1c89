package import ControlPlane

/// The persistent store, written once over every database engine.
package struct SQLStore: Store {
    private let driver: any Driver

    /// Creates a store over a database whose schema is current; see ``Schema``.
    package init(_ driver: any Driver) { self.driver = driver }

    package func read<T: Sendable>(
        _ body: @escaping @Sendable (any ReadTransaction) throws -> T
    ) async throws -> T {
        try await driver.read { sql in try body(SQLTransaction(sql)) }
    }

    package func write<T: Sendable>(
        _ body: @escaping @Sendable (any WriteTransaction) throws -> T
    ) async throws -> T {
        try await driver.write { sql in
            let transaction = SQLTransaction(sql)
            let result = try body(transaction)
            // Last, because all nodes lock the same row for it.
            try transaction.recorder.store(in: sql)
            return result
        }
    }
}

/// One transaction of an ``SQLStore``. The file of each table has the reads and changes of its rows.
struct SQLTransaction: ReadTransaction, WriteTransaction {
    let sql: any SQLSession
    let recorder = ChangeRecorder()

    init(_ sql: any SQLSession) { self.sql = sql }
}
