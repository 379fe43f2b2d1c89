package import ControlPlane
package import Persistence
import ServerSupport
import Synchronization

/// PostgreSQL over several connections, for a server.
///
/// A transaction takes a free connection, or waits for one in the order of the calls. Connections are opened when they are
/// needed and opened again when they were lost. While PostgreSQL cannot be reached, transactions fail at once, except for one
/// attempt from time to time. Connecting does not migrate the schema.
package final class PostgresPool: Driver {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<PostgresConnection, any Error>
        var timer: Task<Void, Never>?

        func end(with result: Result<PostgresConnection, any Error>) {
            timer?.cancel()
            continuation.resume(with: result)
        }
    }

    private struct State {
        var idle: [PostgresConnection] = []
        var busy = 0
        var waiters: [Waiter] = []
        var lastID = 0
        var isClosed = false
        var closing: [CheckedContinuation<Void, Never>] = []
    }

    private let settings: String
    private let limit: Int
    private let patience: Duration
    private let options: PostgresOptions
    private let gate: ReconnectGate
    private let sleep: @Sendable (Duration) async throws -> Void
    private let state = Mutex(State())

    /// Creates a pool without connecting. `patience` is the longest wait for a free connection; `uptime` returns the
    /// time since a fixed moment, for the pauses between attempts to connect; `sleep` throws when the task is
    /// cancelled.
    package init(
        _ settings: String, connections: Int, patience: Duration = PostgresOptions.patience,
        options: PostgresOptions = .server,
        uptime: @escaping @Sendable () -> Duration = Uptime.current,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.settings = settings
        limit = max(1, connections)
        self.patience = patience
        self.options = options
        gate = ReconnectGate(uptime: uptime)
        self.sleep = sleep
    }

    /// The use of the connections at the moment.
    package var use: PoolUse {
        state.withLock { PoolUse(busy: $0.busy, idle: $0.idle.count, waiting: $0.waiters.count) }
    }

    package func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        let result = try await transaction(begin: PostgresTransaction.read, body: body)
        // The running statement is not interrupted, but nobody works on with what it returned.
        try Task.checkCancellation()
        return result
    }

    package func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T {
        try await transaction(begin: PostgresTransaction.write, body: body)
    }

    /// Closes the connections after their running transactions. Every later transaction throws `unavailable`.
    package func close() async {
        let (idle, waiters) = state.withLock { state in
            state.isClosed = true
            defer { (state.idle, state.waiters) = ([], []) }
            return (state.idle, state.waiters)
        }
        for waiter in waiters { waiter.end(with: .failure(Self.closed)) }
        for connection in idle { await connection.close() }
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                guard state.busy > 0 else { return true }
                state.closing.append(continuation)
                return false
            }
            if isDone { continuation.resume() }
        }
    }

    private static let closed = StoreError.unavailable("the server is stopping")

    private func transaction<T: Sendable>(
        begin: String, body: @escaping @Sendable (any SQLSession) throws -> T
    ) async throws -> T {
        let connection = try await acquire()
        do {
            let result = try await connection.transaction(begin: begin, body: body)
            await release(connection)
            return result
        } catch {
            await release(connection)
            throw error
        }
    }

    private func acquire() async throws -> PostgresConnection {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<PostgresConnection, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.isClosed { return .failure(Self.closed) }
                    // Waiters get freed connections directly, so a free one means that nobody waits.
                    if let free = state.idle.popLast() ?? newConnection(in: state) {
                        state.busy += 1
                        return .success(free)
                    }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let result { continuation.resume(with: result) } else { limitWait(of: id) }
            }
        } onCancel: {
            giveUp(id, with: CancellationError())
        }
    }

    private func newConnection(in state: State) -> PostgresConnection? {
        state.busy < limit ? PostgresConnection(settings, options: options, gate: gate) : nil
    }

    /// Ends the wait of a transaction after ``patience``.
    private func limitWait(of id: Int) {
        let timer = Task { [sleep, patience] in
            guard (try? await sleep(patience)) != nil else { return }
            giveUp(id, with: StoreError.locked)
        }
        let isWaiting = state.withLock { state in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return false }
            state.waiters[index].timer = timer
            return true
        }
        if !isWaiting { timer.cancel() }
    }

    private func giveUp(_ id: Int, with error: any Error) {
        let waiter = state.withLock { state -> Waiter? in
            guard let index = state.waiters.firstIndex(where: { $0.id == id }) else { return nil }
            return state.waiters.remove(at: index)
        }
        waiter?.end(with: .failure(error))
    }

    private func release(_ connection: PostgresConnection) async {
        if state.withLock({ $0.isClosed }) { await connection.close() }
        let (next, closing) = state.withLock { state -> (Waiter?, [CheckedContinuation<Void, Never>]) in
            if !state.waiters.isEmpty { return (state.waiters.removeFirst(), []) }
            state.busy -= 1
            guard state.isClosed else {
                state.idle.append(connection)
                return (nil, [])
            }
            guard state.busy == 0 else { return (nil, []) }
            defer { state.closing = [] }
            return (nil, state.closing)
        }
        next?.end(with: .success(connection))
        for continuation in closing { continuation.resume() }
    }
}
