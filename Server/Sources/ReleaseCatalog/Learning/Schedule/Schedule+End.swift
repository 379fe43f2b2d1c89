import AirworthyPolicy
import AirworthySupport
import Foundation

/// What happened.
extension Schedule {
    /// What the shell has to pass on.
    struct Effects {
        var events: [CatalogLearner.Event] = []
        /// What those who wait for a sync are told.
        var outcomes: [(slug: String, source: Source, outcome: SyncReport.Outcome)] = []
    }

    /// A listing ended.
    /// - Parameters:
    ///   - job: What was handed out.
    ///   - result: The answer, or why there is none.
    ///   - unkept: Why the answer could not be kept; `nil` if it was.
    ///   - now: The clock.
    /// - Returns: What has to be passed on.
    mutating func ended(
        _ job: ListingJob, _ result: Result<ConnectSource.Answer, UpstreamProblem>, unkept: String?, at now: Date
    ) -> Effects {
        running -= 1
        keys[job.keyID]?.running -= 1
        var effects = Effects()
        let slug = job.target.slug
        let (keyEvent, isKeyTrouble) = judge(job, result, at: now)
        if let keyEvent { effects.events.append(keyEvent) }
        guard var entry = entries[slug] else {
            effects.outcomes.append((slug, .connect, .failed("the app is not there any more")))
            return effects
        }
        guard entry.target.bundleID == job.target.bundleID else {
            // It was about what the app was before it was changed.
            entry.connect.isRunning = false
            entry.connect.nextAt = now
            if let keyID = entry.keyID { keys[keyID]?.due.insert(slug, at: now) }
            entries[slug] = entry
            effects.outcomes.append((slug, .connect, .failed(Self.changed)))
            return effects
        }
        let listing = try? result.get().listing
        entry.hints.ended(listing, start: job.startedAt)
        switch result {
        case .success(let answer):
            recost(&entry, Double(max(1, answer.calls)))
            if entry.target.appleID == nil, let number = answer.listing.appleID {
                entry.target.appleID = number
                self.number(entry)
            }
            if let unkept {
                entry.connect.problem = "it could not be kept: \(unkept)"
                hold(&entry, .connect(answer.listing), job.startedAt, unkept, &effects, at: now)
            } else {
                entry.unkept[.connect] = nil
                if entry.connect.succeeded(at: job.startedAt) {
                    effects.events.append(.sourceRecovered(app: slug, source: .connect))
                }
                effects.outcomes.append((slug, .connect, .learnt))
            }
            entry.connect.isRunning = false
            entry.connect.nextAt = job.startedAt.addingTimeInterval(jittered(connectInterval(entry)))
        case .failure(let problem):
            let isLasting = [.forbidden, .notFound, .refused].contains(problem.kind)
            if entry.connect.failed(problem.detail, isLasting: isLasting, isOthers: isKeyTrouble) {
                effects.events.append(.sourceFailed(app: slug, source: .connect, detail: problem.detail))
            }
            effects.outcomes.append((slug, .connect, .failed(problem.detail)))
            entry.connect.nextAt = now.addingTimeInterval(wait(after: problem, entry, isKeyTrouble))
        }
        if let keyID = entry.keyID { keys[keyID]?.due.insert(slug, at: entry.connect.nextAt) }
        entries[slug] = entry
        return effects
    }

    private static let changed = "the app was changed meanwhile; it is asked about anew"

    /// What an answer says about the key.
    private mutating func judge(
        _ job: ListingJob, _ result: Result<ConnectSource.Answer, UpstreamProblem>, at now: Date
    ) -> (event: CatalogLearner.Event?, isKeyTrouble: Bool) {
        let keyID = job.keyID
        guard var key = keys[keyID] else { return (nil, false) }
        defer { keys[keyID] = key }
        guard case .failure(let problem) = result else {
            return (key.health.succeeded(at: now) ? .keyRecovered(keyID: keyID) : nil, false)
        }
        switch problem.kind {
        case .credentials:
            let isNew = key.health.refused(at: now)
            return (isNew ? .keyFailed(keyID: keyID, detail: problem.detail) : nil, true)
        case .agreements:
            let isNew = key.health.agreementsMissing(at: now)
            return (isNew ? .agreementsMissing(keyID: keyID, detail: problem.detail) : nil, true)
        case .budgetSpent where job.purpose != .hint:
            key.health.spent(at: now, retryAfter: problem.retryAfter)
            return (nil, true)
        case .rateLimited, .budgetSpent:
            key.health.paused(at: now, retryAfter: problem.retryAfter)
            return (nil, true)
        case .forbidden, .notFound, .refused:
            // Apple knew the key well enough to refuse something else.
            return (key.health.isFailed && key.health.succeeded(at: now) ? .keyRecovered(keyID: keyID) : nil, false)
        case .unavailable, .malformed: return (nil, false)
        }
    }

    private func wait(after problem: UpstreamProblem, _ entry: Entry, _ isKeyTrouble: Bool) -> TimeInterval {
        let interval = connectInterval(entry)
        switch problem.kind {
        // The key says when: all its apps wait for it.
        case _ where isKeyTrouble: return 0
        case .forbidden, .notFound, .refused: return max(interval, KeyHealth.retry)
        default: return jittered(entry.connect.retryDelay(interval: interval))
        }
    }

    private mutating func recost(_ entry: inout Entry, _ calls: Double) {
        // Downwards slowly: the first listing of an app asks for its id as well.
        let cost = calls >= entry.connect.cost ? calls : (entry.connect.cost + calls) / 2
        if let keyID = entry.keyID { keys[keyID]?.cost += cost - entry.connect.cost }
        entry.connect.cost = cost
    }

    // MARK: Lookups

    /// A lookup ended.
    /// - Parameters:
    ///   - job: What was handed out.
    ///   - result: The releases by app, or why there is no answer.
    ///   - unkept: What could not be kept and why, by app.
    ///   - now: The clock.
    /// - Returns: What has to be passed on.
    mutating func ended(
        _ job: LookupJob, _ result: Result<[String: [Release]], UpstreamProblem>,
        unkept: [String: (release: Release, detail: String)], at now: Date
    ) -> Effects {
        running -= 1
        lookupsRunning -= 1
        var effects = Effects()
        if case .failure(let problem) = result {
            if problem.kind == .rateLimited || problem.kind == .budgetSpent {
                lookupsPausedUntil = now.addingTimeInterval(min(max(1, problem.retryAfter ?? 60), 3_600))
                putBackQueue(problem.detail, &effects)
            } else {
                retryRound(job.storefront, at: now)
            }
        } else {
            fronts[job.storefront]?.failures = 0
        }
        for app in job.apps {
            let source = Source.lookup(job.storefront)
            guard var entry = entries[app.slug], var asking = entry.lookups[job.storefront] else { continue }
            asking.isRunning = false
            guard entry.target.bundleID == app.bundleID else {
                entries[app.slug]?.lookups[job.storefront] = asking
                fronts[job.storefront]?.urgent.insert(app.slug)
                effects.outcomes.append((app.slug, source, .failed(Self.changed)))
                continue
            }
            switch result {
            case .success(let releases):
                if let (release, detail) = unkept[app.slug] {
                    asking.problem = "it could not be kept: \(detail)"
                    hold(&entry, .lookup(job.storefront, release), job.startedAt, detail, &effects, at: now)
                } else if (releases[app.slug] ?? []).isEmpty {
                    // Asked and answered, yet nothing is known by it: the facts keep their age.
                    asking.problem = "the lookup knows nothing of it in \(job.storefront)"
                    asking.failures = 0
                    effects.outcomes.append((app.slug, source, .nothingKnown))
                } else {
                    entry.unkept[source] = nil
                    if asking.succeeded(at: job.startedAt) {
                        effects.events.append(.sourceRecovered(app: app.slug, source: source))
                    }
                    effects.outcomes.append((app.slug, source, .learnt))
                }
            case .failure(let problem):
                if problem.kind == .rateLimited || problem.kind == .budgetSpent {
                    // Not answered at all: its turn comes when there is room again.
                    fronts[job.storefront]?.urgent.insert(app.slug)
                }
                if problem.kind != .budgetSpent, asking.failed(problem.detail, isLasting: false) {
                    effects.events.append(.sourceFailed(app: app.slug, source: source, detail: problem.detail))
                }
                effects.outcomes.append((app.slug, source, .failed(problem.detail)))
            }
            entry.lookups[job.storefront] = asking
            entries[app.slug] = entry
        }
        return effects
    }

    /// What waits for its turn waits for the end of the pause instead.
    private mutating func putBackQueue(_ detail: String, _ effects: inout Effects) {
        for job in lookupQueue {
            for app in job.apps {
                entries[app.slug]?.lookups[job.storefront]?.isRunning = false
                fronts[job.storefront]?.urgent.insert(app.slug)
                effects.outcomes.append((app.slug, .lookup(job.storefront), .failed(detail)))
            }
        }
        lookupQueue = []
    }

    /// Brings the next round of a country forward after a trouble that may pass.
    private mutating func retryRound(_ storefront: Storefront, at now: Date) {
        guard var front = fronts[storefront] else { return }
        front.failures += 1
        let delay = Backoff(first: 60, longest: lookupInterval).pause(afterFailures: front.failures)
        front.nextAt = min(front.nextAt, now.addingTimeInterval(jittered(delay)))
        fronts[storefront] = front
    }

    // MARK: What could not be kept

    private mutating func hold(
        _ entry: inout Entry, _ observation: Observation, _ observedAt: Date, _ detail: String,
        _ effects: inout Effects, at now: Date
    ) {
        let slug = entry.target.slug
        let source = observation.source
        let failures = (entry.unkept[source]?.failures ?? 0) + 1
        let delay = Backoff(first: 5, longest: 300).pause(afterFailures: failures)
        if failures == 1 { effects.events.append(.notKept(app: slug, source: source, detail: detail)) }
        entry.unkept[source] = Unkept(
            target: entry.target, observation: observation, observedAt: observedAt, failures: failures,
            retryAt: now.addingTimeInterval(delay))
        unkept.insert(slug)
        effects.outcomes.append((slug, source, .failed("it could not be kept: \(detail)")))
    }

    /// Another attempt to keep something ended.
    mutating func ended(_ job: DeliveryJob, unkept detail: String?, at now: Date) -> Effects {
        running -= 1
        var effects = Effects()
        let source = job.observation.source
        let slug = job.target.slug
        guard var entry = entries[slug], let held = entry.unkept[source] else { return effects }
        if held.observedAt != job.observedAt {
            // Something newer has come meanwhile.
            entry.unkept[source]?.isRunning = false
        } else if let detail {
            hold(&entry, job.observation, job.observedAt, detail, &effects, at: now)
        } else {
            entry.unkept[source] = nil
            let wasReported: Bool
            switch source {
            case .lookup(let storefront):
                wasReported = entry.lookups[storefront]?.succeeded(at: job.observedAt) ?? false
            default:
                let isRunning = entry.connect.isRunning
                wasReported = entry.connect.succeeded(at: job.observedAt)
                entry.connect.isRunning = isRunning
            }
            if wasReported { effects.events.append(.sourceRecovered(app: slug, source: source)) }
        }
        if entry.unkept.isEmpty { unkept.remove(slug) }
        entries[slug] = entry
        return effects
    }
}
