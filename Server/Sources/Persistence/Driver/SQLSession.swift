import ControlPlane

/// A connection inside one transaction. Valid only in the body that receives it.
///
/// Each call runs one statement. Values stand as `$1`, `$2`, … and may be used more than once. Statements use only SQL
/// that every engine accepts; the exceptions are in ``Dialect``.
package protocol SQLSession {
    /// The engine that runs the statements.
    var dialect: Dialect { get }

    func query(_ statement: String, values: [SQLValue]) throws -> [SQLRow]

    /// Runs a statement that returns many rows, which are not in memory together. `body` runs no statements.
    func forEachRow(of statement: String, values: [SQLValue], _ body: (SQLRow) throws -> Void) throws

    /// Runs a query with two columns of numbers, of many rows, and adds up the second column for each number in the
    /// first.
    func sums(of statement: String, values: [SQLValue]) throws -> [Int: Int]

    /// Runs a statement that changes rows. Returns how many were inserted, updated or deleted; meaningless for other
    /// statements.
    @discardableResult
    func execute(_ statement: String, values: [SQLValue]) throws -> Int

    /// Runs a query with many rows. In the statement `{rows}` stands for a query that returns them, such as in `SELECT
    /// … WHERE app = $1 AND cell IN ({rows})`; `values` are those of `$1`, `$2`, …
    ///
    /// The statement may run several times, each time with a part of the rows, in their order. All rows have the same
    /// number of values; the values of a column have one type, or are NULL.
    func query(_ statement: String, values: [SQLValue], rows: [[SQLValue]]) throws -> [SQLRow]

    /// Runs a statement that changes rows with many rows, as ``query(_:values:rows:)`` does. Returns how many were
    /// inserted, updated or deleted.
    @discardableResult
    func execute(_ statement: String, values: [SQLValue], rows: [[SQLValue]]) throws -> Int
}

extension SQLSession {
    package func forEachRow(of statement: String, values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
        try query(statement, values: values).forEach(body)
    }

    package func sums(of statement: String, values: [SQLValue]) throws -> [Int: Int] {
        var sums: [Int: Int] = [:]
        let summed = """
            SELECT given.key, CAST(SUM(given.number) AS BIGINT) AS number FROM (\(statement)) AS given (key, number)
            GROUP BY given.key
            """
        try forEachRow(of: summed, values: values) { sums[try $0.integer("key")] = try $0.integer("number") }
        return sums
    }

    package func query(_ statement: String, values: [SQLValue], rows: [[SQLValue]]) throws -> [SQLRow] {
        try parts(of: statement, values: values, rows: rows).flatMap { try query($0.statement, values: $0.values) }
    }

    package func execute(_ statement: String, values: [SQLValue], rows: [[SQLValue]]) throws -> Int {
        try parts(of: statement, values: values, rows: rows).reduce(0) {
            try $0 + execute($1.statement, values: $1.values)
        }
    }

    /// Splits a statement into some with a place for each value of 200 rows.
    private func parts(
        of statement: String, values: [SQLValue], rows: [[SQLValue]]
    ) -> [(statement: String, values: [SQLValue])] {
        stride(from: 0, to: rows.count, by: 200).map { start in
            let part = Array(rows[start..<min(start + 200, rows.count)])
            let places = SQLValue.places(of: part, after: values.count)
            return (statement.replacing("{rows}", with: "VALUES \(places)"), values + part.flatMap { $0 })
        }
    }
}

extension SQLSession {
    package func rows(_ statement: String, binding values: any SQLBindable...) throws -> [SQLRow] {
        try query(statement, values: values.map { try $0.sqlValue })
    }

    package func row(_ statement: String, binding values: any SQLBindable...) throws -> SQLRow? {
        try query(statement, values: values.map { try $0.sqlValue }).first
    }

    /// Runs a statement that changes rows; returns their number.
    @discardableResult
    package func run(_ statement: String, binding values: any SQLBindable...) throws -> Int {
        try execute(statement, values: values.map { try $0.sqlValue })
    }

    /// Inserts rows that begin with the shared values. `columns` has commas between the names; `onConflict` names the
    /// columns of a key and what to do with a row that has one; `nil` to fail.
    func insert(
        into table: String, columns: String, shared: [SQLValue] = [], rows: [[SQLValue]], onConflict: String? = nil
    ) throws {
        let places = (0..<shared.count).map { "$\($0 + 1), " }.joined()
        // Without WHERE, SQLite would take ON CONFLICT for a part of a join.
        let end = onConflict.map { "WHERE true ON CONFLICT \($0)" } ?? ""
        try execute(
            "INSERT INTO \(table) (\(columns)) SELECT \(places)* FROM ({rows}) AS given \(end)", values: shared,
            rows: rows)
    }
}

/// A session whose statements another one runs. Each call is forwarded as it is, because engines have faster ways for some.
package protocol ForwardingSession: SQLSession {
    var engine: any SQLSession { get }

    /// Runs a statement, which `work` does. `rows` returns the number of rows of its result.
    func forward<T>(_ statement: String, rows: (T) -> Int, _ work: () throws -> T) throws -> T
}

extension ForwardingSession {
    package var dialect: Dialect { engine.dialect }

    package func query(_ statement: String, values: [SQLValue]) throws -> [SQLRow] {
        try forward(statement, rows: \.count) { try engine.query(statement, values: values) }
    }

    package func forEachRow(of statement: String, values: [SQLValue], _ body: (SQLRow) throws -> Void) throws {
        _ = try forward(statement, rows: { $0 }) {
            var count = 0
            try engine.forEachRow(of: statement, values: values) { row in
                count += 1
                try body(row)
            }
            return count
        }
    }

    package func sums(of statement: String, values: [SQLValue]) throws -> [Int: Int] {
        try forward(statement, rows: \.count) { try engine.sums(of: statement, values: values) }
    }

    package func execute(_ statement: String, values: [SQLValue]) throws -> Int {
        try forward(statement, rows: { $0 }) { try engine.execute(statement, values: values) }
    }

    package func query(_ statement: String, values: [SQLValue], rows: [[SQLValue]]) throws -> [SQLRow] {
        try forward(statement, rows: \.count) { try engine.query(statement, values: values, rows: rows) }
    }

    package func execute(_ statement: String, values: [SQLValue], rows: [[SQLValue]]) throws -> Int {
        try forward(statement, rows: { $0 }) { try engine.execute(statement, values: values, rows: rows) }
    }
}

/// A session that fails for good with its first failed statement, and that ends with its transaction.
///
/// After a failed statement nothing more runs and nothing is committed, even if the body caught the error. PostgreSQL
/// behaves like that by itself, SQLite does not.
package final class TransactionSession: ForwardingSession {
    package let engine: any SQLSession
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

    package func forward<T>(_ statement: String, rows: (T) -> Int, _ work: () throws -> T) throws -> T {
        if let failure { throw failure }
        do {
            return try work()
        } catch {
            failure = error
            throw error
        }
    }
}
