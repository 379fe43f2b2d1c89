import Synchronization

/// Holds callers until it is opened. Each opening lets one caller pass.
final class Gate: Sendable {
    private let state = Mutex<(openings: Int, waiters: [CheckedContinuation<Void, Never>])>((0, []))

    /// Lets one caller pass, now or later.
    func open() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if !state.waiters.isEmpty { return state.waiters.removeFirst() }
            state.openings += 1
            return nil
        }
        waiter?.resume()
    }

    /// Waits for an opening.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if state.openings > 0 {
                    state.openings -= 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Waits until a condition holds that another task brings about.
func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}

/// Never ends before it is cancelled.
@Sendable func sleepForever(_: Duration = .zero) async throws {
    for await _ in AsyncStream<Void>.makeStream().stream {}
    throw CancellationError()
}
