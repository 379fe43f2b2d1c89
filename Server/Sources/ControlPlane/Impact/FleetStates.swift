package import AirworthyFleet
import AirworthyPolicy
package import Foundation
import Synchronization

/// The states of installations under the policies in force, each computed at most once a minute.
package final class FleetStates: Sendable {
    /// The state of an app's installations.
    package struct State: Sendable {
        /// The installations of the last 28 days, or the imported ones.
        package let census: AdoptionService.Census
        /// The decisions under the manifest in force, as the impact of replacing it by itself.
        package let impact: PolicyImpact
        /// The revision in force.
        package let revision: Int
        /// The date of computing.
        package let madeAt: Date
    }

    private static let longestAge = 60.0

    private let served: ServedApps
    private let adoption: AdoptionService
    private let now: @Sendable () -> Date
    private let uptime: @Sendable () -> Duration
    private let states = Mutex<[String: State]>([:])
    private let isRefreshing = Atomic(false)

    init(
        served: ServedApps, adoption: AdoptionService, uptime: @escaping @Sendable () -> Duration,
        now: @escaping @Sendable () -> Date
    ) {
        self.served = served
        self.adoption = adoption
        self.uptime = uptime
        self.now = now
        served.whenRemoved { [weak self] slug in self?.states.withLock { $0[slug] = nil } }
    }

    /// Returns the state of an app's installations. Reads the store and decides for each group unless that was done within the
    /// last minute for the same revision.
    /// - Parameter slug: The app's slug.
    /// - Returns: The state; `nil` if nothing is published.
    /// - Throws: ``ControlPlaneError`` `notFound` or `gone`; ``StoreError``; `CancellationError`.
    package func state(of slug: String) async throws -> State? {
        guard case .live(let head) = try served.app(slug).state else { return nil }
        if let known = known(slug), known.revision == head.revision, isFresh(known) { return known }
        let census = try await adoption.census(slug, days: AdoptionLimit.countedDays)
        let now = now()
        let impact = try PolicyImpact(
            from: head.manifest, to: head.manifest, on: CellReader.groups(of: census.rows), at: now,
            beforeEach: Task.checkCancellation)
        let state = State(census: census, impact: impact, revision: head.revision, madeAt: now)
        states.withLock { $0[slug] = state }
        return state
    }

    /// Returns the last computed state of an app, of whatever age; `nil` if it was never computed.
    package func known(_ slug: String) -> State? { states.withLock { $0[slug] } }

    /// Computes states that are missing or old, one after the other, for as long as there is time. The rest follows in the
    /// background, and a later call returns it.
    /// - Parameters:
    ///   - slugs: The apps' slugs.
    ///   - time: The longest time before the background takes over.
    /// - Returns: The states that are known, old ones too.
    package func states(of slugs: [String], within time: Duration) async -> [String: State] {
        let end = uptime() + time
        var late: [String] = []
        for slug in slugs where known(slug).map({ !isFresh($0) }) ?? true {
            if uptime() < end { _ = try? await state(of: slug) } else { late.append(slug) }
        }
        if !late.isEmpty { refreshInBackground(late) }
        return states.withLock { states in
            Dictionary(uniqueKeysWithValues: slugs.compactMap { slug in states[slug].map { (slug, $0) } })
        }
    }

    private func refreshInBackground(_ slugs: [String]) {
        guard !isRefreshing.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Task(priority: .background) {
            for slug in slugs { _ = try? await state(of: slug) }
            isRefreshing.store(false, ordering: .releasing)
        }
    }

    private func isFresh(_ state: State) -> Bool { abs(now().timeIntervalSince(state.madeAt)) < Self.longestAge }
}
