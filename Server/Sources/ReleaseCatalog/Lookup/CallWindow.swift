import AirworthySupport
import Foundation
import Synchronization

/// Lets a number of calls through in any minute, and none for minutes after Apple refused one.
final class CallWindow: Sendable {
    private struct State {
        var calls: [Date] = []
        var refusals = 0
        var closedUntil = Date.distantPast
    }

    private static let backoff = Backoff(first: 120, longest: 1_800)

    private let limit: Int
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    init(callsPerMinute: Int, now: @escaping @Sendable () -> Date) {
        limit = max(1, callsPerMinute)
        self.now = now
    }

    /// Takes one call.
    /// - Returns: `nil` if it may be made now, otherwise the seconds until there is room.
    func take() -> TimeInterval? {
        let now = now()
        return state.withLock { state in
            if state.closedUntil > now { return state.closedUntil.timeIntervalSince(now) }
            // A clock that was set back must not close the window for long: calls of its future count as made now.
            state.calls = state.calls.map { min($0, now) }.filter { now.timeIntervalSince($0) < 60 }
            guard state.calls.count < limit else { return 60 - now.timeIntervalSince(state.calls[0]) }
            state.calls.append(now)
            return nil
        }
    }

    /// Apple refused a call.
    /// - Returns: The seconds of the pause.
    func refused(retryAfter: TimeInterval?) -> TimeInterval {
        let now = now()
        return state.withLock { state in
            state.refusals += 1
            let pause = Self.backoff.pause(afterFailures: state.refusals)
            let wait = max(pause, min(retryAfter ?? 0, Self.backoff.longest))
            state.closedUntil = max(state.closedUntil, now.addingTimeInterval(wait))
            return wait
        }
    }

    /// Apple answered a call.
    func answered() {
        state.withLock { $0.refusals = 0 }
    }
}
