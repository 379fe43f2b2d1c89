import Synchronization

/// Whether this node does the work that one of several nodes is enough for: querying Apple, renewing and pruning.
package final class Leadership: Sendable {
    private struct State {
        var isLeader: Bool
        var observers: [Int: AsyncStream<Bool>.Continuation] = [:]
        var lastID = 0
    }

    private let state: Mutex<State>

    /// Creates a leadership. A server with its own database leads from the start, for ever.
    package init(isLeader: Bool) { state = Mutex(State(isLeader: isLeader)) }

    package var isLeader: Bool { state.withLock { $0.isLeader } }

    /// Begins or ends the lead.
    package func change(to isLeader: Bool) {
        state.withLock { state in
            guard state.isLeader != isLeader else { return }
            state.isLeader = isLeader
            for observer in state.observers.values { observer.yield(isLeader) }
        }
    }

    /// Runs work while this node leads, and other work while it does not. A change cancels the work and waits for its end.
    /// Returns when the task is cancelled.
    package func whileLeading(
        _ work: @escaping @Sendable () async -> Void, otherwise: @escaping @Sendable () async -> Void = {}
    ) async {
        var running: (leads: Bool, task: Task<Void, Never>)?
        for await isLeader in changes() where running?.leads != isLeader {
            running?.task.cancel()
            await running?.task.value
            running = (isLeader, Task { if isLeader { await work() } else { await otherwise() } })
        }
        running?.task.cancel()
        await running?.task.value
    }

    /// Returns the current value and each later one.
    private func changes() -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
        let id = state.withLock { state in
            state.lastID += 1
            state.observers[state.lastID] = continuation
            continuation.yield(state.isLeader)
            return state.lastID
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.observers.removeValue(forKey: id) }
        }
        return stream
    }
}
