import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Lets a number of calls through in any minute, and none for minutes after Apple refused one.
final class CallWindow: Sendable {
    private struct State {
        var calls: [Date] = []
        var refusals = 0
        var closedUntil = Date.distantPast
    }

    /// Seconds of the first pause; doubled with each refusal in a row.
    private static let firstPause: TimeInterval = 120
    private static let longestPause: TimeInterval = 1_800

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
            let pause = min(Self.longestPause, Self.firstPause * Double(1 << min(state.refusals, 8)))
            state.refusals += 1
            let wait = max(pause, min(retryAfter ?? 0, Self.longestPause))
            state.closedUntil = max(state.closedUntil, now.addingTimeInterval(wait))
            return wait
        }
    }

    /// Apple answered a call.
    func answered() {
        state.withLock { $0.refusals = 0 }
    }
}
