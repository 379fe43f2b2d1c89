import CLibPQ
package import ControlPlane
import Dispatch
import Persistence

/// One connection to PostgreSQL. libpq's calls block, so they run one at a time on their own queue.
actor PostgresConnection {
    private let executor = QueueExecutor()
    private let settings: String
    private let options: PostgresOptions
    private let gate: ReconnectGate?
    private var link: PostgresLink?

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Creates a connection that the first transaction opens. `settings` is a libpq connection string or URL; the gate
    /// limits the attempts to connect.
    init(_ settings: String, options: PostgresOptions, gate: ReconnectGate? = nil) {
        self.settings = settings
        self.options = options
        self.gate = gate
    }

    func close() { link = nil }

    /// Runs a body between the statement `begin` and a commit, or rolls it back.
    func transaction<T: Sendable>(begin: String, body: @Sendable (any SQLSession) throws -> T) throws -> T {
        let link = try beginTransaction(begin)
        do {
            let result = try TransactionSession.run(on: link, body: body)
            try commit(link)
            return result
        } catch {
            if link.isConnected, link.isInTransaction { _ = try? link.control("ROLLBACK") }
            // A connection whose transaction has not ended still holds its locks.
            if !link.isConnected || link.isInTransaction { close() }
            throw error
        }
    }

    private func commit(_ link: PostgresLink) throws {
        let answer: String
        do {
            answer = try link.control("COMMIT")
        } catch {
            throw link.isConnected ? error : StoreError.outcomeUnknown
        }
        // After a failed statement PostgreSQL answers a COMMIT with ROLLBACK, which is not an error to it.
        guard answer == "COMMIT" else { throw StoreError.unavailable("PostgreSQL rolled the transaction back") }
    }

    /// Begins a transaction. Reconnects if the connection was lost since the last transaction.
    private func beginTransaction(_ begin: String) throws -> PostgresLink {
        let link = try connected()
        do {
            try link.control(begin)
            return link
        } catch {
            guard !link.isConnected else { throw error }
            close()
            let link = try connected()
            try link.control(begin)
            return link
        }
    }

    private func connected() throws -> PostgresLink {
        if let link, link.isConnected { return link }
        close()
        let connect = { [settings, options] in try PostgresLink(settings, options: options) }
        let new = try gate?.attempt(connect) ?? connect()
        link = new
        return new
    }
}

/// libpq, PostgreSQL's client library.
package enum LibPQ {
    private static let failure: String? = unsafe libpq_load().map { unsafe String(cString: $0) }

    /// Loads the library, once. No other function of libpq may be called before.
    /// - Throws: ``StoreError`` `unavailable` if it is not installed.
    package static func load() throws(StoreError) {
        if let failure { throw .unavailable(failure) }
    }
}

/// An executor with a queue of its own, so that blocking calls occupy no thread of the shared pool.
final class QueueExecutor: SerialExecutor {
    /// The queue, on which sources of events may call the actor.
    let queue = DispatchQueue(label: "airworthy.postgres")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
