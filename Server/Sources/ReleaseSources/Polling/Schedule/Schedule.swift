import AirworthyPolicy
import Foundation
import ReleaseCatalog
import ServerSupport

/// The schedule of all requests to Apple.
///
/// A state machine without a clock and without I/O: callers report what happened, and ``start(at:)`` returns the work to
/// do and the time of the next call.
struct Schedule {
    struct Entry {
        var target: AppTarget
        var keyID: String?
        var connect: SourceState
        var lookups: [Storefront: SourceState] = [:]
        var hints = HintQueue()

        /// The reason why an app that names a key is not listed.
        var keyProblem: String? {
            guard keyID == nil, let named = target.keyID else { return nil }
            return "the App Store Connect key \(named), which the app names, is not configured here"
        }
    }

    /// The shortest time between two listings caused by requests for an app without data.
    private static let wakeGap: Duration = .seconds(30)

    let settings: PollingSettings
    let keyIDs: [String]
    let allowedPerHour: @Sendable (String) -> Int
    private let hasLookup: Bool
    /// Lengthens an interval by up to a tenth, so that requests that began together drift apart.
    let jitter: @Sendable (Duration) -> Duration

    var entries: [String: Entry] = [:]
    var keys: [String: KeySchedule] = [:]
    var lookups = LookupRounds()
    var deliveries = PendingDeliveries()
    var running = 0
    /// Apps with unconfirmed hints.
    var hinted: Set<String> = []
    /// Apps that an operator wants to be listed now.
    var ordered: Set<String> = []
    var targetsAt = Date.distantPast
    private var wantsTargets = true
    /// The latest time seen, to notice a clock that was set back.
    var latest = Date.distantPast

    init(
        settings: PollingSettings, keyIDs: [String], hasLookup: Bool,
        allowedPerHour: @escaping @Sendable (String) -> Int,
        random: @escaping @Sendable (ClosedRange<Double>) -> Double
    ) {
        self.settings = settings
        self.keyIDs = keyIDs
        self.hasLookup = hasLookup
        self.allowedPerHour = allowedPerHour
        jitter = { $0 * random(1...1.1) }
    }

    // MARK: Intervals

    /// Returns the time between two listings of an app: as set, unless its listings are long or its key has many apps.
    func connectInterval(of entry: Entry) -> Duration {
        guard let keyID = entry.keyID, let key = keys[keyID] else { return settings.connectInterval }
        let alone = Duration.seconds(entry.connect.cost * 3_600 / max(1, settings.callsPerAppAndHour))
        return max(settings.connectInterval, alone, key.roundTime(allowedPerHour: allowedPerHour(keyID)))
    }

    /// The time between two rounds of a country.
    var lookupInterval: Duration { lookups.interval(minimum: settings.lookupInterval) }

    /// Whether the list of apps has to be read again.
    func needsTargets(at now: Date) -> Bool {
        // The absolute value, because the clock may have been set back.
        wantsTargets || abs(now.timeIntervalSince(targetsAt)) >= settings.targetsInterval.seconds
    }
}

// MARK: - Apps

extension Schedule {
    mutating func setTargets(_ targets: [AppTarget], at now: Date) {
        targetsAt = now
        wantsTargets = false
        let slugs = Set(targets.map(\.slug))
        for slug in entries.keys where !slugs.contains(slug) { remove(slug) }
        for target in targets { set(target, at: now) }
    }

    private mutating func set(_ target: AppTarget, at now: Date) {
        let slug = target.slug
        var target = target
        let keyID = keyID(of: target)
        if let old = entries[slug] {
            // A known Apple ID stays valid only if the bundle identifier is the same.
            if target.bundleID == old.target.bundleID { target.appleID = target.appleID ?? old.target.appleID }
            guard old.target != target || old.keyID != keyID else { return }
        }
        var entry = entries[slug] ?? Entry(target: target, connect: SourceState(nextAt: now))
        let isOtherApp = entry.target.bundleID != target.bundleID
        if entry.keyID != keyID || isOtherApp {
            leaveKey(entry)
            let isRunning = entry.connect.isRunning
            entry.connect = SourceState(nextAt: now)
            entry.connect.isRunning = isRunning
            entry.keyID = keyID
            if let keyID {
                let allowed = allowedPerHour(keyID)
                keys[keyID, default: KeySchedule(allowedPerHour: allowed)]
                    .join(slug, cost: entry.connect.cost, nextAt: entry.connect.nextAt)
            }
        }
        if isOtherApp {
            // Data of another bundle identifier is of no use to this one.
            deliveries.drop(app: slug)
            for storefront in entry.lookups.keys { lookups.markUrgent(slug, in: storefront) }
        }
        entry.target = target
        setStorefronts(of: &entry, at: now)
        entries[slug] = entry
    }

    /// Returns the key of an app: the one it names, or the first; `nil` if the named one is not configured.
    private func keyID(of target: AppTarget) -> String? {
        // Apple knows nothing of an app on Android alone.
        guard !target.lookupPlatforms.isEmpty else { return nil }
        guard let named = target.keyID else { return keyIDs.first }
        return keyIDs.contains(named) ? named : nil
    }

    private mutating func leaveKey(_ entry: Entry) {
        if let keyID = entry.keyID { keys[keyID]?.leave(entry.target.slug, cost: entry.connect.cost) }
    }

    private mutating func setStorefronts(of entry: inout Entry, at now: Date) {
        let slug = entry.target.slug
        let wanted = hasLookup && !entry.target.lookupPlatforms.isEmpty ? Set(entry.target.storefronts) : []
        for storefront in entry.lookups.keys where !wanted.contains(storefront) {
            entry.lookups[storefront] = nil
            lookups.leave(slug, in: storefront)
        }
        for storefront in wanted where entry.lookups[storefront] == nil {
            lookups.join(entry.target, in: storefront, at: now)
            entry.lookups[storefront] = SourceState(nextAt: now)
        }
        updateLookups(of: entry)
    }

    /// Tells the rounds of lookups about a change of an app.
    mutating func updateLookups(of entry: Entry) {
        for storefront in entry.lookups.keys { lookups.update(entry.target, in: storefront) }
    }

    private mutating func remove(_ slug: String) {
        guard let entry = entries.removeValue(forKey: slug) else { return }
        leaveKey(entry)
        for storefront in entry.lookups.keys { lookups.leave(slug, in: storefront) }
        hinted.remove(slug)
        ordered.remove(slug)
        deliveries.drop(app: slug)
    }
}

// MARK: - Requests from outside

extension Schedule {
    /// Records a request for an app without data. Returns whether it changes anything: only the first does.
    mutating func requestSync(_ slug: String, at now: Date) -> Bool {
        guard var entry = entries[slug] else {
            // The app may be new. The list is not read more often than once a second for that.
            guard !wantsTargets, now.timeIntervalSince(targetsAt) >= 1 else { return false }
            wantsTargets = true
            return true
        }
        guard let keyID = entry.keyID, entry.connect.lastSuccess == nil, !entry.connect.isRunning,
            let last = entry.connect.lastAttempt
        else { return false }
        let soon = max(now, last + Self.wakeGap)
        guard soon < entry.connect.nextAt else { return false }
        entry.connect.nextAt = soon
        entries[slug] = entry
        keys[keyID]?.due.insert(slug, at: soon)
        return true
    }

    /// Records a hint, and returns whether the app is listed for it.
    mutating func hint(_ hint: Hint, for slug: String, at now: Date) -> Bool {
        guard entries[slug]?.keyID != nil else { return false }
        entries[slug]?.hints.add(hint, at: now)
        hinted.insert(slug)
        return true
    }

    /// Records that an operator wants all sources to be asked now. Returns those asked, and why others are not.
    mutating func order(
        _ slug: String, at now: Date
    ) -> (awaited: Set<CatalogSource>, refused: [CatalogSource: String]) {
        guard let entry = entries[slug] else { return ([], [:]) }
        var awaited: Set<CatalogSource> = []
        var refused: [CatalogSource: String] = [:]
        if let problem = entry.keyProblem { refused[.connect] = problem }
        if let keyID = entry.keyID, let key = keys[keyID] {
            let pausedUntil = max(key.health.pausedUntil, key.health.spentUntil)
            if !entry.connect.isRunning, pausedUntil > now {
                let wait = Int(pausedUntil.timeIntervalSince(now)) + 1
                refused[.connect] = "the calls of the key \(keyID) are used up; try again in \(wait) s"
            } else {
                if !entry.connect.isRunning { ordered.insert(slug) }
                awaited.insert(.connect)
            }
        }
        for (storefront, state) in entry.lookups {
            if !state.isRunning, lookups.pausedUntil > now {
                let wait = Int(lookups.pausedUntil.timeIntervalSince(now)) + 1
                refused[.lookup(storefront)] = "the lookup's calls are used up; try again in \(wait) s"
            } else {
                if !state.isRunning { lookups.markUrgent(slug, in: storefront) }
                awaited.insert(.lookup(storefront))
            }
        }
        return (awaited, refused)
    }

    /// Returns the state of polling an app, by source.
    func status(of slug: String) -> [SourceStatus] {
        guard let entry = entries[slug] else { return [] }
        var list = entry.lookups.map { storefront, state in
            state.status(of: .lookup(storefront), interval: lookupInterval)
        }
        if entry.keyID != nil {
            list.append(entry.connect.status(of: .connect, interval: connectInterval(of: entry)))
        } else if let problem = entry.keyProblem {
            list.append(SourceStatus(source: .connect, interval: settings.connectInterval, problem: problem))
        }
        return list.sorted { $0.source < $1.source }
    }

    /// The states of the keys, in the order they were configured.
    var keyStates: [KeyState] {
        keyIDs.map { keyID in
            KeyState(
                keyID: keyID, condition: keys[keyID]?.health.condition ?? .unproven,
                allowedPerHour: allowedPerHour(keyID))
        }
    }
}
