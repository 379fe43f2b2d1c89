package import AirworthyFleet
package import AirworthyPolicy
package import Foundation
import Synchronization

/// The states of installations under the policies in force, each computed at most once a minute.
package final class FleetStates: Sendable {
    /// The state of an app's installations.
    package struct State: Sendable {
        /// The installations of the usual days, or the imported ones.
        package let census: AdoptionService.Census
        /// The decisions under the manifest in force, as the impact of replacing it by itself.
        package let impact: PolicyImpact
        /// The number of active installations on each of the usual days, the current one last.
        package let activeByDay: [Int]
        package let revision: Int
        package let madeAt: Date
    }

    /// The seconds after which numbers of installations count as out of date.
    package static let longestAge = 60.0

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

    /// Returns the state of an app's installations. Reads the store and decides for each group unless that was done
    /// within the last minute for the same revision. Returns `nil` if nothing is published.
    package func state(of slug: String) async throws -> State? {
        guard case .live(let head) = try served.app(slug).state else { return nil }
        if let known = known(slug), known.revision == head.revision, isFresh(known) { return known }
        let census = try await adoption.census(slug, days: AdoptionLimit.usualDays)
        let activeByDay = try await adoption.activeInstallations(slug, days: AdoptionLimit.usualDays)
        let now = now()
        let impact = try PolicyImpact(
            from: head.manifest, to: head.manifest, on: CellReader.groups(of: census.rows), at: now,
            beforeEach: Task.checkCancellation)
        let state = State(
            census: census, impact: impact, activeByDay: activeByDay, revision: head.revision, madeAt: now)
        states.withLock { $0[slug] = state }
        return state
    }

    /// Returns the last computed state of an app, of whatever age; `nil` if it was never computed.
    package func known(_ slug: String) -> State? { states.withLock { $0[slug] } }

    /// Computes states that are missing or old, one after the other, for as long as there is time. The rest follows in
    /// the background, and a later call returns it. Returns the states that are known, old ones too.
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

/// Reads the facts of cells, for decisions. Most cells share their version, and nearly all their system and storefront, so each text is
/// read once.
package struct CellReader {
    /// By the facts before the system.
    private var installations: [Substring: Installation] = [:]
    private var systems: [Substring: AppVersion?] = [:]
    private var storefronts: [Substring: Storefront?] = [:]

    package init() {}

    /// Returns one of the installations of a cell. Facts that cannot be read are unknown.
    package mutating func installation(of cell: AdoptionCell) -> Installation {
        let facts = cell.systemAndStorefront
        var installation = installations.value(for: facts.before) { _ in
            Installation(
                platform: Platform(cell.platform), version: cell.version, build: try? BuildNumber(cell.build),
                channel: Channel(cell.channel))
        }
        let system = systems.value(for: facts.system) { try? AppVersion(String($0)) }
        installation.os = system.map { OperatingSystem(platform: installation.platform, version: $0) }
        installation.storefront = storefronts.value(for: facts.storefront) { Storefront(String($0)) }
        return installation
    }

    /// Returns the installations of rows, made one by one: all of them would take more memory than the rows.
    package static func groups(of rows: [AdoptionRow]) -> some Sequence<InstallationGroup> {
        var reader = CellReader()
        return rows.lazy.map { InstallationGroup(of: reader.installation(of: $0.cell), count: $0.count) }
    }
}

extension Dictionary {
    /// Returns the value of a key, which is read if it is not there. Of more than 10,000, the last ones are read each time: forged cells
    /// may have a system each.
    fileprivate mutating func value(for key: Key, read: (Key) -> Value) -> Value {
        if let known = self[key] { return known }
        let value = read(key)
        if count < 10_000 { self[key] = value }
        return value
    }
}
