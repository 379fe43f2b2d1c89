import AirworthyPolicy
import Foundation

/// Who is asked about what, and when. A value without a clock and without I/O: it is told what happened, and says what to
/// do and when to be asked again.
struct Schedule {
    /// A piece of work, handed out once.
    enum Job {
        case listing(ListingJob)
        case lookup(LookupJob)
        case delivery(DeliveryJob)
    }

    struct ListingJob {
        let target: AppTarget
        let keyID: String
        let purpose: ConnectSource.Purpose
        let startedAt: Date
    }

    struct LookupJob {
        let storefront: Storefront
        let apps: [AppTarget]
        let startedAt: Date
    }

    /// What was observed and could not be kept.
    struct DeliveryJob {
        let target: AppTarget
        let observation: Observation
        let observedAt: Date
    }

    struct Entry {
        var target: AppTarget
        var keyID: String?
        var connect: Asking
        var lookups: [Storefront: Asking] = [:]
        var hints = HintQueue()
        /// What could not be kept, by source: the newest only.
        var unkept: [Source: Unkept] = [:]
    }

    struct Unkept {
        var target: AppTarget
        var observation: Observation
        var observedAt: Date
        var failures = 0
        var retryAt: Date
        var isRunning = false
    }

    struct Key {
        var health = KeyHealth()
        var pace: Pace
        var due = DueHeap()
        var running = 0
        var apps: Set<String> = []
        /// The calls that listing every app once takes.
        var cost = 0.0
    }

    struct Front {
        var nextAt: Date
        /// Apps that cannot wait for the next round.
        var urgent: Set<String> = []
        var apps: Set<String> = []
        /// Those of them whose number is not known: each needs a call of its own.
        var unnumbered: Set<String> = []
        var failures = 0
    }

    let settings: LearnerSettings
    let keyIDs: [String]
    let hasLookup: Bool
    let allowedPerHour: @Sendable (String) -> Int
    let random: @Sendable (ClosedRange<Double>) -> Double

    var entries: [String: Entry] = [:]
    var keys: [String: Key] = [:]
    var fronts: [Storefront: Front] = [:]
    /// Apps with hints, with orders, and with something that could not be kept: few, and looked at first.
    var hinted: Set<String> = []
    var ordered: Set<String> = []
    var unkept: Set<String> = []
    var lookupQueue: [LookupJob] = []
    var lookupsRunning = 0
    var lookupsPausedUntil = Date.distantPast
    var running = 0
    var targetsAt = Date.distantPast
    var wantsTargets = true
    /// The latest instant heard of.
    var latest = Date.distantPast

    init(
        settings: LearnerSettings, keyIDs: [String], hasLookup: Bool,
        allowedPerHour: @escaping @Sendable (String) -> Int,
        random: @escaping @Sendable (ClosedRange<Double>) -> Double
    ) {
        self.settings = settings
        self.keyIDs = keyIDs
        self.hasLookup = hasLookup
        self.allowedPerHour = allowedPerHour
        self.random = random
    }

    // MARK: Apps

    /// Takes the apps as they are now.
    mutating func set(_ targets: [AppTarget], at now: Date) {
        targetsAt = now
        wantsTargets = false
        let slugs = Set(targets.map(\.slug))
        for slug in entries.keys where !slugs.contains(slug) { remove(slug) }
        for target in targets { set(target, at: now) }
    }

    private mutating func set(_ target: AppTarget, at now: Date) {
        let slug = target.slug
        var wanted = target
        if let old = entries[slug] {
            // The number that was learnt belongs to the bundle identifier.
            if wanted.bundleID == old.target.bundleID { wanted.appleID = wanted.appleID ?? old.target.appleID }
            guard old.target != wanted || old.keyID != keyID(of: wanted) else { return }
        }
        var entry = entries[slug] ?? Entry(target: wanted, connect: Asking(nextAt: now))
        let keyID = keyID(of: wanted)
        if entry.keyID != keyID || entry.target.bundleID != wanted.bundleID {
            leaveKey(entry, slug)
            let isRunning = entry.connect.isRunning
            entry.connect = Asking(nextAt: now)
            entry.connect.isRunning = isRunning
            entry.keyID = keyID
            if let keyID { joinKey(keyID, entry, slug, at: now) }
        }
        if entry.target.bundleID != wanted.bundleID {
            // What was found of another app is of no use to this one.
            entry.unkept = [:]
            for front in entry.lookups.keys { fronts[front]?.urgent.insert(slug) }
        }
        entry.target = wanted
        setFronts(&entry, at: now)
        entries[slug] = entry
    }

    /// The key of an app: the one it names, or the first. One that is not configured is none.
    private func keyID(of target: AppTarget) -> String? {
        guard let named = target.keyID else { return keyIDs.first }
        return keyIDs.contains(named) ? named : nil
    }

    private mutating func joinKey(_ keyID: String, _ entry: Entry, _ slug: String, at now: Date) {
        var key = keys[keyID] ?? Key(pace: Pace(allowedPerHour: allowedPerHour(keyID), at: now))
        key.apps.insert(slug)
        key.cost += entry.connect.cost
        key.due.insert(slug, at: entry.connect.nextAt)
        keys[keyID] = key
    }

    private mutating func leaveKey(_ entry: Entry, _ slug: String) {
        guard let keyID = entry.keyID, keys[keyID]?.apps.remove(slug) != nil else { return }
        keys[keyID]?.cost -= entry.connect.cost
    }

    private mutating func setFronts(_ entry: inout Entry, at now: Date) {
        let slug = entry.target.slug
        let wanted = hasLookup ? Set(entry.target.storefronts) : []
        for front in entry.lookups.keys where !wanted.contains(front) {
            entry.lookups[front] = nil
            leaveFront(front, slug)
        }
        for storefront in wanted where entry.lookups[storefront] == nil {
            var front = fronts[storefront] ?? Front(nextAt: now)
            front.apps.insert(slug)
            front.urgent.insert(slug)
            fronts[storefront] = front
            entry.lookups[storefront] = Asking(nextAt: now)
        }
        number(entry)
    }

    /// Notes whether an app's number is known.
    mutating func number(_ entry: Entry) {
        for front in entry.lookups.keys {
            if entry.target.appleID == nil {
                fronts[front]?.unnumbered.insert(entry.target.slug)
            } else {
                fronts[front]?.unnumbered.remove(entry.target.slug)
            }
        }
    }

    private mutating func leaveFront(_ storefront: Storefront, _ slug: String) {
        fronts[storefront]?.apps.remove(slug)
        fronts[storefront]?.urgent.remove(slug)
        fronts[storefront]?.unnumbered.remove(slug)
        if fronts[storefront]?.apps.isEmpty == true { fronts[storefront] = nil }
    }

    private mutating func remove(_ slug: String) {
        guard let entry = entries.removeValue(forKey: slug) else { return }
        leaveKey(entry, slug)
        for front in entry.lookups.keys { leaveFront(front, slug) }
        hinted.remove(slug)
        ordered.remove(slug)
        unkept.remove(slug)
    }

    // MARK: Intervals

    /// Seconds between two listings of an app: as set, unless its listings are long or its key has many apps.
    func connectInterval(_ entry: Entry) -> TimeInterval {
        guard let keyID = entry.keyID, let key = keys[keyID] else { return settings.connectInterval }
        let alone = entry.connect.cost * 3_600 / max(1, settings.callsPerAppAndHour)
        let shared = key.cost * 3_600 / max(1, Double(allowedPerHour(keyID)) * Pace.share)
        return max(settings.connectInterval, alone, shared)
    }

    /// Seconds between two rounds of a country: as set, unless all countries together ask for too much.
    var lookupInterval: TimeInterval {
        let calls = fronts.values.reduce(0.0) { sum, front in
            let numbered = front.apps.count - front.unnumbered.count
            return sum + (Double(numbered) / Double(LookupClient.largestBatch)).rounded(.up)
                + Double(front.unnumbered.count)
        }
        // A third of the calls is left for what cannot wait.
        return max(settings.lookupInterval, calls * 60 / 10)
    }

    /// Somewhat longer than the interval, so that what began together does not stay together, and never more often.
    func jittered(_ interval: TimeInterval) -> TimeInterval { interval * random(1...1.1) }
}
