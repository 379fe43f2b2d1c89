import AirworthyPolicy
import AirworthySupport
import Foundation
import ReleaseCatalog
import ServerSupport

/// The rounds of lookups: in each country, all its apps are looked up once per interval, in batches.
struct LookupRounds {
    private struct Round {
        var nextAt: Date
        var apps: [String: Needs] = [:]
        /// Apps that do not wait for the next round.
        var urgent: Set<String> = []
        var failures = 0

        /// The calls that a round takes.
        var calls: Double {
            LookupRounds.platforms.reduce(0) { calls, platform in
                let asked = apps.values.filter { $0.platforms.contains(platform) }
                let batched = asked.count(where: \.hasAppleID)
                let batches = (Double(batched) / Double(LookupClient.largestBatch)).rounded(.up)
                return calls + batches + Double(asked.count - batched)
            }
        }
    }

    /// What determines the calls that an app takes.
    private struct Needs {
        let platforms: Set<Platform>
        /// Whether it can be looked up with others. An app whose Apple ID is unknown needs calls of its own.
        let hasAppleID: Bool

        init(_ app: AppTarget) {
            platforms = app.lookupPlatforms
            hasAppleID = app.appleID != nil
        }
    }

    /// The platforms that are asked for with calls of their own, in their order.
    static let platforms: [Platform] = [.ios, .macos, .tvos]

    private static let concurrency = 2
    /// The calls that rounds make in a minute; a third of the limit is left for urgent lookups.
    private static let callsPerMinute = 10.0
    private static let longestPause: Duration = .seconds(3_600)

    private var rounds: [Storefront: Round] = [:]
    private var queue: [LookupJob] = []
    private var running = 0
    /// The time before which no lookup starts.
    private(set) var pausedUntil = Date.distantPast

    /// Adds an app to a country; it is looked up at once.
    mutating func join(_ app: AppTarget, in storefront: Storefront, at now: Date) {
        rounds[storefront, default: Round(nextAt: now)].apps[app.slug] = Needs(app)
        markUrgent(app.slug, in: storefront)
    }

    mutating func leave(_ slug: String, in storefront: Storefront) {
        rounds[storefront]?.apps[slug] = nil
        rounds[storefront]?.urgent.remove(slug)
        if rounds[storefront]?.apps.isEmpty == true { rounds[storefront] = nil }
    }

    /// Makes an app of a country be looked up before the next round.
    mutating func markUrgent(_ slug: String, in storefront: Storefront) {
        rounds[storefront]?.urgent.insert(slug)
    }

    /// Records a change of an app: its Apple ID is known now, or it has other platforms.
    mutating func update(_ app: AppTarget, in storefront: Storefront) {
        guard rounds[storefront]?.apps[app.slug] != nil else { return }
        rounds[storefront]?.apps[app.slug] = Needs(app)
    }

    /// Returns the time between two rounds of a country: the minimum, unless all rounds together need more calls.
    func interval(minimum: Duration) -> Duration {
        let calls = rounds.values.reduce(0) { $0 + $1.calls }
        return max(minimum, .seconds(calls * 60 / Self.callsPerMinute))
    }

    /// Returns the slugs of the apps to look up now by country, and schedules the next rounds of these countries.
    mutating func takeDue(
        at now: Date, interval: () -> Duration
    ) -> [(storefront: Storefront, slugs: Set<String>)] {
        guard pausedUntil <= now else { return [] }
        var due: [(storefront: Storefront, slugs: Set<String>)] = []
        for storefront in rounds.keys.sorted() {
            guard var round = rounds[storefront] else { continue }
            let isRound = round.nextAt <= now
            guard isRound || !round.urgent.isEmpty else { continue }
            due.append((storefront, isRound ? Set(round.apps.keys) : round.urgent))
            round.urgent = []
            if isRound { round.nextAt = now + interval() }
            rounds[storefront] = round
        }
        return due
    }

    /// Queues lookups of apps in one country: in batches, and one by one where the Apple ID is unknown.
    mutating func enqueue(_ apps: [AppTarget], in storefront: Storefront, at now: Date) {
        var batches = apps.filter { $0.appleID == nil }.map { [$0] }
        var batched = apps.filter { $0.appleID != nil }[...]
        while !batched.isEmpty {
            batches.append(Array(batched.prefix(LookupClient.largestBatch)))
            batched = batched.dropFirst(LookupClient.largestBatch)
        }
        queue += batches.map { LookupJob(storefront: storefront, apps: $0, startedAt: now) }
    }

    /// Returns the queued lookups to start now.
    mutating func startQueued(at now: Date) -> [LookupJob] {
        guard pausedUntil <= now else { return [] }
        let count = min(max(0, Self.concurrency - running), queue.count)
        let jobs = queue.prefix(count).map { LookupJob(storefront: $0.storefront, apps: $0.apps, startedAt: now) }
        queue.removeFirst(count)
        running += count
        return jobs
    }

    mutating func succeed(_ job: LookupJob) {
        running -= 1
        rounds[job.storefront]?.failures = 0
    }

    /// Records the failure of a lookup and brings the next round of its country forward. `jitter` lengthens a time by a
    /// random part.
    mutating func fail(_ job: LookupJob, at now: Date, interval: Duration, jitter: (Duration) -> Duration) {
        running -= 1
        guard var round = rounds[job.storefront] else { return }
        round.failures += 1
        let backoff = Backoff(first: 60, longest: interval.seconds)
        let delay = Duration.seconds(backoff.pause(afterFailures: round.failures))
        round.nextAt = min(round.nextAt, now + jitter(delay))
        rounds[job.storefront] = round
    }

    /// Records that no more calls are allowed for now, and pauses all lookups. Returns those that are no longer queued.
    mutating func pause(at now: Date, retryAfter: Duration?) -> [LookupJob] {
        running -= 1
        pausedUntil = now + min(max(.seconds(1), retryAfter ?? .seconds(60)), Self.longestPause)
        defer { queue = [] }
        return queue
    }

    /// Returns the time of the next lookup; `nil` if there is none or it depends on the end of another one.
    func nextAt(now: Date) -> Date? {
        var times = rounds.values.map { max($0.urgent.isEmpty ? $0.nextAt : now, pausedUntil) }
        if !queue.isEmpty, running < Self.concurrency { times.append(pausedUntil) }
        return times.min()
    }

    /// Adapts to a clock that was set back: no round is further away than its interval.
    mutating func bringForward(to now: Date, interval: Duration) {
        for (storefront, round) in rounds {
            rounds[storefront]?.nextAt = min(round.nextAt, now + interval)
        }
        pausedUntil = min(pausedUntil, now + Self.longestPause)
    }
}
