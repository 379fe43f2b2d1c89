import Foundation
import ServerSupport

/// The listings of one key: its apps by due date, its health, and a pace that spreads its calls over the hour.
struct KeySchedule {
    /// The fraction of a key's calls that scheduled listings use. The rest is for hints, operators and retries.
    static let share = 0.9 * 0.85
    /// The fraction of an hour's calls that may be made at once.
    private static let burst = 0.1

    var health = KeyHealth()
    /// The apps by the date of their next listing. An app may be in the queue several times; only the date in its own
    /// entry of the schedule is valid.
    var due = DueQueue()
    var running = 0
    /// The number of calls for listing every app once.
    private(set) var cost = 0.0
    private var apps: Set<String> = []
    private var pace: TokenBucket

    init(allowedPerHour: Int) {
        let perHour = Self.callsPerHour(allowedPerHour: allowedPerHour)
        pace = TokenBucket(capacity: perHour * Self.burst, refillInterval: Self.interval(callsPerHour: perHour))
    }

    mutating func join(_ slug: String, cost: Double, nextAt: Date) {
        apps.insert(slug)
        self.cost += cost
        due.insert(slug, at: nextAt)
    }

    mutating func leave(_ slug: String, cost: Double) {
        if apps.remove(slug) != nil { self.cost -= cost }
    }

    mutating func changeCost(by difference: Double) { cost += difference }

    /// Takes the calls of a listing from the token bucket, and returns whether the listing may start now. A listing may
    /// take more than are left; then later listings wait.
    mutating func take(_ cost: Double, allowedPerHour: Int, at now: Date) -> Bool {
        let perHour = Self.callsPerHour(allowedPerHour: allowedPerHour)
        pace.setRate(capacity: perHour * Self.burst, refillInterval: Self.interval(callsPerHour: perHour))
        return pace.borrow(cost, at: now)
    }

    /// Whether the key may be used now. While it is in doubt, one listing at a time tries it.
    func isUsable(at now: Date) -> Bool {
        health.notBefore <= now && health.pausedUntil <= now && !isBusyProving
    }

    /// Whether the key is in doubt and a listing is already trying it.
    var isBusyProving: Bool { health.isDoubtful && running > 0 }

    /// Returns the time of the next scheduled listing; `nil` if it depends on the end of another one.
    func nextAt(concurrency: Int, now: Date) -> Date? {
        guard let first = due.first, running < concurrency, !isBusyProving else { return nil }
        return max(first.date, health.notBefore, health.pausedUntil, health.spentUntil, now + pace.wait(at: now))
    }

    /// Returns the time in which this key can list all its apps once.
    func roundTime(allowedPerHour: Int) -> Duration {
        .seconds(cost * 3_600 / max(1, Self.callsPerHour(allowedPerHour: allowedPerHour)))
    }

    private static func callsPerHour(allowedPerHour: Int) -> Double { Double(allowedPerHour) * share }

    private static func interval(callsPerHour: Double) -> Duration { .seconds(3_600 / max(1, callsPerHour)) }
}
