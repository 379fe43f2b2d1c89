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

    /// Whether this node leads.
    package var isLeader: Bool { state.withLock { $0.isLeader } }

    /// Begins or ends the lead.
    package func change(to isLeader: Bool) {
        state.withLock { state in
            guard state.isLeader != isLeader else { return }
            state.isLeader = isLeader
            for observer in state.observers.values { observer.yield(isLeader) }
        }
    }

    /// Runs work whenever this node leads, and cancels it when the lead ends. Returns when the task is cancelled.
    package func whileLeading(_ work: @escaping @Sendable () async -> Void) async {
        var running: Task<Void, Never>?
        for await isLeader in changes() {
            if isLeader, running == nil {
                running = Task { await work() }
            } else if !isLeader {
                running?.cancel()
                await running?.value
                running = nil
            }
        }
        running?.cancel()
        await running?.value
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
