import CLibPQ
import ControlPlane
import Persistence

/// One PostgreSQL connection inside a transaction.
@safe struct PostgresSession: SQL {
    private let connection: OpaquePointer

    init(_ connection: OpaquePointer) { unsafe self.connection = connection }

    var isInTransaction: Bool { unsafe PQtransactionStatus(connection) != PQTRANS_IDLE }

    var isConnected: Bool { unsafe PQstatus(connection) == CONNECTION_OK }

    func query(_ statement: String, _ values: [SQLValue]) throws -> [SQLRow] {
        try run(statement, values).rows()
    }

    func execute(_ statement: String, _ values: [SQLValue]) throws -> Int {
        try run(statement, values).changes
    }

    /// Runs a statement about the transaction itself.
    /// - Returns: What was done, e.g. `COMMIT`.
    @discardableResult
    func control(_ statement: String) throws -> String {
        try run(statement, []).command
    }

    private func run(_ statement: String, _ values: [SQLValue]) throws -> PostgresResult {
        let answer = unsafe PostgresParameters(values).run(statement, on: connection)
        guard let answer = unsafe answer else { throw unsafe PostgresProblem.connection(connection) }
        let result = unsafe PostgresResult(answer)
        guard result.isGood else {
            guard isConnected else {
                throw unsafe PostgresProblem.connection(connection)
            }
            throw PostgresProblem.storeError(state: result.state, message: result.message)
        }
        return result
    }
}
