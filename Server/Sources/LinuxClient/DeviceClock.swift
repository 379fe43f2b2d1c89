import Foundation
import Synchronization

/// The clock of the simulated device. It stands still until it is advanced, so that no test depends on real time.
final class DeviceClock: Sendable {
    private struct State {
        var now: Date
        var sleepers: [UUID: (until: Date, wake: AsyncStream<Void>.Continuation)] = [:]
    }

    private let state: Mutex<State>

    init(_ start: Date) { state = Mutex(State(now: start)) }

    var now: Date { state.withLock { $0.now } }

    /// Advances the clock and wakes the sleepers whose time has come.
    func advance(by seconds: TimeInterval) {
        let due = state.withLock { state in
            state.now += seconds
            return state.sleepers.values.filter { [now = state.now] in $0.until <= now }
        }
        for sleeper in due { sleeper.wake.finish() }
    }

    /// Waits until the clock has advanced by a number of seconds, or the task is cancelled.
    func sleep(_ seconds: TimeInterval) async throws {
        let (rest, wake) = AsyncStream.makeStream(of: Void.self)
        let id = UUID()
        state.withLock { state in
            let until = state.now + seconds
            if until <= state.now { wake.finish() } else { state.sleepers[id] = (until, wake) }
        }
        for await _ in rest {}
        state.withLock { $0.sleepers[id] = nil }
        try Task.checkCancellation()
    }
}
