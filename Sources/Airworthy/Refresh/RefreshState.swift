package import Foundation

/// What made the client want to ask its sources.
package enum RefreshCause: Hashable, Sendable, CaseIterable {
    /// A cold start.
    case launch
    /// A return to the foreground.
    case foreground
    /// The time has come.
    case scheduled
    /// Somebody asked whether there is an update.
    case check
}

/// How a refresh ended.
package enum RefreshOutcome: Hashable, Sendable {
    /// The sources confirmed what is in force, or gave something newer.
    case confirmed
    /// The source answered, but what it said was not accepted. Asking again soon would not help.
    case refused
    /// The source speaks a newer format.
    case tooNew
    /// No answer, or none of use; seconds to wait if the server named a time.
    case failed(retryAfter: TimeInterval?)
    /// The task was cancelled; nothing is known.
    case cancelled
}

/// How the parts of a refresh ended; `nil`: not asked this time.
package struct RefreshResult: Hashable, Sendable {
    /// The policy sources.
    package var policy: RefreshOutcome?
    /// The App Store.
    package var facts: RefreshOutcome?

    package init(policy: RefreshOutcome? = nil, facts: RefreshOutcome? = nil) {
        self.policy = policy
        self.facts = facts
    }

    /// Whether it was cut off.
    package var isCancelled: Bool { policy == .cancelled || facts == .cancelled }
}

/// Whether the client may ask its sources now. Pure: it knows no clock and starts nothing.
package enum RefreshState: Hashable, Sendable {
    /// Nothing was asked yet.
    case idle
    /// An answer is awaited.
    case fetching(since: Date, failures: Int)
    /// The next time is known.
    case waiting(Wait)

    /// A time in which nothing is asked without a reason.
    package struct Wait: Hashable, Sendable {
        /// When the last refresh ended, by the device's clock.
        package var since: Date
        /// How many seconds to wait from then.
        package var delay: TimeInterval
        /// How many refreshes in a row have failed.
        package var failures: Int
        /// Whether the server asked for the wait: then not even a person's wish shortens it.
        package var isBarred: Bool

        package init(since: Date, delay: TimeInterval, failures: Int = 0, isBarred: Bool = false) {
            self.since = since
            self.delay = delay
            self.failures = failures
            self.isBarred = isBarred
        }

        /// Seconds left. A clock that was set back must not prolong the wait, so it is over then.
        package func left(at now: Date) -> TimeInterval {
            let passed = now.timeIntervalSince(since)
            return passed < 0 ? 0 : max(0, delay - passed)
        }
    }

    /// A return to the foreground asks again only after this many seconds.
    static let foregroundGap: TimeInterval = 60
    /// How often to ask unless the manifest says otherwise, in seconds.
    package static let defaultEvery: TimeInterval = 21_600
    /// How often to look for a manifest this version can read, in seconds.
    static let tooNewEvery: TimeInterval = 86_400

    /// Whether a refresh may begin.
    package func admits(_ cause: RefreshCause, at now: Date) -> Bool {
        switch self {
        case .idle: return true
        case .fetching: return false
        case .waiting(let wait):
            if wait.left(at: now) <= 0 { return true }
            if wait.isBarred { return false }
            switch cause {
            case .launch, .check: return true
            case .scheduled: return false
            case .foreground: return now.timeIntervalSince(wait.since) >= Self.foregroundGap
            }
        }
    }

    /// Whether an answer is awaited.
    package var isFetching: Bool {
        if case .fetching = self { true } else { false }
    }

    /// Seconds until time alone makes a refresh due; `nil` while an answer is awaited.
    package func secondsUntilDue(at now: Date) -> TimeInterval? {
        switch self {
        case .idle: 0
        case .fetching: nil
        case .waiting(let wait): wait.left(at: now)
        }
    }

    /// The state once a refresh begins.
    package func begun(at now: Date) -> RefreshState {
        switch self {
        case .idle: .fetching(since: now, failures: 0)
        case .fetching: self
        case .waiting(let wait): .fetching(since: now, failures: wait.failures)
        }
    }

    /// The state once a refresh ended.
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - now: When.
    ///   - every: Seconds between checks while all is well.
    ///   - random: A number from 0 up to 1, which spreads the fleet.
    /// - Returns: The next state.
    package func ended(
        _ outcome: RefreshOutcome, at now: Date, every: TimeInterval, random: Double
    ) -> RefreshState {
        var failures = 0
        if case .fetching(_, let before) = self { failures = before }
        let spread = 0.8 + 0.4 * random
        switch outcome {
        case .confirmed, .refused: return .waiting(Wait(since: now, delay: every * spread))
        case .tooNew: return .waiting(Wait(since: now, delay: Self.tooNewEvery * spread))
        case .cancelled: return .idle
        case .failed(let retryAfter):
            failures += 1
            let delay = RefreshDelay.seconds(attempt: failures, retryAfter: retryAfter, random: random)
            return .waiting(
                Wait(since: now, delay: delay, failures: failures, isBarred: (retryAfter ?? 0) > 0))
        }
    }
}
