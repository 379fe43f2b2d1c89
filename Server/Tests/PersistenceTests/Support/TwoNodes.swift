import ControlPlane
import ControlPlaneTesting
import Foundation
import PostgresTesting

/// Two control planes over one database, each with its own connections and its own clock.
struct TwoNodes: Sendable {
    let first: ControlPlane
    let second: ControlPlane
    /// The connection string; `nil` unless the nodes use PostgreSQL.
    let settings: String?
    let firstClock: FixedClock
    let secondClock: FixedClock

    /// The number of times that a test repeats a race.
    static let rounds = 20

    /// Runs `body` with the app `hashtags`, which has its first policy in force.
    static func run(
        on backend: Backend, secondIsAhead seconds: Double = 0, _ body: (TwoNodes) async throws -> Void
    ) async throws {
        let settings = backend == .postgres ? try await PostgresCluster.emptyDatabase() : nil
        try await backend.withTwoStores(in: settings) { firstStore, secondStore in
            let clocks = (FixedClock(), FixedClock(FixedClock.start.addingTimeInterval(seconds)))
            let signer = Signer(keys: [try TestKeys.online], keyring: nil, appleClockOffset: { 0 })
            let nodes = TwoNodes(
                first: ControlPlane(store: firstStore, signer: signer, now: { clocks.0.now }),
                second: ControlPlane(store: secondStore, signer: signer, now: { clocks.1.now }),
                settings: settings, firstClock: clocks.0, secondClock: clocks.1)
            _ = try await nodes.first.apps.create(
                App(slug: "hashtags", bundleID: "com.example.hashtags", pins: try TestKeys.pins),
                by: .server)
            try await nodes.publish(on: nodes.first, floor: "1.0")
            try await nodes.first.housekeeping.load()
            try await nodes.second.housekeeping.load()
            try await body(nodes)
        }
    }

    /// Publishes a policy on a node, on top of the one in force.
    @discardableResult
    func publish(on node: ControlPlane, floor: String) async throws -> Publication {
        let current = try await node.store.read { try $0.policyInForce("hashtags")?.entityTag }
        return try await node.publishing.publish(
            Samples.policy(floor: floor), to: "hashtags",
            expecting: current.map { .matches([$0]) } ?? .nothingPublished,
            note: nil, forced: nil, by: .server)
    }

    /// Imports a catalog with one release on a node.
    @discardableResult
    func importRelease(_ version: String, on node: ControlPlane) async throws -> CatalogService.Receipt {
        try await node.catalogs.importCatalog(Samples.catalog(version), for: "hashtags", by: .server)
    }

    /// The stored head of the app.
    var head: Head {
        get async throws {
            guard let head = try await first.store.read({ try $0.head("hashtags") }) else { throw Undone() }
            return head
        }
    }

    /// Moves both clocks.
    func advance(days: Double = 0, minutes: Double = 0) {
        for clock in [firstClock, secondClock] { clock.advance(days: days, minutes: minutes) }
    }
}
