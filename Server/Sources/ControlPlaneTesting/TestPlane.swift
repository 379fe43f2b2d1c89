package import AirworthyAuthoring
package import AirworthyTrust
package import ControlPlane
package import Foundation
import ServerSupport
import Synchronization

/// A control plane over a store in memory, with a manual clock.
package struct TestPlane: Sendable {
    /// The events that housekeeping reported.
    package final class Reports: Sendable {
        private let all = Mutex<[(name: String, facts: [String: String])]>([])

        fileprivate func add(_ name: String, facts: [String: String]) {
            all.withLock { $0.append((name, facts)) }
        }

        package var names: [String] { all.withLock { $0.map(\.name) } }
        /// The metadata, in order.
        package var facts: [[String: String]] { all.withLock { $0.map(\.facts) } }
    }

    package let store: MemoryStore
    package let clock: FixedClock
    package let plane: ControlPlane
    package let reports: Reports

    /// Creates a control plane; nothing is loaded yet. Pass the store of another one for a second node, or for a restart. The
    /// signing keys are ``TestKeys/online`` by default. `offset` is the seconds that the clock is ahead of Apple's; `nil` if
    /// Apple has told nothing.
    package init(
        store: MemoryStore = MemoryStore(), clock: FixedClock = FixedClock(), keys: [PrivateKey]? = nil,
        keyring: Envelope? = nil, offset: Double? = 0, limits: StorageLimits = StorageLimits(),
        freeSpace: @escaping @Sendable () -> Int? = { nil },
        uptime: @escaping @Sendable () -> Duration = Uptime.current
    ) throws {
        self.store = store
        self.clock = clock
        let reports = Reports()
        self.reports = reports
        plane = ControlPlane(
            store: store,
            signer: Signer(keys: try keys ?? [TestKeys.online], keyring: keyring, appleClockOffset: { offset }),
            report: { reports.add($0, facts: $1) }, limits: limits, freeSpace: freeSpace, uptime: uptime,
            now: { clock.now })
    }

    /// Creates another node over the same store, or the same node after a restart; nothing is loaded yet.
    package func again(
        keys: [PrivateKey]? = nil, keyring: Envelope? = nil, offset: Double? = 0,
        uptime: @escaping @Sendable () -> Duration = Uptime.current
    ) throws -> TestPlane {
        try TestPlane(store: store, clock: clock, keys: keys, keyring: keyring, offset: offset, uptime: uptime)
    }

    /// Creates an app whose builds pin ``TestKeys/pins``.
    @discardableResult
    package func makeApp(
        _ slug: String = "hashtags", pins: [PinnedKey]? = nil, signing: App.Signing = .server,
        appleID: Int? = 6_504_763_618,
        internalBuilds: App.InternalBuilds = .facts, testFlightNotes: App.TestFlightNotes = .external
    ) async throws -> App {
        try await plane.apps.create(
            App(
                slug: slug, bundleID: "com.example.\(slug)", appleID: appleID, pins: try pins ?? TestKeys.pins,
                signing: signing, internalBuilds: internalBuilds, testFlightNotes: testFlightNotes), by: .server)
    }

    /// Publishes a policy on top of the one in force.
    @discardableResult
    package func publish(
        _ text: [UInt8] = Samples.policy(), to app: String = "hashtags", forced: String? = nil
    ) async throws -> Publication {
        let current = try await store.read { transaction in
            try transaction.policies(app, before: nil, limit: 1).first?.entityTag
        }
        return try await plane.publishing.publish(
            text, to: app, expecting: current.map { .matches([$0]) } ?? .nothingPublished, note: nil, forced: forced,
            by: .server)
    }

    /// Returns the served manifest of an app.
    package func head(_ app: String = "hashtags") throws -> LoadedHead { try plane.served.app(app).head }
}

/// A clock that tests move.
package final class FixedClock: Sendable {
    /// The start of tests: 2026-11-20T12:00:00Z.
    package static let start = Date(timeIntervalSince1970: 1_795_176_000)

    private let instant: Mutex<Date>

    package init(_ date: Date = FixedClock.start) { instant = Mutex(date) }

    package var now: Date { instant.withLock { $0 } }

    /// Moves the clock, backwards with a negative number.
    package func advance(days: Double = 0, minutes: Double = 0, seconds: Double = 0) {
        instant.withLock { $0 += days * 86_400 + minutes * 60 + seconds }
    }
}
