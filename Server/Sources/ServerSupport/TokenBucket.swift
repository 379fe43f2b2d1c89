package import Foundation

/// A rate limit as a token bucket: each call takes tokens, and tokens come back in one of two ways.
///
/// - Refilled: one token per interval. Bursts up to the capacity pass, then a steady rate. A period of length `t` admits
///   at most `capacity + t / refillInterval` tokens.
/// - Returned: each token comes back one window after it was taken. No period as long as the window admits more than
///   the capacity, wherever it begins. Use it for a limit that somebody else enforces per hour or minute.
///
/// A value without a clock: callers pass the time. A clock that is set back never adds tokens.
///
/// ```swift
/// var bucket = TokenBucket(capacity: 20, refillInterval: .seconds(6))
/// if let wait = bucket.take(at: now) { return .refused(retryAfter: wait) }
/// ```
package struct TokenBucket: Hashable, Sendable {
    private enum Supply: Hashable, Sendable {
        case refilled(every: Duration)
        case returned(after: Duration)
    }

    /// Tokens that come back together: the latest time one of them was taken, and their number.
    private struct Taken: Hashable, Sendable {
        var at: Date
        var count: Double
    }

    /// The number of steps in a window. Tokens taken in one step come back together, which bounds the memory: a token
    /// comes back up to a sixtieth of the window late, and never early.
    private static let stepsPerWindow = 60.0

    /// The highest number of tokens the bucket holds.
    package var capacity: Double

    private var supply: Supply
    /// The tokens of a refilled bucket; negative while it is in debt.
    private var tokens: Double
    private var updatedAt: Date?
    /// The tokens out of a bucket whose tokens are returned, oldest first.
    private var taken: [Taken] = []

    /// Creates a full bucket in which one token is refilled each `refillInterval`, which is above zero.
    package init(capacity: Double, refillInterval: Duration) {
        self.capacity = capacity
        supply = .refilled(every: refillInterval)
        tokens = capacity
    }

    /// Creates a full bucket whose tokens come back a `window` after they were taken, which is above zero.
    package init(capacity: Double, window: Duration) {
        self.capacity = capacity
        supply = .returned(after: window)
        tokens = 0
    }

    /// Changes the rate of a refilled bucket. Tokens above the new capacity are lost at the next refill.
    package mutating func setRate(capacity: Double, refillInterval: Duration) {
        self.capacity = capacity
        supply = .refilled(every: refillInterval)
    }

    /// Takes tokens and returns `nil` if at least `reserve` are left then, e.g. for more urgent calls. Otherwise returns
    /// the time until there are enough; meaningless if more than the capacity is asked for.
    package mutating func take(_ count: Double = 1, keeping reserve: Double = 0, at now: Date) -> Duration? {
        update(at: now)
        guard available < count + reserve else {
            remove(count, at: now)
            return nil
        }
        return wait(for: count + reserve, at: now)
    }

    /// Takes tokens from a refilled bucket and returns `true` if any part of a token is left. It may go into debt:
    /// later callers wait until it is paid.
    package mutating func borrow(_ count: Double, at now: Date) -> Bool {
        update(at: now)
        guard available > 0 else { return false }
        remove(count, at: now)
        return true
    }

    /// Returns the time to wait before ``borrow(_:at:)``: zero while any part of a token is left.
    package func wait(at now: Date) -> Duration {
        var copy = self
        copy.update(at: now)
        return copy.available > 0 ? .zero : copy.wait(for: 1, at: now)
    }

    /// Returns the number of tokens that are out; if tokens are returned, of those taken within the window.
    package func used(at now: Date) -> Double {
        var copy = self
        copy.update(at: now)
        return copy.capacity - copy.available
    }

    /// Whether the bucket is full again, so that it can be forgotten.
    package mutating func isFull(at now: Date) -> Bool {
        update(at: now)
        return available >= capacity
    }

    private var available: Double {
        switch supply {
        case .refilled: tokens
        case .returned: capacity - taken.reduce(0) { $0 + $1.count }
        }
    }

    private mutating func update(at now: Date) {
        switch supply {
        case .refilled(let interval):
            defer { updatedAt = now }
            guard let updatedAt, now > updatedAt else { return }
            tokens = min(capacity, tokens + now.timeIntervalSince(updatedAt) / interval.seconds)
        case .returned(let window):
            // After a clock was set back, tokens of its future count as taken now: they are out for one window at most.
            for index in taken.indices where taken[index].at > now { taken[index].at = now }
            taken.removeAll { $0.at + window <= now }
        }
    }

    private mutating func remove(_ count: Double, at now: Date) {
        guard case .returned(let window) = supply else {
            tokens -= count
            return
        }
        guard count > 0 else { return }
        let step = window.seconds / Self.stepsPerWindow
        func number(_ date: Date) -> Double { (date.timeIntervalSinceReferenceDate / step).rounded(.down) }
        if let last = taken.last, number(last.at) == number(now) {
            taken[taken.count - 1] = Taken(at: now, count: last.count + count)
        } else {
            taken.append(Taken(at: now, count: count))
        }
    }

    /// The time until `count` tokens are available; `available` is up to date.
    private func wait(for count: Double, at now: Date) -> Duration {
        switch supply {
        case .refilled(let interval): return interval * (count - available)
        case .returned(let window):
            var missing = count - available
            for batch in taken {
                missing -= batch.count
                if missing <= 0 { return (batch.at + window).duration(since: now) }
            }
            return window
        }
    }
}
