import Synchronization

/// A signal that wakes one waiting task. A signal that is sent while no task waits is kept for the next one that does.
package final class Signal: Sendable {
    private struct State {
        var isSent = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    package init() {}

    /// Wakes the waiting task, or the next one that waits.
    package func send() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            state.isSent = state.waiter == nil
            return state.waiter
        }
        waiter?.resume()
    }

    /// Waits for the signal, or until the task is cancelled. Only one task at a time may wait.
    package func wait() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isSent || Task.isCancelled {
                        state.isSent = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.waiter = nil }
                return state.waiter
            }
            waiter?.resume()
        }
    }

    /// Waits for the signal, or until `sleep` has waited for this time. Throws when the task is cancelled.
    package func wait(
        atMost time: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sleep(time) }
            group.addTask { await self.wait() }
            defer { group.cancelAll() }
            try await group.next()
        }
        try Task.checkCancellation()
    }
}
