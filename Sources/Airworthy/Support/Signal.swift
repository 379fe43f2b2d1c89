/// Counts turns and lets tasks wait for the next one.
///
/// Take ``count`` first, then look at the state, then wait: a turn in between is not missed.
package final class Signal: Sendable {
    private struct State {
        var count = 0
        var lastTicket = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// How many turns there were.
    package var count: Int { state.withLock { $0.count } }

    /// Lets everybody through who waits.
    package func turn() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count += 1
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until there were more turns than `seen`, or the task is cancelled.
    package func wait(after seen: Int) async {
        let ticket = state.withLock { state -> Int in
            state.lastTicket += 1
            return state.lastTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state -> Bool in
                    // The flag is set before the handler runs, so one of the two sees the other.
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
