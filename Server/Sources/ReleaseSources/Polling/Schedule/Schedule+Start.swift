import AppStoreConnect
import Foundation
import ReleaseCatalog
import ServerSupport

extension Schedule {
    /// Returns the jobs that are due, each of which has to be reported as ended, and the time at which the next may be
    /// due. Call earlier if a job ends or a request comes in.
    mutating func start(at now: Date) -> (jobs: [PollingJob], nextAt: Date) {
        if now < latest - .seconds(1) { bringForward(to: now) }
        latest = now
        var jobs = deliveries.start(at: now).map { PollingJob.delivery($0) }
        jobs += startUrgentListings(at: now).map { .listing($0) }
        jobs += startDueListings(at: now).map { .listing($0) }
        jobs += startLookups(at: now).map { .lookup($0) }
        running += jobs.count
        return (jobs, nextAt(now))
    }

    private mutating func startUrgentListings(at now: Date) -> [ListingJob] {
        var jobs: [ListingJob] = []
        for slug in ordered.sorted() {
            guard let entry = entries[slug], !entry.connect.isRunning, let keyID = entry.keyID else { continue }
            ordered.remove(slug)
            jobs.append(startListing(of: entry, keyID: keyID, purpose: .operator, at: now))
        }
        for slug in hinted.sorted() {
            guard let entry = entries[slug], let dueAt = entry.hints.dueAt, let keyID = entry.keyID else {
                hinted.remove(slug)
                continue
            }
            guard dueAt <= now, !entry.connect.isRunning, keys[keyID]?.isUsable(at: now) ?? false else { continue }
            entries[slug]?.hints.begin(at: now)
            jobs.append(startListing(of: entry, keyID: keyID, purpose: .hint, at: now))
        }
        return jobs
    }

    private mutating func startDueListings(at now: Date) -> [ListingJob] {
        var jobs: [ListingJob] = []
        for keyID in keyIDs {
            while let key = keys[keyID], let first = key.due.first, first.date <= now,
                key.running < settings.concurrency, key.health.spentUntil <= now, key.isUsable(at: now)
            {
                let entry = entries[first.name]
                guard let entry, entry.keyID == keyID, entry.connect.nextAt == first.date, !entry.connect.isRunning
                else {
                    // The app was moved or removed, or is being listed.
                    keys[keyID]?.due.removeFirst()
                    continue
                }
                let allowed = allowedPerHour(keyID)
                guard keys[keyID]?.take(entry.connect.cost, allowedPerHour: allowed, at: now) ?? false else { break }
                keys[keyID]?.due.removeFirst()
                jobs.append(startListing(of: entry, keyID: keyID, purpose: .schedule, at: now))
            }
        }
        return jobs
    }

    private mutating func startListing(
        of entry: Entry, keyID: String, purpose: CallBudget.Purpose, at now: Date
    ) -> ListingJob {
        entries[entry.target.slug]?.connect.begin(at: now)
        keys[keyID]?.running += 1
        return ListingJob(target: entry.target, keyID: keyID, purpose: purpose, startedAt: now)
    }

    private mutating func startLookups(at now: Date) -> [LookupJob] {
        let (interval, jitter) = (lookupInterval, jitter)
        for (storefront, slugs) in lookups.takeDue(at: now, interval: { jitter(interval) }) {
            var apps: [AppTarget] = []
            for slug in slugs.sorted() {
                guard let entry = entries[slug], let state = entry.lookups[storefront], !state.isRunning else {
                    continue
                }
                entries[slug]?.lookups[storefront]?.begin(at: now)
                apps.append(entry.target)
            }
            lookups.enqueue(apps, in: storefront, at: now)
        }
        return lookups.startQueued(at: now)
    }

    private func nextAt(_ now: Date) -> Date {
        var times = [targetsAt + settings.targetsInterval]
        times += keys.values.compactMap { $0.nextAt(concurrency: settings.concurrency, now: now) }
        for slug in hinted {
            guard let entry = entries[slug], let dueAt = entry.hints.dueAt, !entry.connect.isRunning,
                let key = entry.keyID.flatMap({ keys[$0] }), !key.isBusyProving
            else { continue }
            times.append(max(dueAt, key.health.notBefore, key.health.pausedUntil))
        }
        times += [deliveries.nextAt, lookups.nextAt(now: now)].compactMap { $0 }
        return max(times.min() ?? now, now)
    }

    /// Adapts to a clock that was set back, by an hour or by years: nothing waits longer than its usual interval.
    private mutating func bringForward(to now: Date) {
        for slug in entries.keys {
            guard var entry = entries[slug] else { continue }
            let latest = now + connectInterval(of: entry)
            if entry.connect.nextAt > latest {
                entry.connect.nextAt = latest
                if let keyID = entry.keyID { keys[keyID]?.due.insert(slug, at: latest) }
            }
            entry.connect.bringForward(to: now)
            for storefront in entry.lookups.keys { entry.lookups[storefront]?.bringForward(to: now) }
            entry.hints.bringForward(to: now)
            entries[slug] = entry
        }
        for keyID in keys.keys { keys[keyID]?.health.bringForward(to: now) }
        deliveries.bringForward(to: now)
        lookups.bringForward(to: now, interval: lookupInterval)
        targetsAt = min(targetsAt, now)
    }
}
