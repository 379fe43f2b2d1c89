import CLibPQ
import ControlPlane
import Persistence

/// One connection. libpq's calls block, so they run on a queue of their own, one at a time.
@safe actor PostgresConnection {
    private let executor = QueueExecutor()
    private let settings: String
    private let lockTimeout: Int
    private var connection: OpaquePointer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(_ settings: String, lockTimeout: Int) {
        self.settings = settings
        self.lockTimeout = lockTimeout
    }

    isolated deinit { unsafe PQfinish(connection) }

    func close() {
        unsafe PQfinish(connection)
        unsafe connection = nil
    }

    /// Runs a body between `begin` and a commit, or takes back what it did.
    func transaction<T: Sendable>(_ begin: String, _ body: @Sendable (any SQL) throws -> T) throws -> T {
        let session = try begun(begin)
        do {
            let result = try TransactionSQL.run(session, body)
            // A transaction that failed before answers ROLLBACK to a COMMIT, and calls that a success.
            guard try session.control("COMMIT") == "COMMIT" else {
                throw StoreError.unavailable("PostgreSQL took the transaction back")
            }
            return result
        } catch {
            if session.isInTransaction { _ = try? session.control("ROLLBACK") }
            throw error
        }
    }

    /// Begins a transaction. A connection that was lost since the last one is made again: nothing was done on it.
    private func begun(_ begin: String) throws -> PostgresSession {
        let session = try connected()
        do {
            try session.control(begin)
            return session
        } catch {
            guard !session.isConnected else { throw error }
            let session = try connected()
            try session.control(begin)
            return session
        }
    }

    private func connected() throws -> PostgresSession {
        if let connection = unsafe connection, unsafe PQstatus(connection) == CONNECTION_OK {
            return unsafe PostgresSession(connection)
        }
        close()
        guard let new = unsafe PQconnectdb(settings) else {
            throw StoreError.unavailable("no memory is left for a connection to PostgreSQL")
        }
        unsafe connection = new
        guard unsafe PQstatus(new) == CONNECTION_OK, unsafe PQsetClientEncoding(new, "UTF8") == 0 else {
            let problem = unsafe PostgresProblem.connection(new)
            close()
            throw problem
        }
        let session = unsafe PostgresSession(new)
        try session.control("SET lock_timeout = \(lockTimeout)")
        return session
    }
}
