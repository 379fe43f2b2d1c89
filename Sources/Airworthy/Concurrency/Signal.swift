/// A counter whose next increment tasks can wait for.
///
/// Read ``count`` first, then inspect the state, then wait: a signal sent in between is not missed.
package final class Signal: Sendable {
    private struct State {
        var count = 0
        var lastTicket = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// The number of signals sent so far.
    package var count: Int { state.withLock { $0.count } }

    /// Increments the counter and resumes every waiting task.
    package func send() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count += 1
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until ``count`` exceeds `seen` or the task is cancelled.
    package func wait(after seen: Int) async {
        let ticket = state.withLock { state -> Int in
            state.lastTicket += 1
            return state.lastTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    // The task is marked cancelled before its handler runs, so either this check or the handler resumes it.
                    guard state.count <= seen, !Task.isCancelled else { return true }
                    state.waiting[ticket] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
    }
}
