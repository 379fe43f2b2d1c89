import AirworthyPolicy
import Foundation
import ReleaseCatalog
import ServerSupport
import Synchronization

extension CatalogPoller {
    /// Polls until the task is cancelled. Call it once at a time.
    package func run() async {
        state.withLock { $0.isRunning = true }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                if state.withLock({ $0.schedule.needsTargets(at: now()) }) { await readTargets() }
                let moment = now()
                let (jobs, nextAt) = state.withLock { state in
                    state.isChanged = false
                    return state.schedule.start(at: moment)
                }
                for job in jobs { group.addTask { await self.perform(job) } }
                guard await waitForWork(atMost: nextAt.duration(since: now())) else { break }
            }
            group.cancelAll()
        }
        resume(
            state.withLock { state in
                state.isRunning = false
                // When this server leads again, another one may have stored later answers.
                state.schedule.deliveries = PendingDeliveries()
                return state.waiters.removeAll { _ in false }
            })
    }

    /// Reads the list of apps until the task is cancelled, and asks nobody: another node does. So this node knows at which
    /// intervals the other one asks, and when data is stale.
    package func follow() async {
        repeat { await readTargets() } while (try? await sleep(settings.targetsInterval)) != nil
    }

    /// Waits for a time or for a change of the schedule. Returns `false` if polling has to end.
    private func waitForWork(atMost time: Duration) async -> Bool {
        guard time > .zero else {
            await Task.yield()
            return !Task.isCancelled
        }
        return (try? await signal.wait(atMost: time, sleep: sleep)) != nil
    }

    private func perform(_ job: PollingJob) async {
        let effects: Schedule.Effects
        switch job {
        case .listing(let job):
            let result = await list(job)
            effects = end { $0.end(job, result: result, at: $1) }
        case .lookup(let job):
            let result = await lookUp(job)
            effects = end { $0.end(job, result: result, at: $1) }
        case .delivery(let job):
            let problem = await store(job.observation, of: job.target, observedAt: job.observedAt)
            effects = end { $0.end(job, problem: problem, at: $1) }
        }
        for event in effects.events { report(event) }
        for (slug, source, outcome) in effects.outcomes {
            resume(state.withLock { $0.waiters.finish(source, of: slug, outcome: outcome) })
        }
        signal.send()
    }

    private func end(_ change: (inout Schedule, Date) -> Schedule.Effects) -> Schedule.Effects {
        let now = now()
        return state.withLock { state in
            state.isChanged = true
            return change(&state.schedule, now)
        }
    }

    private func list(_ job: ListingJob) async -> ListingResult {
        guard let source = connect[job.keyID] else {
            return .failed(SourceError(.refused, detail: "the key \(job.keyID) is not configured"))
        }
        do throws(SourceError) {
            let answer = try await source.listing(job.target, job.startedAt - settings.buildAge, job.purpose)
            let problem = await store(.connect(answer.listing), of: job.target, observedAt: job.startedAt)
            return problem.map { .notStored(answer, reason: $0) } ?? .stored(answer)
        } catch {
            return .failed(error)
        }
    }

    private func lookUp(_ job: LookupJob) async -> Result<[String: AppLookupResult], SourceError> {
        do throws(SourceError) {
            let answers = try await answers(to: job)
            var results: [String: AppLookupResult] = [:]
            for app in job.apps {
                for release in Self.releases(of: app, in: answers) {
                    let observation = Observation.lookup(job.storefront, release)
                    if let problem = await store(observation, of: app, observedAt: job.startedAt) {
                        results[app.slug] = .notStored(release, reason: problem)
                    } else if results[app.slug] == nil {
                        results[app.slug] = .stored
                    }
                }
            }
            return .success(results)
        } catch {
            return .failure(error)
        }
    }

    /// Looks up the apps, once for each platform that some of them need a question of its own for.
    private func answers(to job: LookupJob) async throws(SourceError) -> [LookupAnswer] {
        guard let lookup else { throw SourceError(.refused, detail: "the lookup is not configured") }
        var answers: [LookupAnswer] = []
        for platform in LookupRounds.platforms {
            let apps = job.apps.filter { $0.lookupPlatforms.contains(platform) }
            guard let first = apps.first else { continue }
            let ids = apps.compactMap(\.appleID)
            if ids.isEmpty {
                answers.append(
                    try await lookup.lookup(bundleID: first.bundleID, storefront: job.storefront, platform: platform))
            } else {
                answers.append(try await lookup.lookup(ids: ids, storefront: job.storefront, platform: platform))
            }
        }
        return answers
    }

    /// Returns the releases of an app on its platforms, one for a platform.
    private static func releases(of app: AppTarget, in answers: [LookupAnswer]) -> [Release] {
        var seen: Set<Platform> = []
        return answers.flatMap {
            $0.releases(bundleID: app.bundleID, appleID: app.appleID, platforms: app.platforms)
        }
        .filter { seen.insert($0.platform).inserted }
    }

    /// Stores an observation, or returns the reason why it could not be stored.
    private func store(_ observation: Observation, of target: AppTarget, observedAt: Date) async -> String? {
        do {
            try await deliver(target, observation, observedAt)
            return nil
        } catch {
            return String("\(error)".prefix(300))
        }
    }
}
