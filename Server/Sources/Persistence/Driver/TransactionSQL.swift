import ControlPlane

/// Holds every engine to the same manners inside a transaction.
///
/// After a failed statement nothing more runs and nothing is committed, even if the body caught the error: PostgreSQL
/// is like that by itself, SQLite is not. After the transaction is over nothing runs at all.
package final class TransactionSQL: SQL {
    private let engine: any SQL
    private var failure: (any Error)?

    private init(_ engine: any SQL) { self.engine = engine }

    /// Runs a body on `engine`, in the transaction it is in.
    /// - Throws: What the body throws, or the error it should not have caught.
    package static func run<T>(_ engine: any SQL, _ body: (any SQL) throws -> T) throws -> T {
        let transaction = TransactionSQL(engine)
        defer { transaction.failure = StoreError.unavailable("the transaction is over") }
        let result = try body(transaction)
        if let failure = transaction.failure { throw failure }
        return result
    }

    package func query(_ statement: String, _ values: [SQLValue]) throws -> [SQLRow] {
        try attempt { try engine.query(statement, values) }
    }

    package func execute(_ statement: String, _ values: [SQLValue]) throws -> Int {
        try attempt { try engine.execute(statement, values) }
    }

    private func attempt<T>(_ work: () throws -> T) throws -> T {
        if let failure { throw failure }
        do {
            return try work()
        } catch {
            failure = error
            throw error
        }
    }
}
