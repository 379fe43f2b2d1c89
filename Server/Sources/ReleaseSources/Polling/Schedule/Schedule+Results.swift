import AirworthyPolicy
import AppStoreConnect
import Foundation
import ReleaseCatalog
import ServerSupport

/// The results of listings (App Store Connect, one app), lookups (App Store, one country) and deliveries (another attempt
/// to store data).
extension Schedule {
    /// The consequences of a result that the poller passes on.
    struct Effects {
        var events: [CatalogPoller.Event] = []
        /// The outcomes for callers that wait for a synchronisation.
        var outcomes: [(slug: String, source: CatalogSource, outcome: SyncReport.Outcome)] = []
    }

    private static let appRemoved = "the app was removed"
    private static let appChanged = "the app was changed in the meantime; the source is asked again"

    // MARK: Listings

    mutating func end(_ job: ListingJob, result: ListingResult, at now: Date) -> Effects {
        running -= 1
        keys[job.keyID]?.running -= 1
        let slug = job.target.slug
        var effects = Effects()
        let (keyEvent, isKeyProblem) = updateHealth(of: job, result: result, at: now)
        if let keyEvent { effects.events.append(keyEvent) }
        guard var entry = entries[slug] else {
            effects.outcomes.append((slug, .connect, .failed(Self.appRemoved)))
            return effects
        }
        entry.connect.isRunning = false
        if entry.target.bundleID != job.target.bundleID {
            // The bundle id changed during the listing, whose data are for the old one.
            entry.connect.nextAt = now
            effects.outcomes.append((slug, .connect, .failed(Self.appChanged)))
        } else {
            switch result {
            case .stored(let answer):
                adopt(answer, for: &entry, startedAt: job.startedAt)
                deliveries.drop(.connect, ofApp: slug)
                if entry.connect.succeed(at: job.startedAt) {
                    effects.events.append(.sourceRecovered(app: slug, source: .connect))
                }
                effects.outcomes.append((slug, .connect, .learnt))
            case .notStored(let answer, let reason):
                adopt(answer, for: &entry, startedAt: job.startedAt)
                entry.connect.failToStore(Self.notStored(reason))
                let delivery = DeliveryJob(
                    target: entry.target, observation: .connect(answer.listing), observedAt: job.startedAt)
                hold(delivery, reason: reason, effects: &effects, at: now)
            case .failed(let error):
                failListing(&entry, job: job, error: error, isKeyProblem: isKeyProblem, effects: &effects, at: now)
            }
        }
        if let keyID = entry.keyID { keys[keyID]?.due.insert(slug, at: entry.connect.nextAt) }
        entries[slug] = entry
        return effects
    }

    /// Notes the cost of a listing and the Apple ID in it, and schedules the next listing.
    private mutating func adopt(_ answer: ConnectSource.Answer, for entry: inout Entry, startedAt start: Date) {
        entry.hints.end(answer.listing, startedAt: start)
        let calls = Double(max(1, answer.calls))
        // The cost falls slowly, because the first listing of an app requests its id as well.
        let cost = calls >= entry.connect.cost ? calls : (entry.connect.cost + calls) / 2
        if let keyID = entry.keyID { keys[keyID]?.changeCost(by: cost - entry.connect.cost) }
        entry.connect.cost = cost
        if entry.target.appleID == nil, let appleID = answer.listing.appleID {
            entry.target.appleID = appleID
            updateLookups(of: entry)
        }
        entry.connect.nextAt = start + jitter(connectInterval(of: entry))
    }

    private mutating func failListing(
        _ entry: inout Entry, job: ListingJob, error: SourceError, isKeyProblem: Bool, effects: inout Effects,
        at now: Date
    ) {
        let slug = entry.target.slug
        entry.hints.end(nil, startedAt: job.startedAt)
        if entry.connect.fail(error.detail, isLasting: error.kind.isLasting, isKeyProblem: isKeyProblem) {
            effects.events.append(.sourceFailed(app: slug, source: .connect, detail: error.detail))
        }
        effects.outcomes.append((slug, .connect, .failed(error.detail)))
        let interval = connectInterval(of: entry)
        if isKeyProblem {
            // Due at once: the pause of the key delays all its apps.
            entry.connect.nextAt = now
        } else if error.kind.isLasting {
            entry.connect.nextAt = now + max(interval, KeyHealth.retryInterval)
        } else {
            entry.connect.nextAt = now + jitter(entry.connect.retryDelay(interval: interval))
        }
    }

    /// Updates the condition of the key after a result.
    private mutating func updateHealth(
        of job: ListingJob, result: ListingResult, at now: Date
    ) -> (event: CatalogPoller.Event?, isKeyProblem: Bool) {
        let keyID = job.keyID
        guard var health = keys[keyID]?.health else { return (nil, false) }
        defer { keys[keyID]?.health = health }
        guard case .failed(let error) = result else {
            return (health.succeed() ? .keyRecovered(keyID: keyID) : nil, false)
        }
        switch error.kind {
        case .credentials:
            return (health.reject(at: now) ? .keyFailed(keyID: keyID, detail: error.detail) : nil, true)
        case .agreements:
            let isNew = health.requireAgreement(at: now)
            return (isNew ? .agreementsMissing(keyID: keyID, detail: error.detail) : nil, true)
        case .budgetSpent where job.purpose != .hint:
            // The calls that are left are reserved for hints. The pause does not grow.
            health.spendBudget(at: now, retryAfter: error.retryAfter)
            return (nil, true)
        case .rateLimited, .budgetSpent:
            // Nothing is left, or Apple counted too many calls.
            health.pause(at: now, retryAfter: error.retryAfter)
            return (nil, true)
        case .forbidden, .notFound, .refused:
            // Apple accepted the key before it rejected something else.
            return (health.isFailed && health.succeed() ? .keyRecovered(keyID: keyID) : nil, false)
        case .unavailable, .malformed: return (nil, false)
        }
    }

    // MARK: Lookups

    /// Records the end of a lookup; an app without a result counts as not found.
    mutating func end(
        _ job: LookupJob, result: Result<[String: AppLookupResult], SourceError>, at now: Date
    ) -> Effects {
        running -= 1
        var effects = Effects()
        switch result {
        case .success: lookups.succeed(job)
        case .failure(let error) where error.kind == .rateLimited || error.kind == .budgetSpent:
            for queued in lookups.pause(at: now, retryAfter: error.retryAfter) {
                postpone(queued, detail: error.detail, effects: &effects)
            }
        case .failure:
            lookups.fail(job, at: now, interval: lookupInterval, jitter: jitter)
        }
        for app in job.apps {
            guard let bundleID = entries[app.slug]?.target.bundleID, entries[app.slug]?.lookups[job.storefront] != nil
            else { continue }
            let source = CatalogSource.lookup(job.storefront)
            if bundleID != app.bundleID {
                entries[app.slug]?.lookups[job.storefront]?.isRunning = false
                lookups.markUrgent(app.slug, in: job.storefront)
                effects.outcomes.append((app.slug, source, .failed(Self.appChanged)))
                continue
            }
            switch result {
            case .success(let results):
                endLookup(job, ofApp: app.slug, result: results[app.slug] ?? .notFound, effects: &effects, at: now)
            case .failure(let error):
                failLookup(job, ofApp: app.slug, error: error, effects: &effects)
            }
        }
        return effects
    }

    private mutating func endLookup(
        _ job: LookupJob, ofApp slug: String, result: AppLookupResult, effects: inout Effects, at now: Date
    ) {
        guard var entry = entries[slug], var state = entry.lookups[job.storefront] else { return }
        let source = CatalogSource.lookup(job.storefront)
        state.isRunning = false
        switch result {
        case .stored:
            deliveries.drop(source, ofApp: slug)
            if state.succeed(at: job.startedAt) {
                effects.events.append(.sourceRecovered(app: slug, source: source))
            }
            effects.outcomes.append((slug, source, .learnt))
        case .notStored(let release, let reason):
            state.failToStore(Self.notStored(reason))
            let delivery = DeliveryJob(
                target: entry.target, observation: .lookup(job.storefront, release), observedAt: job.startedAt)
            hold(delivery, reason: reason, effects: &effects, at: now)
        case .notFound:
            // The answer contains nothing, so the stored data are kept with their age.
            state.succeedWithoutData("the lookup does not know the app in \(job.storefront)")
            effects.outcomes.append((slug, source, .nothingKnown))
        }
        entry.lookups[job.storefront] = state
        entries[slug] = entry
    }

    private mutating func failLookup(
        _ job: LookupJob, ofApp slug: String, error: SourceError, effects: inout Effects
    ) {
        guard var state = entries[slug]?.lookups[job.storefront] else { return }
        let source = CatalogSource.lookup(job.storefront)
        state.isRunning = false
        if error.kind == .rateLimited || error.kind == .budgetSpent {
            lookups.markUrgent(slug, in: job.storefront)
        }
        if error.kind != .budgetSpent, state.fail(error.detail, isLasting: false) {
            effects.events.append(.sourceFailed(app: slug, source: source, detail: error.detail))
        }
        effects.outcomes.append((slug, source, .failed(error.detail)))
        entries[slug]?.lookups[job.storefront] = state
    }

    /// Makes the apps of a queued lookup wait for the end of a pause.
    private mutating func postpone(_ job: LookupJob, detail: String, effects: inout Effects) {
        for app in job.apps {
            entries[app.slug]?.lookups[job.storefront]?.isRunning = false
            lookups.markUrgent(app.slug, in: job.storefront)
            effects.outcomes.append((app.slug, .lookup(job.storefront), .failed(detail)))
        }
    }

    // MARK: Deliveries

    /// Records the end of another attempt to store an observation; `problem` is `nil` if it was stored.
    mutating func end(_ job: DeliveryJob, problem: String?, at now: Date) -> Effects {
        running -= 1
        var effects = Effects()
        let source = job.observation.source
        let slug = job.target.slug
        switch deliveries.end(job, isStored: problem == nil, at: now) {
        case .superseded: break
        case .failed:
            effects.outcomes.append((slug, source, .failed(Self.notStored(problem ?? ""))))
        case .stored:
            // A new request to the source may be running, so `isRunning` stays as it is.
            let hasRecovered =
                if case .lookup(let storefront) = source {
                    entries[slug]?.lookups[storefront]?.succeed(at: job.observedAt)
                } else {
                    entries[slug]?.connect.succeed(at: job.observedAt)
                }
            if hasRecovered == true { effects.events.append(.sourceRecovered(app: slug, source: source)) }
        }
        return effects
    }

    private mutating func hold(_ job: DeliveryJob, reason: String, effects: inout Effects, at now: Date) {
        let (slug, source) = (job.target.slug, job.observation.source)
        if deliveries.hold(job, at: now) {
            effects.events.append(.notStored(app: slug, source: source, detail: reason))
        }
        effects.outcomes.append((slug, source, .failed(Self.notStored(reason))))
    }

    private static func notStored(_ reason: String) -> String { "the data could not be stored: \(reason)" }
}

extension SourceError.Kind {
    /// Whether the failure will not pass by itself.
    fileprivate var isLasting: Bool { self == .forbidden || self == .notFound || self == .refused }
}
