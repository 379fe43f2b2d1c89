import AirworthyPolicy
import Foundation

/// What to do now.
extension Schedule {
    /// Hands out what is due, and says when to ask again.
    /// - Parameter now: The clock.
    /// - Returns: The work, each piece of which has to be reported as ended, and when the next may be due; sooner if
    ///   something ends or comes in.
    mutating func start(at now: Date) -> (jobs: [Job], nextAt: Date) {
        if now < latest.addingTimeInterval(-1) { bringForward(to: now) }
        latest = now
        var jobs: [Job] = []
        startDeliveries(&jobs, at: now)
        startUrgentListings(&jobs, at: now)
        startDueListings(&jobs, at: now)
        startLookups(&jobs, at: now)
        running += jobs.count
        return (jobs, nextAt(now))
    }

    // MARK: Listings

    private mutating func startUrgentListings(_ jobs: inout [Job], at now: Date) {
        for slug in ordered.sorted() {
            guard let entry = entries[slug], !entry.connect.isRunning, let keyID = entry.keyID else { continue }
            ordered.remove(slug)
            jobs.append(startListing(entry, keyID, .operator, at: now))
        }
        for slug in hinted.sorted() {
            guard let entry = entries[slug], let dueAt = entry.hints.dueAt, let keyID = entry.keyID else {
                hinted.remove(slug)
                continue
            }
            guard dueAt <= now, !entry.connect.isRunning, let key = keys[keyID], isUsable(key, at: now) else {
                continue
            }
            jobs.append(startListing(entry, keyID, .hint, at: now))
        }
    }

    private mutating func startDueListings(_ jobs: inout [Job], at now: Date) {
        for keyID in keyIDs {
            while var key = keys[keyID], let first = key.due.first, first.date <= now {
                guard key.running < settings.concurrency, key.health.spentUntil <= now, isUsable(key, at: now) else {
                    break
                }
                // The heap keeps what was moved or is no more; only the date an app has now counts.
                let entry = entries[first.name]
                guard let entry, entry.keyID == keyID, entry.connect.nextAt == first.date, !entry.connect.isRunning
                else {
                    key.due.removeFirst()
                    keys[keyID] = key
                    continue
                }
                let mayStart = key.pace.take(entry.connect.cost, allowedPerHour: allowedPerHour(keyID), at: now)
                if mayStart { key.due.removeFirst() }
                keys[keyID] = key
                guard mayStart else { break }
                jobs.append(startListing(entry, keyID, .schedule, at: now))
            }
        }
    }

    /// Whether a key may be used now. While it is in doubt, by one at a time.
    private func isUsable(_ key: Key, at now: Date) -> Bool {
        guard key.health.notBefore <= now, key.health.pausedUntil <= now else { return false }
        return !key.health.isDoubtful || key.running == 0
    }

    private mutating func startListing(
        _ entry: Entry, _ keyID: String, _ purpose: ConnectSource.Purpose, at now: Date
    ) -> Job {
        let slug = entry.target.slug
        entries[slug]?.connect.began(at: now)
        if purpose == .hint { entries[slug]?.hints.began(at: now) }
        keys[keyID]?.running += 1
        return .listing(ListingJob(target: entry.target, keyID: keyID, purpose: purpose, startedAt: now))
    }

    // MARK: Lookups

    private mutating func startLookups(_ jobs: inout [Job], at now: Date) {
        guard lookupsPausedUntil <= now else { return }
        let interval = lookupInterval
        for storefront in fronts.keys.sorted() {
            guard var front = fronts[storefront] else { continue }
            let isRound = front.nextAt <= now
            guard isRound || !front.urgent.isEmpty else { continue }
            let slugs = isRound ? front.apps : front.urgent
            front.urgent = []
            if isRound { front.nextAt = now.addingTimeInterval(jittered(interval)) }
            fronts[storefront] = front
            queueLookups(slugs, storefront, at: now)
        }
        while lookupsRunning < 2, !lookupQueue.isEmpty {
            let job = lookupQueue.removeFirst()
            lookupsRunning += 1
            jobs.append(.lookup(LookupJob(storefront: job.storefront, apps: job.apps, startedAt: now)))
        }
    }

    private mutating func queueLookups(_ slugs: Set<String>, _ storefront: Storefront, at now: Date) {
        var numbered: [AppTarget] = []
        var batches: [[AppTarget]] = []
        for slug in slugs.sorted() {
            guard let entry = entries[slug], let asking = entry.lookups[storefront], !asking.isRunning else { continue }
            entries[slug]?.lookups[storefront]?.began(at: now)
            if entry.target.appleID == nil { batches.append([entry.target]) } else { numbered.append(entry.target) }
        }
        while !numbered.isEmpty {
            batches.append(Array(numbered.prefix(LookupClient.largestBatch)))
            numbered.removeFirst(min(LookupClient.largestBatch, numbered.count))
        }
        lookupQueue += batches.map { LookupJob(storefront: storefront, apps: $0, startedAt: now) }
    }

    // MARK: Deliveries

    private mutating func startDeliveries(_ jobs: inout [Job], at now: Date) {
        for slug in unkept.sorted() {
            if entries[slug]?.unkept.isEmpty ?? true { unkept.remove(slug) }
            for (source, held) in entries[slug]?.unkept ?? [:] where !held.isRunning && held.retryAt <= now {
                entries[slug]?.unkept[source]?.isRunning = true
                jobs.append(
                    .delivery(
                        DeliveryJob(
                            target: held.target, observation: held.observation, observedAt: held.observedAt)))
            }
        }
    }

    // MARK: When next

    private func nextAt(_ now: Date) -> Date {
        var next = targetsAt.addingTimeInterval(settings.targetsInterval)
        for key in keys.values {
            guard let first = key.due.first, key.running < settings.concurrency else { continue }
            // A key in doubt that is being tried waits for that to end.
            if key.health.isDoubtful, key.running > 0 { continue }
            next = min(
                next,
                max(
                    first.date, key.health.notBefore, key.health.pausedUntil, key.health.spentUntil, key.pace.nextAt))
        }
        for slug in hinted {
            guard let entry = entries[slug], let dueAt = entry.hints.dueAt, !entry.connect.isRunning,
                let key = entry.keyID.flatMap({ keys[$0] }), !key.health.isDoubtful || key.running == 0
            else { continue }
            next = min(next, max(dueAt, key.health.notBefore, key.health.pausedUntil))
        }
        for slug in unkept {
            for held in entries[slug]?.unkept.values ?? [:].values where !held.isRunning {
                next = min(next, held.retryAt)
            }
        }
        for front in fronts.values {
            next = min(next, max(front.urgent.isEmpty ? front.nextAt : now, lookupsPausedUntil))
        }
        if !lookupQueue.isEmpty, lookupsRunning < 2 { next = min(next, lookupsPausedUntil) }
        return max(next, now)
    }
}
