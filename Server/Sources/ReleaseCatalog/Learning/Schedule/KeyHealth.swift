import AirworthySupport
import Foundation

/// Whether a key works, and when it may be used next. One refused token is nothing; three over ten minutes are.
struct KeyHealth {
    /// Refusals that make a failure, and the least time from the first to the last of them.
    static let neededFailures = 3
    static let neededTime: TimeInterval = 600
    /// Seconds between two attempts with a key that does not work.
    static let retry: TimeInterval = 3_600
    /// Seconds after the first refusal.
    static let secondLook: TimeInterval = 60

    private(set) var condition = KeyState.Condition.unproven
    private(set) var lastSuccess: Date?
    /// Nothing is asked with the key before.
    private(set) var notBefore = Date.distantPast
    /// What Apple said about too many calls, or our budget when nothing at all is left: nothing is asked before, orders
    /// neither.
    private(set) var pausedUntil = Date.distantPast
    /// What our budget said when only that is left which is kept for hints: by schedule and by order nothing is asked
    /// before.
    private(set) var spentUntil = Date.distantPast
    private var failures: (first: Date, count: Int)?
    private var refusals = 0

    /// Whether the key is known not to work: then one attempt at a time is enough.
    var isFailed: Bool {
        switch condition {
        case .unproven, .working: false
        case .failed, .agreementsMissing: true
        }
    }

    /// Whether it was refused lately, so that only one attempt is made at a time.
    var isDoubtful: Bool { failures != nil || isFailed }

    /// - Returns: Whether it works again after having failed.
    mutating func succeeded(at now: Date) -> Bool {
        let wasFailed = isFailed
        condition = .working
        lastSuccess = now
        failures = nil
        refusals = 0
        notBefore = .distantPast
        return wasFailed
    }

    /// The credentials were refused.
    /// - Returns: Whether the key has failed by this, and had not before.
    mutating func refused(at now: Date) -> Bool {
        let wasFailed = if case .failed = condition { true } else { false }
        failures = failures.map { ($0.first, $0.count + 1) } ?? (now, 1)
        let (first, count) = failures ?? (now, 1)
        let elapsed = now.timeIntervalSince(first)
        if wasFailed || (count >= Self.neededFailures && elapsed >= Self.neededTime) {
            if !wasFailed { condition = .failed(since: first) }
            notBefore = now.addingTimeInterval(Self.retry)
            return !wasFailed
        }
        let wait = count == 1 ? Self.secondLook : max(Self.secondLook, Self.neededTime - elapsed)
        notBefore = now.addingTimeInterval(wait)
        return false
    }

    /// An agreement is missing.
    /// - Returns: Whether that is new.
    mutating func agreementsMissing(at now: Date) -> Bool {
        notBefore = now.addingTimeInterval(Self.retry)
        if case .agreementsMissing = condition { return false }
        condition = .agreementsMissing(since: now)
        return true
    }

    /// The clock was set back: nothing may wait longer than it would have.
    mutating func bringForward(to now: Date) {
        notBefore = min(notBefore, now.addingTimeInterval(Self.retry))
        pausedUntil = min(pausedUntil, now.addingTimeInterval(Self.retry))
        spentUntil = min(spentUntil, now.addingTimeInterval(Self.retry))
        failures = failures.map { (min($0.first, now), $0.count) }
    }

    /// Our budget has no more calls but for hints. It costs nothing to ask it again, so the pause does not grow.
    mutating func spent(at now: Date, retryAfter: TimeInterval?) {
        spentUntil = now.addingTimeInterval(min(max(retryAfter ?? 60, 1), Self.retry))
    }

    /// Too many calls.
    mutating func paused(at now: Date, retryAfter: TimeInterval?) {
        refusals += 1
        let pause = Backoff(first: 60, longest: 1_800).pause(afterFailures: refusals)
        pausedUntil = now.addingTimeInterval(max(pause, min(retryAfter ?? 0, 3_600)))
    }
}

/// Spreads a key's calls over the hour, so that its budget is never met with all at once.
struct Pace {
    /// The part of the budget that the schedule uses, what is kept for hints left out.
    static let share = 0.9 * 0.85
    /// The part of an hour's calls that may be made at once.
    static let burst = 0.1

    private var calls: Double
    private var updatedAt: Date
    private var perHour: Double

    init(allowedPerHour: Int, at now: Date) {
        perHour = Double(allowedPerHour) * Self.share
        calls = perHour * Self.burst
        updatedAt = now
    }

    /// Takes calls, if any are left. They may cost more than there are: the next ones wait for it.
    mutating func take(_ cost: Double, allowedPerHour: Int, at now: Date) -> Bool {
        perHour = Double(allowedPerHour) * Self.share
        let elapsed = max(0, now.timeIntervalSince(updatedAt))
        calls = min(perHour * Self.burst, calls + elapsed * perHour / 3_600)
        updatedAt = now
        guard calls > 0 else { return false }
        calls -= cost
        return true
    }

    /// When ``take(_:allowedPerHour:at:)`` will succeed.
    var nextAt: Date {
        calls > 0 ? updatedAt : updatedAt.addingTimeInterval((1 - calls) * 3_600 / max(1, perHour))
    }
}
