import AirworthySupport
import Foundation
import ReleaseCatalog
import ServerSupport

/// The observations that could not be stored. They are stored later, without asking Apple again.
struct PendingDeliveries {
    /// The result of another attempt to store an observation.
    enum Attempt: Hashable {
        /// The observation was stored.
        case stored
        /// It could not be stored this time either.
        case failed
        /// A newer observation, or none, is pending.
        case superseded
    }

    private struct Pending {
        let job: DeliveryJob
        let failures: Int
        var retryAt: Date
        var isRunning = false
    }

    private static let backoff = Backoff(first: 5, longest: 300)

    /// The newest observation by app and source.
    private var pending: [String: [CatalogSource: Pending]] = [:]

    /// Keeps an observation that was not stored, and returns whether it is the first failure of this source in a row.
    mutating func hold(_ job: DeliveryJob, at now: Date) -> Bool {
        let (slug, source) = (job.target.slug, job.observation.source)
        let failures = (pending[slug]?[source]?.failures ?? 0) + 1
        let delay = Duration.seconds(Self.backoff.pause(afterFailures: failures))
        pending[slug, default: [:]][source] = Pending(job: job, failures: failures, retryAt: now + delay)
        return failures == 1
    }

    mutating func drop(app slug: String) { pending[slug] = nil }

    /// Forgets the observation of one source, because a newer one was stored.
    mutating func drop(_ source: CatalogSource, ofApp slug: String) {
        pending[slug]?[source] = nil
        if pending[slug]?.isEmpty == true { pending[slug] = nil }
    }

    mutating func start(at now: Date) -> [DeliveryJob] {
        var jobs: [DeliveryJob] = []
        for slug in pending.keys.sorted() {
            for (source, held) in pending[slug] ?? [:] where !held.isRunning && held.retryAt <= now {
                pending[slug]?[source]?.isRunning = true
                jobs.append(held.job)
            }
        }
        return jobs
    }

    mutating func end(_ job: DeliveryJob, isStored: Bool, at now: Date) -> Attempt {
        let (slug, source) = (job.target.slug, job.observation.source)
        guard let held = pending[slug]?[source] else { return .superseded }
        guard held.job.observedAt == job.observedAt else {
            pending[slug]?[source]?.isRunning = false
            return .superseded
        }
        guard isStored else {
            _ = hold(job, at: now)
            return .failed
        }
        drop(source, ofApp: slug)
        return .stored
    }

    /// The time of the next attempt; `nil` if there is none or it depends on the end of another one.
    var nextAt: Date? {
        pending.values.lazy.flatMap(\.values).filter { !$0.isRunning }.map(\.retryAt).min()
    }

    /// Adapts to a clock that was set back: everything is tried again at once.
    mutating func bringForward(to now: Date) {
        for (slug, sources) in pending {
            for source in sources.keys { pending[slug]?[source]?.retryAt = now }
        }
    }
}
