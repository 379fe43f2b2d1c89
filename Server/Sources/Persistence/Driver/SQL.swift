/// A connection inside one transaction. Valid only in the body it was handed to.
///
/// One statement a call. Values stand as `$1`, `$2`, … and may be named more than once. The statements are such that
/// every engine takes them; what has to differ is in ``Dialect``.
package protocol SQL {
    /// Runs a statement that answers with rows.
    /// - Throws: ``StoreError``.
    func query(_ statement: String, _ values: [SQLValue]) throws -> [SQLRow]

    /// Runs a statement that changes something.
    /// - Returns: How many rows were inserted, updated or deleted; for other statements it means nothing.
    /// - Throws: ``StoreError``.
    @discardableResult
    func execute(_ statement: String, _ values: [SQLValue]) throws -> Int
}

extension SQL {
    /// The rows a statement answers with.
    package func rows(_ statement: String, _ values: any SQLBindable...) throws -> [SQLRow] {
        try query(statement, values.map { try $0.sqlValue })
    }

    /// The first row a statement answers with.
    package func row(_ statement: String, _ values: any SQLBindable...) throws -> SQLRow? {
        try query(statement, values.map { try $0.sqlValue }).first
    }

    /// Runs a statement that changes something; says how many rows it was.
    @discardableResult
    package func run(_ statement: String, _ values: any SQLBindable...) throws -> Int {
        try execute(statement, values.map { try $0.sqlValue })
    }
}
