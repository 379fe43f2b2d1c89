import ControlPlane

/// A connection inside one transaction. Valid only in the body that receives it.
///
/// Each call runs one statement. Values stand as `$1`, `$2`, … and may be used more than once. Statements use only SQL
/// that every engine accepts; the exceptions are in ``Dialect``.
package protocol SQLSession {
    /// Runs a statement that returns rows.
    /// - Throws: ``StoreError``.
    func query(_ statement: String, values: [SQLValue]) throws -> [SQLRow]

    /// Runs a statement that changes rows.
    /// - Returns: The number of inserted, updated or deleted rows; meaningless for other statements.
    /// - Throws: ``StoreError``.
    @discardableResult
    func execute(_ statement: String, values: [SQLValue]) throws -> Int
}

extension SQLSession {
    /// Returns the rows of a query.
    package func rows(_ statement: String, binding values: any SQLBindable...) throws -> [SQLRow] {
        try query(statement, values: values.map { try $0.sqlValue })
    }

    /// Returns the first row of a query.
    package func row(_ statement: String, binding values: any SQLBindable...) throws -> SQLRow? {
        try query(statement, values: values.map { try $0.sqlValue }).first
    }

    /// Runs a statement that changes rows; returns their number.
    @discardableResult
    package func run(_ statement: String, binding values: any SQLBindable...) throws -> Int {
        try execute(statement, values: values.map { try $0.sqlValue })
    }
}

/// A session that fails for good with its first failed statement, and that ends with its transaction.
///
/// After a failed statement nothing more runs and nothing is committed, even if the body caught the error. PostgreSQL
/// behaves like that by itself, SQLite does not.
package final class TransactionSession: SQLSession {
    private let engine: any SQLSession
    private var failure: (any Error)?

    private init(_ engine: any SQLSession) { self.engine = engine }

    /// Runs a body on `engine`, in the current transaction.
    /// - Throws: The error of the body, or the error that the body caught.
    package static func run<T>(on engine: any SQLSession, body: (any SQLSession) throws -> T) throws -> T {
        let session = TransactionSession(engine)
        defer { session.failure = StoreError.unavailable("the transaction is over") }
        let result = try body(session)
        if let failure = session.failure { throw failure }
        return result
    }

    package func query(_ statement: String, values: [SQLValue]) throws -> [SQLRow] {
        try attempt { try engine.query(statement, values: values) }
    }

    package func execute(_ statement: String, values: [SQLValue]) throws -> Int {
        try attempt { try engine.execute(statement, values: values) }
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
