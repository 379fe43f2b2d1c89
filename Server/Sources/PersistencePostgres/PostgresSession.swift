import CLibPQ
import ControlPlane
import Persistence

/// A PostgreSQL connection inside a transaction.
@safe struct PostgresSession: SQLSession {
    private let connection: OpaquePointer

    init(_ connection: OpaquePointer) { unsafe self.connection = connection }

    var isInTransaction: Bool { unsafe PQtransactionStatus(connection) != PQTRANS_IDLE }

    var isConnected: Bool { unsafe PQstatus(connection) == CONNECTION_OK }

    func query(_ statement: String, values: [SQLValue]) throws -> [SQLRow] {
        try run(statement, values: values).rows()
    }

    func execute(_ statement: String, values: [SQLValue]) throws -> Int {
        try run(statement, values: values).changes
    }

    /// Runs a statement that controls the transaction.
    /// - Returns: The command tag, such as `COMMIT`.
    @discardableResult
    func control(_ statement: String) throws -> String {
        try run(statement, values: []).command
    }

    private func run(_ statement: String, values: [SQLValue]) throws -> PostgresResult {
        let answer = unsafe PostgresParameters(values).run(statement, on: connection)
        guard let answer = unsafe answer else { throw unsafe PostgresErrorMapper.connectionError(of: connection) }
        let result = unsafe PostgresResult(answer)
        guard result.isGood else {
            guard isConnected else { throw unsafe PostgresErrorMapper.connectionError(of: connection) }
            throw PostgresErrorMapper.storeError(state: result.state, message: result.message)
        }
        return result
    }
}

/// Translates PostgreSQL's errors into store errors, without stored values.
enum PostgresErrorMapper {
    /// Returns the error of a statement.
    static func storeError(state: String, message: String) -> StoreError {
        switch state {
        case "53100": .full
        // A lock time-out, a lost race against a concurrent transaction, a deadlock.
        case "55P03", "40001", "40P01": .locked
        case "42501", "25006": .unavailable("this PostgreSQL user lacks a permission: \(message)")
        default: .unavailable("PostgreSQL: \(message) (\(state))")
        }
    }

    /// Returns the error of a connection.
    static func connectionError(of connection: OpaquePointer) -> StoreError {
        let message = unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
        let lines = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return .unavailable("no connection to PostgreSQL: \(lines.isEmpty ? "it was lost" : lines)")
    }
}
