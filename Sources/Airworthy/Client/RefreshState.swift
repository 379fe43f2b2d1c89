import AirworthySupport
package import Foundation

/// The reason for a refresh.
package enum RefreshCause: Hashable, Sendable, CaseIterable {
    /// A cold start.
    case launch
    /// A return to the foreground.
    case foreground
    /// The regular time.
    case scheduled
    /// The user's question whether there is an update.
    case check
    /// A request of the app, such as a silent push.
    case request
    /// A response of the app's own server that asks for a refresh.
    case recheck
}

/// The outcome of a refresh.
package enum RefreshOutcome: Hashable, Sendable {
    /// The source confirmed the policy in force, or sent a newer one.
    case confirmed
    /// The client rejected the answer. Asking again soon would not help.
    case refused
    /// The answer has a newer format.
    case tooNew
    /// No usable answer. `retryAfter` is the wait in seconds that the server asked for.
    case failed(retryAfter: TimeInterval?)
    /// The task was cancelled.
    case cancelled
}

/// The state of the requests to a source, as a state machine without clock and tasks.
package enum RefreshState: Hashable, Sendable {
    /// No request was made yet.
    case idle
    /// A request is under way.
    case fetching(since: Date, failures: Int)
    /// The next request is due after a wait.
    case waiting(Wait)

    /// A wait before the next request.
    package struct Wait: Hashable, Sendable {
        /// The end of the last refresh, by the device's clock.
        package var since: Date
        /// The wait in seconds from then.
        package var delay: TimeInterval
        /// The number of failed refreshes in a row.
        package var failures: Int
        /// Whether the server asked for the wait, so that even a user's check does not shorten it.
        package var isBarred: Bool

        package init(since: Date, delay: TimeInterval, failures: Int = 0, isBarred: Bool = false) {
            self.since = since
            self.delay = delay
            self.failures = failures
            self.isBarred = isBarred
        }

        /// Returns the remaining seconds. A clock that was set back ends the wait rather than prolonging it.
        package func remaining(at now: Date) -> TimeInterval {
            let passed = now.timeIntervalSince(since)
            return passed < 0 ? 0 : max(0, delay - passed)
        }
    }

    /// The minimum time between a refresh and the next one on return to the foreground or by a response, in seconds.
    private static let foregroundInterval: TimeInterval = 60
    /// The time between two requests for a manifest of a readable format, in seconds.
    private static let tooNewInterval: TimeInterval = 86_400

    /// Whether a refresh may begin.
    package func allows(_ cause: RefreshCause, at now: Date) -> Bool {
        switch self {
        case .idle: return true
        case .fetching: return false
        case .waiting(let wait):
            if wait.remaining(at: now) <= 0 { return true }
            if wait.isBarred { return false }
            switch cause {
            case .launch, .check, .request: return true
            case .scheduled: return false
            case .foreground, .recheck: return now.timeIntervalSince(wait.since) >= Self.foregroundInterval
            }
        }
    }

    /// Whether a request is under way.
    package var isFetching: Bool {
        if case .fetching = self { true } else { false }
    }

    /// Returns the seconds until a scheduled refresh is due; `nil` while a request is under way.
    package func secondsUntilDue(at now: Date) -> TimeInterval? {
        switch self {
        case .idle: 0
        case .fetching: nil
        case .waiting(let wait): wait.remaining(at: now)
        }
    }

    /// Returns the state after the beginning of a refresh.
    package func begun(at now: Date) -> RefreshState {
        switch self {
        case .idle: .fetching(since: now, failures: 0)
        case .fetching: self
        case .waiting(let wait): .fetching(since: now, failures: wait.failures)
        }
    }

    /// Returns the state after the end of a refresh.
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - now: The time.
    ///   - interval: The seconds between two refreshes without failures.
    ///   - random: A random number in `0..<1`, which spreads the requests of all installations.
    /// - Returns: The next state.
    package func ended(
        _ outcome: RefreshOutcome, at now: Date, interval: TimeInterval, random: Double
    ) -> RefreshState {
        let spread = 0.8 + 0.4 * random
        switch outcome {
        case .confirmed, .refused: return .waiting(Wait(since: now, delay: interval * spread))
        case .tooNew: return .waiting(Wait(since: now, delay: Self.tooNewInterval * spread))
        case .cancelled: return .idle
        case .failed(let retryAfter):
            var failures = 1
            if case .fetching(_, let earlier) = self { failures += earlier }
            let delay = RefreshDelay.seconds(attempt: failures, retryAfter: retryAfter, random: random)
            return .waiting(
                Wait(since: now, delay: delay, failures: failures, isBarred: (retryAfter ?? 0) > 0))
        }
    }

    /// The state without a wait. A request under way goes on.
    var withoutWait: RefreshState { isFetching ? self : .idle }
}

/// The delay before the next refresh after failures: a back-off with full jitter, and no shorter than the server asks.
package enum RefreshDelay {
    private static let backoff = Backoff(first: 4, longest: 3_600)
    private static let shortest: TimeInterval = 1

    /// Returns the delay before the next refresh.
    /// - Parameters:
    ///   - attempt: The number of failed attempts in a row, from 1.
    ///   - retryAfter: The server's `Retry-After` in seconds. A random part is added, because the server asks every
    ///     client for the same delay.
    ///   - random: A random number in `0..<1`.
    /// - Returns: The delay in seconds, at least 1.
    package static func seconds(attempt: Int, retryAfter: TimeInterval? = nil, random: Double) -> TimeInterval {
        let delay = max(shortest, backoff.jittered(afterFailures: attempt, random: random))
        guard let retryAfter, retryAfter > 0 else { return delay }
        let asked = min(retryAfter, RetryAfter.longest)
        return max(delay, asked + min(asked * 0.2, 60) * random)
    }
}
