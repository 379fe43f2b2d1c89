import CLibPQ
import ControlPlane
import Dispatch
import Persistence

/// One connection to PostgreSQL. libpq's calls block, so they run one at a time on their own queue.
@safe actor PostgresConnection {
    private let executor = QueueExecutor()
    private let settings: String
    private let lockTimeout: Duration
    private var connection: OpaquePointer?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(_ settings: String, lockTimeout: Duration) {
        self.settings = settings
        self.lockTimeout = lockTimeout
    }

    isolated deinit { unsafe PQfinish(connection) }

    func close() {
        unsafe PQfinish(connection)
        unsafe connection = nil
    }

    /// Runs a body between the statement `begin` and a commit, or rolls it back.
    func transaction<T: Sendable>(begin: String, body: @Sendable (any SQLSession) throws -> T) throws -> T {
        let session = try beginTransaction(begin)
        do {
            let result = try TransactionSession.run(on: session, body: body)
            try commit(session)
            return result
        } catch {
            if session.isInTransaction { _ = try? session.control("ROLLBACK") }
            throw error
        }
    }

    private func commit(_ session: PostgresSession) throws {
        let answer: String
        do {
            answer = try session.control("COMMIT")
        } catch {
            throw session.isConnected ? error : StoreError.outcomeUnknown
        }
        // After a failed statement PostgreSQL answers a COMMIT with ROLLBACK, which is not an error to it.
        guard answer == "COMMIT" else { throw StoreError.unavailable("PostgreSQL rolled the transaction back") }
    }

    /// Begins a transaction. Reconnects if the connection was lost since the last transaction.
    private func beginTransaction(_ begin: String) throws -> PostgresSession {
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
            throw StoreError.unavailable("out of memory for a connection to PostgreSQL")
        }
        unsafe connection = new
        guard unsafe PQstatus(new) == CONNECTION_OK, unsafe PQsetClientEncoding(new, "UTF8") == 0 else {
            let error = unsafe PostgresErrorMapper.connectionError(of: new)
            close()
            throw error
        }
        let session = unsafe PostgresSession(new)
        try session.control("SET lock_timeout = \(Int(lockTimeout / .milliseconds(1)))")
        return session
    }
}

/// An executor with a queue of its own, so that blocking calls occupy no thread of the shared pool.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "airworthy.postgres")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
