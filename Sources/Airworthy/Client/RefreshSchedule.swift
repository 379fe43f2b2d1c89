import AirworthyPolicy
import AirworthySupport
import Foundation

/// The outcomes of a refresh; `nil` for a part that was not due.
struct RefreshResult: Hashable, Sendable {
    /// The outcome of the policy sources.
    var policy: RefreshOutcome?
    /// The outcome of the App Store's lookup.
    var lookup: RefreshOutcome?

    static let cancelled = RefreshResult(policy: .cancelled, lookup: .cancelled)

    /// Whether the task was cancelled.
    var isCancelled: Bool { policy == .cancelled || lookup == .cancelled }
}

/// The times at which the client may ask the policy sources and the App Store.
struct RefreshSchedule: Sendable {
    /// The default time between two refreshes of the policy, in seconds.
    static let defaultInterval: TimeInterval = 21_600

    private(set) var policy = RefreshState.idle
    /// The state of the App Store's lookup; `nil` without one.
    private(set) var lookup: RefreshState?
    private(set) var lastResult = RefreshResult()

    init(hasLookup: Bool) { lookup = hasLookup ? .idle : nil }

    /// Whether a request is under way.
    var isFetching: Bool { policy.isFetching || lookup?.isFetching == true }

    /// Whether the last refresh included all sources.
    var isLastResultComplete: Bool { lookup == nil || lastResult.lookup != nil }

    /// Begins the refresh of each source that is due.
    /// - Returns: Whether any source is due.
    mutating func begin(_ cause: RefreshCause, at deviceTime: Date) -> Bool {
        if policy.allows(cause, at: deviceTime) { policy = policy.begun(at: deviceTime) }
        // The App Store limits the rate of lookups, so only a user's check adds to the scheduled ones.
        if let lookup, lookup.allows(cause == .check ? .check : .scheduled, at: deviceTime) {
            self.lookup = lookup.begun(at: deviceTime)
        }
        return isFetching
    }

    /// Ends a refresh.
    /// - Parameters:
    ///   - result: The outcomes.
    ///   - policyInterval: The seconds between two refreshes of the policy that the manifest asks for.
    ///   - deviceTime: The device's clock.
    ///   - random: A random number in `0..<1`.
    mutating func end(_ result: RefreshResult, policyInterval: Int?, at deviceTime: Date, random: Double) {
        if let outcome = result.policy, policy.isFetching {
            let interval = policyInterval.map(TimeInterval.init) ?? Self.defaultInterval
            policy = policy.ended(outcome, at: deviceTime, interval: interval, random: random)
        }
        if let outcome = result.lookup, let lookup, lookup.isFetching {
            self.lookup = lookup.ended(outcome, at: deviceTime, interval: ReleaseSource.interval, random: random)
        }
        lastResult = result
    }

    /// The time until which the server refuses requests, if it asked for a wait.
    var barredUntil: Date? {
        guard case .waiting(let wait) = policy, wait.isBarred else { return nil }
        return wait.since.addingTimeInterval(wait.delay)
    }

    /// Continues the waits of an earlier process.
    /// - Parameters:
    ///   - barredUntil: The time until which the server refuses requests.
    ///   - lookedUpAt: The time of the last lookup, by the device's clock.
    ///   - deviceTime: The device's clock.
    mutating func resume(barredUntil: Date?, lookedUpAt: Date?, at deviceTime: Date) {
        if let barredUntil {
            let remaining = barredUntil.timeIntervalSince(deviceTime)
            // A clock that was set back must not make the wait longer than a server can ask for.
            if remaining > 0, remaining <= RetryAfter.longest * 1.2 {
                policy = .waiting(.init(since: deviceTime, delay: remaining, isBarred: true))
            }
        }
        if lookup != nil, let lookedUpAt {
            lookup = .waiting(.init(since: lookedUpAt, delay: ReleaseSource.interval))
        }
    }

    /// Makes all sources due.
    mutating func reset() {
        policy = policy.withoutWait
        resetLookup()
    }

    /// Makes the lookup due.
    mutating func resetLookup() { lookup = lookup?.withoutWait }

    /// Returns the seconds until a source is due; `nil` while a request is under way.
    func secondsUntilDue(at deviceTime: Date) -> TimeInterval? {
        guard !isFetching else { return nil }
        return [policy, lookup].compactMap { $0?.secondsUntilDue(at: deviceTime) }.min()
    }
}
