import AirworthyPolicy
import Foundation
import Synchronization

extension CatalogLearner {
    /// Asks until the task is cancelled. Call it once at a time.
    package func run() async {
        state.withLock { $0.isRunning = true }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                if state.withLock({ $0.schedule.needsTargets(at: now()) }) { await readTargets() }
                let moment = now()
                let (jobs, nextAt) = state.withLock { state in
                    state.isStirred = false
                    return state.schedule.start(at: moment)
                }
                for job in jobs { group.addTask { await self.perform(job) } }
                guard await nap(nextAt.timeIntervalSince(now())) else { break }
            }
            group.cancelAll()
        }
        answer(
            state.withLock { state in
                state.isRunning = false
                return state.waiters.leave { _ in false }
            })
    }

    /// Waits until something is due or something happens.
    /// - Returns: `false` when it is over.
    private func nap(_ seconds: TimeInterval) async -> Bool {
        guard seconds > 0 else {
            await Task.yield()
            return !Task.isCancelled
        }
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                do {
                    try await self.sleep(seconds)
                    return true
                } catch {
                    // Thrown because the bell rang first, it means nothing; thrown by itself, time has ended.
                    return Task.isCancelled
                }
            }
            group.addTask {
                await self.bell.wait()
                return true
            }
            let isAwake = await group.next() ?? false
            group.cancelAll()
            return isAwake && !Task.isCancelled
        }
    }

    private func perform(_ job: Schedule.Job) async {
        let effects: Schedule.Effects
        switch job {
        case .listing(let job): effects = await list(job)
        case .lookup(let job): effects = await look(job)
        case .delivery(let job):
            let detail = await keep(job.target, job.observation, job.observedAt)
            effects = end { $0.ended(job, unkept: detail, at: $1) }
        }
        for event in effects.events { report(event) }
        for (slug, source, outcome) in effects.outcomes {
            answer(state.withLock { $0.waiters.settle(slug, source, outcome) })
        }
        bell.ring()
    }

    private func list(_ job: Schedule.ListingJob) async -> Schedule.Effects {
        guard let source = connect[job.keyID] else {
            let problem = UpstreamProblem(.refused, "the key \(job.keyID) is not configured")
            return end { $0.ended(job, .failure(problem), unkept: nil, at: $1) }
        }
        let result: Result<ConnectSource.Answer, UpstreamProblem>
        var detail: String?
        do throws(UpstreamProblem) {
            let since = job.startedAt.addingTimeInterval(-settings.buildAge)
            let answer = try await source.listing(job.target, since, job.purpose)
            result = .success(answer)
            detail = await keep(job.target, .connect(answer.listing), job.startedAt)
        } catch {
            result = .failure(error)
        }
        return end { [detail] in $0.ended(job, result, unkept: detail, at: $1) }
    }

    private func look(_ job: Schedule.LookupJob) async -> Schedule.Effects {
        var unkept: [String: (release: Release, detail: String)] = [:]
        let result: Result<[String: [Release]], UpstreamProblem>
        do throws(UpstreamProblem) {
            let answer = try await ask(job)
            var found: [String: [Release]] = [:]
            for app in job.apps {
                let releases = answer.releases(
                    bundleID: app.bundleID, appleID: app.appleID, platforms: app.platforms)
                found[app.slug] = releases
                for release in releases {
                    if let detail = await keep(app, .lookup(job.storefront, release), job.startedAt) {
                        unkept[app.slug] = (release, detail)
                    }
                }
            }
            result = .success(found)
        } catch {
            result = .failure(error)
        }
        return end { [unkept] in $0.ended(job, result, unkept: unkept, at: $1) }
    }

    private func ask(_ job: Schedule.LookupJob) async throws(UpstreamProblem) -> LookupAnswer {
        guard let lookup else { throw UpstreamProblem(.refused, "the lookup is not configured") }
        let ids = job.apps.compactMap(\.appleID)
        if ids.isEmpty, let app = job.apps.first {
            return try await lookup.lookup(bundleID: app.bundleID, storefront: job.storefront)
        }
        return try await lookup.lookup(ids: ids, storefront: job.storefront)
    }

    /// - Returns: Why it could not be kept; `nil` if it was.
    private func keep(_ target: AppTarget, _ observation: Observation, _ observedAt: Date) async -> String? {
        do {
            try await deliver(target, observation, observedAt)
            return nil
        } catch {
            return String("\(error)".prefix(300))
        }
    }

    private func end(_ change: (inout Schedule, Date) -> Schedule.Effects) -> Schedule.Effects {
        let now = now()
        return state.withLock { state in
            state.isStirred = true
            return change(&state.schedule, now)
        }
    }
}

extension Schedule {
    /// Whether the list of apps is to be read again. A clock that was set back makes it be read, too.
    func needsTargets(at now: Date) -> Bool {
        wantsTargets || abs(now.timeIntervalSince(targetsAt)) >= settings.targetsInterval
    }
}
