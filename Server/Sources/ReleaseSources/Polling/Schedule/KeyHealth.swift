import AirworthySupport
import AppStoreConnect
import Foundation
import ReleaseCatalog
import ServerSupport

/// The condition of a key, and the times at which it may be used again.
///
/// Apple sometimes rejects a good key, so one rejection means nothing. A key counts as failed after three rejections
/// over at least ten minutes.
struct KeyHealth {
    /// The time between two attempts with a key that failed.
    static let retryInterval: Duration = .seconds(3_600)

    private static let failuresToFail = 3
    /// The shortest time from the first to the last of these failures.
    private static let timeToFail: Duration = .seconds(600)
    /// The shortest time from a rejection to the next attempt.
    private static let secondLook: Duration = .seconds(60)
    private static let rateLimitBackoff = Backoff(first: 60, longest: 1_800)

    private(set) var condition = KeyState.Condition.unproven
    /// The time before which nothing is sent, because Apple rejected the key.
    private(set) var notBefore = Date.distantPast
    /// The time before which nothing is sent, not even for an operator: Apple or the budget counted too many calls.
    private(set) var pausedUntil = Date.distantPast
    /// The time before which nothing is sent except for hints, because the rest of the budget is reserved for them.
    private(set) var spentUntil = Date.distantPast
    private var failures: (first: Date, count: Int)?
    private var rateLimits = 0

    /// Whether the key is known not to work.
    var isFailed: Bool { condition.since != nil }

    /// Whether the key was rejected lately, so that only one attempt is made at a time.
    var isDoubtful: Bool { failures != nil || isFailed }

    /// Records a success, and returns whether the key had failed before.
    mutating func succeed() -> Bool {
        let wasFailed = isFailed
        condition = .working
        failures = nil
        rateLimits = 0
        notBefore = .distantPast
        return wasFailed
    }

    /// Records that Apple rejected the credentials, and returns whether the key counts as failed from now on.
    mutating func reject(at now: Date) -> Bool {
        let wasFailed = if case .failed = condition { true } else { false }
        let (first, count) = failures.map { ($0.first, $0.count + 1) } ?? (now, 1)
        failures = (first, count)
        let elapsed = now.duration(since: first)
        if wasFailed || (count >= Self.failuresToFail && elapsed >= Self.timeToFail) {
            if !wasFailed { condition = .failed(since: first) }
            notBefore = now + Self.retryInterval
            return !wasFailed
        }
        notBefore = now + (count == 1 ? Self.secondLook : max(Self.secondLook, Self.timeToFail - elapsed))
        return false
    }

    /// Records that an agreement is missing, and returns whether that is new.
    mutating func requireAgreement(at now: Date) -> Bool {
        notBefore = now + Self.retryInterval
        if case .agreementsMissing = condition { return false }
        condition = .agreementsMissing(since: now)
        return true
    }

    /// Records that the budget has no calls left except for hints. Asking it again is free, so the pause does not grow.
    mutating func spendBudget(at now: Date, retryAfter: Duration?) {
        spentUntil = now + min(max(retryAfter ?? CallBudget.pause, .seconds(1)), Self.retryInterval)
    }

    /// Records that Apple counted too many calls, or that the budget has none left.
    mutating func pause(at now: Date, retryAfter: Duration?) {
        rateLimits += 1
        let backoff = Duration.seconds(Self.rateLimitBackoff.pause(afterFailures: rateLimits))
        pausedUntil = now + max(backoff, min(retryAfter ?? .zero, Self.retryInterval))
    }

    /// Adapts to a clock that was set back: no pause gets longer than it would have been.
    mutating func bringForward(to now: Date) {
        let latest = now + Self.retryInterval
        notBefore = min(notBefore, latest)
        pausedUntil = min(pausedUntil, latest)
        spentUntil = min(spentUntil, latest)
        failures = failures.map { (min($0.first, now), $0.count) }
    }
}
