import Foundation
import Synchronization

/// The clock of the device. It stands still until it is moved, so that nothing depends on how long a test takes.
final class DeviceClock: Sendable {
    private struct State {
        var now: Date
        var sleepers: [UUID: (until: Date, wake: AsyncStream<Void>.Continuation)] = [:]
    }

    private let state: Mutex<State>

    /// - Parameter start: What it says now.
    init(_ start: Date) { state = Mutex(State(now: start)) }

    var now: Date { state.withLock { $0.now } }

    /// Moves the clock on. Whoever slept long enough wakes.
    func advance(_ seconds: TimeInterval) {
        let due = state.withLock { state in
            state.now += seconds
            return state.sleepers.values.filter { [now = state.now] in $0.until <= now }
        }
        for sleeper in due { sleeper.wake.finish() }
    }

    /// Waits until the clock was moved that far.
    func sleep(_ seconds: TimeInterval) async throws {
        let (rest, wake) = AsyncStream.makeStream(of: Void.self)
        let id = UUID()
        state.withLock { state in
            let until = state.now + seconds
            if until <= state.now { wake.finish() } else { state.sleepers[id] = (until, wake) }
        }
        // Ends too when the task is cancelled.
        for await _ in rest {}
        state.withLock { $0.sleepers[id] = nil }
        try Task.checkCancellation()
    }
}
