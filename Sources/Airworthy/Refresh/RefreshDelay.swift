import AirworthySupport
package import Foundation

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
