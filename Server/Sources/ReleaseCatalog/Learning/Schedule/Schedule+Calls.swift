import AirworthyPolicy
import Foundation

/// What comes in from outside.
extension Schedule {
    /// Seconds between two attempts that requests for an app never learnt can cause.
    static let wakeGap: TimeInterval = 30

    /// Somebody asked for an app of which nothing is known.
    /// - Returns: Whether that changes anything: of many calls only the first does.
    mutating func wake(_ slug: String, at now: Date) -> Bool {
        guard var entry = entries[slug] else {
            // Made a moment ago, perhaps. The list is not read more often than once a second for that.
            guard !wantsTargets, now.timeIntervalSince(targetsAt) >= 1 else { return false }
            wantsTargets = true
            return true
        }
        guard let keyID = entry.keyID, entry.connect.lastSuccess == nil, !entry.connect.isRunning,
            let last = entry.connect.lastAttempt
        else { return false }
        let soon = max(now, last.addingTimeInterval(Self.wakeGap))
        guard soon < entry.connect.nextAt else { return false }
        entry.connect.nextAt = soon
        entries[slug] = entry
        keys[keyID]?.due.insert(slug, at: soon)
        return true
    }

    /// A webhook says that something changed.
    /// - Returns: Whether there is something to do.
    mutating func hint(_ slug: String, _ hint: Hint, at now: Date) -> Bool {
        guard entries[slug]?.keyID != nil else { return false }
        entries[slug]?.hints.add(hint, at: now)
        hinted.insert(slug)
        return true
    }

    /// Somebody wants everything about an app to be asked now.
    /// - Returns: The sources that will be asked or are being asked, and why others are not.
    mutating func order(_ slug: String, at now: Date) -> (awaited: Set<Source>, refused: [Source: String]) {
        guard let entry = entries[slug] else { return ([], [:]) }
        var awaited: Set<Source> = []
        var refused: [Source: String] = [:]
        if let trouble = entry.keyTrouble { refused[.connect] = trouble }
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
        for (storefront, asking) in entry.lookups {
            if !asking.isRunning, lookupsPausedUntil > now {
                let wait = Int(lookupsPausedUntil.timeIntervalSince(now)) + 1
                refused[.lookup(storefront)] = "the lookup's calls are used up; try again in \(wait) s"
            } else {
                if !asking.isRunning { fronts[storefront]?.urgent.insert(slug) }
                awaited.insert(.lookup(storefront))
            }
        }
        return (awaited, refused)
    }

    /// How the asking about an app stands, by source.
    func status(of slug: String) -> [SourceStatus] {
        guard let entry = entries[slug] else { return [] }
        var list: [SourceStatus] = []
        if entry.keyID != nil {
            list.append(SourceStatus(.connect, entry.connect, connectInterval(entry)))
        } else if let trouble = entry.keyTrouble {
            list.append(
                SourceStatus(source: .connect, interval: settings.connectInterval, problem: trouble))
        }
        let interval = lookupInterval
        for (storefront, asking) in entry.lookups {
            list.append(SourceStatus(.lookup(storefront), asking, interval))
        }
        return list.sorted { $0.source < $1.source }
    }

    /// Whether the keys work, in the order they were configured.
    var keyStates: [KeyState] {
        keyIDs.map { keyID in
            KeyState(
                keyID: keyID, condition: keys[keyID]?.health.condition ?? .unproven,
                lastSuccess: keys[keyID]?.health.lastSuccess, allowedPerHour: allowedPerHour(keyID))
        }
    }
}

extension Schedule.Entry {
    /// Why an app that names a key is not asked about.
    fileprivate var keyTrouble: String? {
        guard keyID == nil, let named = target.keyID else { return nil }
        return "the App Store Connect key \(named), which the app names, is not configured here"
    }
}

extension SourceStatus {
    fileprivate init(_ source: Source, _ asking: Asking, _ interval: TimeInterval) {
        self.init(
            source: source, interval: interval, lastSuccess: asking.lastSuccess, lastAttempt: asking.lastAttempt,
            problem: asking.problem)
    }
}
