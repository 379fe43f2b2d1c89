import Foundation

extension Schedule {
    /// The clock was set back, by an hour or by years: what was to come in its future comes after its usual interval.
    mutating func bringForward(to now: Date) {
        for slug in entries.keys {
            guard var entry = entries[slug] else { continue }
            let latest = now.addingTimeInterval(connectInterval(entry))
            if entry.connect.nextAt > latest {
                entry.connect.nextAt = latest
                if let keyID = entry.keyID { keys[keyID]?.due.insert(slug, at: latest) }
            }
            entry.connect.bringForward(to: now)
            for front in entry.lookups.keys { entry.lookups[front]?.bringForward(to: now) }
            entry.hints.bringForward(to: now)
            for source in entry.unkept.keys { entry.unkept[source]?.retryAt = now }
            entries[slug] = entry
        }
        for keyID in keys.keys { keys[keyID]?.health.bringForward(to: now) }
        let round = now.addingTimeInterval(lookupInterval)
        fronts = fronts.mapValues { front in
            var front = front
            front.nextAt = min(front.nextAt, round)
            return front
        }
        lookupsPausedUntil = min(lookupsPausedUntil, now.addingTimeInterval(KeyHealth.retry))
        targetsAt = min(targetsAt, now)
    }
}

extension Asking {
    fileprivate mutating func bringForward(to now: Date) {
        lastAttempt = lastAttempt.map { min($0, now) }
        lastSuccess = lastSuccess.map { min($0, now) }
    }
}
