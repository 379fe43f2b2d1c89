package import Foundation

/// A rate limit as a token bucket: short bursts up to `capacity`, and on average one token per `refillInterval`.
///
/// A value without a clock: callers pass the time. In any period of length `t` it admits at most
/// `capacity + t / refillInterval` tokens. A clock that is set back neither adds nor removes tokens.
///
/// ```swift
/// var bucket = TokenBucket(capacity: 20, refillInterval: .seconds(6))
/// if let wait = bucket.take(at: now) { throw Problem.tooManyRequests(retryAfter: wait) }
/// ```
package struct TokenBucket: Hashable, Sendable {
    /// The most tokens the bucket holds.
    package var capacity: Double
    /// The time in which one token is refilled.
    package var refillInterval: Duration

    private var tokens: Double
    private var updatedAt: Date?

    /// Creates a full bucket.
    /// - Parameters:
    ///   - capacity: The most tokens it holds, at least 1.
    ///   - refillInterval: The time in which one token is refilled, above zero.
    package init(capacity: Double, refillInterval: Duration) {
        self.capacity = capacity
        self.refillInterval = refillInterval
        tokens = capacity
    }

    /// Takes tokens if there are enough.
    /// - Parameters:
    ///   - count: The number of tokens, at most ``capacity``.
    ///   - now: The current time.
    /// - Returns: `nil` if the tokens were taken; otherwise nothing was taken, and it is the time until there are enough.
    package mutating func take(_ count: Double = 1, at now: Date) -> Duration? {
        refill(at: now)
        // Rounding errors of the refill must not deny a caller that waited as long as it was told.
        guard tokens < count - 1e-6 else {
            tokens = max(0, tokens - count)
            return nil
        }
        return refillInterval * (count - tokens)
    }

    /// Whether the bucket is full again, so that it can be forgotten.
    package mutating func isFull(at now: Date) -> Bool {
        refill(at: now)
        return tokens >= capacity
    }

    private mutating func refill(at now: Date) {
        defer { updatedAt = now }
        guard let updatedAt, now > updatedAt else { return }
        tokens = min(capacity, tokens + now.timeIntervalSince(updatedAt) / refillInterval.seconds)
    }
}
