import Foundation
import Synchronization

/// The clock of the device. It runs, may be wrong, and can be moved: whoever sleeps by it sleeps less then.
final class DeviceClock: Sendable {
    private struct State {
        /// What it is off by, in seconds.
        var offset: TimeInterval
        var sleepers: [UUID: AsyncStream<Void>.Continuation] = [:]
    }

    private let state: Mutex<State>

    /// - Parameter start: What it says now.
    init(_ start: Date) { state = Mutex(State(offset: start.timeIntervalSinceNow)) }

    var now: Date { Date(timeIntervalSinceNow: state.withLock { $0.offset }) }

    /// Moves the clock on.
    func advance(_ seconds: TimeInterval) {
        let sleepers = state.withLock { state in
            state.offset += seconds
            return Array(state.sleepers.values)
        }
        for sleeper in sleepers { sleeper.yield() }
    }

    /// Waits until the clock is that much further, however that came.
    func sleep(_ seconds: TimeInterval) async throws {
        let end = now.addingTimeInterval(seconds)
        let (moves, sleeper) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        state.withLock { $0.sleepers[id] = sleeper }
        defer { state.withLock { $0.sleepers[id] = nil } }
        while case let left = end.timeIntervalSince(now), left > 0 {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await Task.sleep(for: .seconds(min(left, 3_600))) }
                group.addTask { for await _ in moves { return } }
                await group.next()
                group.cancelAll()
            }
            try Task.checkCancellation()
        }
    }
}
