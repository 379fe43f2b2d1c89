package import Foundation
import Synchronization

/// How many calls one key may make. Others use the key too (uploads, build machines): at most half of its calls are
/// ours, and a tenth of these are kept for what a webhook announces.
///
/// Counts over a rolling hour, in steps of a minute, never too few. Safe from any task; memory is bounded.
package final class CallBudget: Sendable {
    /// What a call is for.
    package enum Purpose: Hashable, Sendable, CaseIterable {
        /// The ordinary polling.
        case schedule
        /// Something that a webhook announced.
        case hint
        /// Somebody asked for it by hand.
        case `operator`
    }

    private struct State {
        /// Calls by the minute they were made in, oldest first.
        var minutes: [(minute: Int, calls: Int)] = []
        var limitPerHour = 3_600

        var used: Int { minutes.reduce(0) { $0 + $1.calls } }

        /// Forgets what is over an hour ago. A clock that was set back must not keep calls for longer than an hour:
        /// those of its future count as made now.
        mutating func settle(_ minute: Int) {
            minutes.removeAll { $0.minute < minute - 60 }
            let ahead = minutes.filter { $0.minute > minute }.reduce(0) { $0 + $1.calls }
            guard ahead > 0 else { return }
            minutes.removeAll { $0.minute > minute }
            if minutes.last?.minute == minute {
                minutes[minutes.count - 1].calls += ahead
            } else {
                minutes.append((minute, ahead))
            }
        }
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date

    /// Makes the budget of one key.
    package init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Takes calls out of the budget.
    /// - Parameters:
    ///   - calls: How many; every attempt counts, retries too.
    ///   - purpose: What for.
    /// - Returns: `false` if there are not so many left for that; then nothing was taken.
    package func take(_ calls: Int = 1, for purpose: Purpose) -> Bool {
        let minute = currentMinute
        return state.withLock { state in
            state.settle(minute)
            let allowed = Self.share(state.limitPerHour, purpose)
            guard calls >= 0, calls <= allowed, state.used <= allowed - calls else { return false }
            if let last = state.minutes.last, last.minute == minute {
                state.minutes[state.minutes.count - 1].calls += calls
            } else {
                state.minutes.append((minute, calls))
            }
            return true
        }
    }

    /// Calls an hour that are ours.
    package var allowedPerHour: Int { state.withLock { Self.share($0.limitPerHour, .hint) } }

    /// Calls of the last hour.
    package var used: Int {
        let minute = currentMinute
        return state.withLock { state in
            state.settle(minute)
            return state.used
        }
    }

    /// Learns the key's limit from `X-Rate-Limit`. What cannot be read changes nothing.
    package func observe(rateLimit header: String?) {
        guard let limit = header.flatMap({ RateLimit($0).hourLimit }), limit > 0 else { return }
        state.withLock { $0.limitPerHour = limit }
    }

    private static func share(_ limitPerHour: Int, _ purpose: Purpose) -> Int {
        let ours = limitPerHour / 2
        return purpose == .hint ? ours : ours - (ours + 9) / 10
    }

    private var currentMinute: Int { Int((now().timeIntervalSinceReferenceDate / 60).rounded(.down)) }
}
