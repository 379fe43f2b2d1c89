import AirworthySupport
import Foundation
import ServerSupport
import Synchronization

/// The limit of lookup calls: a number in any minute, and a pause of minutes after Apple rejected one.
final class LookupLimit: Sendable {
    private struct State {
        var bucket: TokenBucket
        var rejections = 0
        var pausedUntil = Date.distantPast
    }

    private static let backoff = Backoff(first: 120, longest: 1_800)

    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    init(callsPerMinute: Int, now: @escaping @Sendable () -> Date) {
        let bucket = TokenBucket(capacity: Double(max(1, callsPerMinute)), window: .seconds(60))
        state = Mutex(State(bucket: bucket))
        self.now = now
    }

    /// Takes one call. Returns `nil` if it may be made now; otherwise the time to wait.
    func take() -> Duration? {
        let now = now()
        return state.withLock { state in
            if state.pausedUntil > now { return state.pausedUntil.duration(since: now) }
            return state.bucket.take(at: now)
        }
    }

    /// Starts a pause after Apple rejected a call, with the `Retry-After` if it sent one. Returns its length.
    func pause(retryAfter: Duration?) -> Duration {
        let now = now()
        return state.withLock { state in
            state.rejections += 1
            let wanted = min(retryAfter?.seconds ?? 0, Self.backoff.longest)
            let pause = Duration.seconds(max(Self.backoff.pause(afterFailures: state.rejections), wanted))
            state.pausedUntil = max(state.pausedUntil, now + pause)
            return pause
        }
    }

    /// Resets the back-off after Apple answered a call.
    func succeed() {
        state.withLock { $0.rejections = 0 }
    }
}
