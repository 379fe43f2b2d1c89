import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog
import Testing

/// Observations of Apple's data, and orders of operators.
@Suite(.timeLimit(.minutes(5))) struct ObservationTests {
    let server: TestPlane

    init() throws { server = try TestPlane() }

    private var catalogs: CatalogService { server.plane.catalogs }

    @discardableResult
    private func learn(_ external: String = "WAITING_FOR_BETA_REVIEW") async throws -> CatalogService.Receipt {
        try await catalogs.record(
            .connect(Samples.listing(external: external, at: FixedClock.start)), for: "hashtags", at: server.clock.now)
    }

    private func actions() async throws -> [String] {
        try await server.plane.history.audit(app: "hashtags", before: nil, limit: 50).map(\.action)
    }

    private func live(_ plane: TestPlane? = nil) throws -> LiveCatalog {
        try #require(try (plane ?? server).plane.served.app("hashtags").catalog)
    }

    private func newest(_ audience: Channel.Audience) throws -> String? {
        BuildIndex(try live().merged.builds).newest(for: audience, platform: .ios, at: server.clock.now)?.number?
            .description
    }

    @Test func `an observation is stored, served, audited and published at once`() async throws {
        try await server.makeApp()
        try await server.publish()
        #expect(try server.plane.served.app("hashtags").catalog == nil)
        let receipt = try await learn()
        #expect(receipt.isNew && receipt.changed == [.connect] && receipt.alert == nil)
        #expect(receipt.publication?.manifest.cause == .catalog && receipt.publication?.manifest.revision == 2)
        #expect(receipt.publication?.manifest.author == "airworthy")
        #expect(receipt.record.source == "appStoreConnect")
        #expect(try newest(.internal) == "322" && newest(.external) == "321")
        #expect(try live().asOf == FixedClock.start)
        let versions = try server.head().manifest.catalog.releases.compactMap { $0.build?.description }
        #expect(versions == ["322", "321"])
        #expect(try await actions() == ["catalog.published", "catalog.learnt", "policy.published", "app.created"])
    }

    @Test func `an equal observation updates only the age`() async throws {
        try await server.makeApp()
        try await server.publish()
        let first = try await learn()
        let (head, before) = (try server.head().revision, try await actions())
        for _ in 1...3 {
            server.clock.advance(minutes: 15)
            let again = try await learn()
            #expect(!again.isNew && again.changed.isEmpty && again.publication == nil && again.record == first.record)
        }
        #expect(try server.head().revision == head)
        #expect(try await actions() == before)
        #expect(try live().asOf == server.clock.now)
        let stored = try await server.store.read { try $0.sources("hashtags") }
        #expect(stored.map(\.checkedAt) == [server.clock.now] && stored.map(\.changedAt) == [FixedClock.start])
        let marks = try await server.store.read { try $0.catalogMarks() }
        #expect(marks.map(\.updatedAt) == [FixedClock.start])
    }

    @Test func `a change within ten minutes is served at once and published later`() async throws {
        try await server.makeApp()
        try await server.publish()
        try await learn()
        server.clock.advance(minutes: 2)
        let change = try await learn("IN_BETA_TESTING")
        #expect(change.isNew && change.publication == nil)
        #expect(change.publishesAt == FixedClock.start.addingTimeInterval(600))
        #expect(try newest(.external) == "322")
        #expect(try server.head().revision == 2)
        // An equal observation within the ten minutes publishes nothing either.
        server.clock.advance(minutes: 2)
        #expect(try await learn("IN_BETA_TESTING").publication == nil)
        server.clock.advance(minutes: 6)
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 3)
    }

    @Test func `an app that CI signs gets a live catalog but no revision`() async throws {
        try await server.makeApp(pins: [PinnedKey(TestKeys.ci.publicKey, role: .online)], signing: .ci)
        let receipt = try await learn()
        #expect(receipt.isNew && receipt.publication == nil && receipt.publishesAt == nil && receipt.alert == nil)
        #expect(try newest(.internal) == "322")
        server.clock.advance(days: 1)
        await server.plane.housekeeping.renew()
        #expect(throws: ControlPlaneError.self) { try server.head() }
        #expect(try await server.store.read { try $0.manifests("hashtags", before: nil, limit: 9) }.isEmpty)
        let refused = await #expect(throws: ControlPlaneError.self) {
            _ = try await server.plane.publishing.preflight(Samples.policy(), for: "hashtags")
        }
        #expect(refused?.kind == .signedElsewhere)
    }

    @Test func `Apple's data outranks an imported catalog, which stays stored`() async throws {
        try await server.makeApp()
        _ = try await catalogs.importCatalog(Samples.catalog("2.2.0"), for: "hashtags", by: .server)
        try await learn()
        #expect(try live().source == "appStoreConnect,manual")
        let again = try await catalogs.importCatalog(Samples.catalog("2.2.0"), for: "hashtags", by: .server)
        #expect(!again.isNew && again.changed.isEmpty)
        let sources = try await server.store.read { try $0.sources("hashtags").map(\.source) }
        #expect(sources == [.connect, .manual])
    }

    @Test func `an operator's withdrawal and reset take effect and are audited`() async throws {
        try await server.makeApp()
        try await server.publish()
        try await learn("IN_BETA_TESTING")
        server.clock.advance(minutes: 20)
        let ada = Principal(.token("1", kind: .admin), name: "Ada", rights: .catalog)
        let order = OperatorOrder.withdraw(try AppVersion("2.3.0"), build: try BuildNumber("322"), platform: .ios)
        let withdrawn = try await catalogs.apply(order, to: "hashtags", by: ada)
        #expect(withdrawn.isNew && withdrawn.changed == [.operator] && withdrawn.publication?.isNew == true)
        #expect(try newest(.external) == "321" && newest(.internal) == nil)
        // A further observation of Apple does not undo the withdrawal.
        server.clock.advance(minutes: 20)
        #expect(try await learn("IN_BETA_TESTING").isNew == false)
        #expect(try newest(.external) == "321")
        #expect(try await catalogs.apply(order, to: "hashtags", by: ada).isNew == false)
        let reset = try await catalogs.apply(.reset, to: "hashtags", by: ada)
        #expect(reset.isNew && reset.publication?.isNew == true)
        #expect(try newest(.external) == "322")
        let audit = try await server.plane.history.audit(app: "hashtags", before: nil, limit: 50)
        let orders = audit.filter { ["catalog.withdrawn", "catalog.reset"].contains($0.action) }
        #expect(orders.map(\.actor) == ["Ada", "Ada"] && orders.last?.detail == "ios 2.3.0 (322)")

        let reader = Principal(.token("2", kind: .admin), name: "Bob", rights: .read)
        let refused = await #expect(throws: ControlPlaneError.self) {
            _ = try await catalogs.apply(.reset, to: "hashtags", by: reader)
        }
        #expect(refused?.kind == .forbidden)
    }

    @Test func `an order for an app without release data creates no catalog`() async throws {
        try await server.makeApp()
        _ = try await catalogs.apply(
            .withdraw(try AppVersion("1"), build: nil, platform: .ios), to: "hashtags", by: .server)
        #expect(try server.plane.served.app("hashtags").catalog == nil)
        let other = try server.again()
        try await other.plane.housekeeping.load()
        #expect(try other.plane.served.app("hashtags").catalog == nil)
    }

    @Test func `a lookup without a result creates no catalog`() async throws {
        try await server.makeApp()
        try await catalogs.record(.lookup(Samples.storefront("JP"), nil), for: "hashtags", at: server.clock.now)
        #expect(try server.plane.served.app("hashtags").catalog == nil)
        #expect(try await actions() == ["app.created"])
    }

    @Test func `a restart keeps the stored catalog and its age`() async throws {
        try await server.makeApp()
        try await server.publish()
        try await learn()
        server.clock.advance(minutes: 30)
        try await learn()
        let other = try server.again()
        server.clock.advance(days: 1)
        try await other.plane.housekeeping.load()
        let (mine, theirs) = (try live(), try live(other))
        #expect(theirs.merged.sources == mine.merged.sources && theirs.digest == mine.digest)
        #expect(theirs.asOf == FixedClock.start.addingTimeInterval(1_800))
        #expect(theirs.merged.builds == mine.merged.builds)
    }

    @Test func `another node loads changed data at once, and notes ages within a minute`() async throws {
        try await server.makeApp()
        let other = try server.again(uptime: { [clock = server.clock] in .seconds(clock.now.timeIntervalSince1970) })
        try await other.plane.housekeeping.load()
        try await learn()
        try await other.plane.housekeeping.poll()
        #expect(try live(other).asOf == FixedClock.start)
        let edition = try live(other).edition
        try await other.plane.housekeeping.poll()
        #expect(try live(other).edition == edition)
        server.clock.advance(seconds: 30)
        let changes = try await server.store.read { try $0.changes() }
        try await learn()
        #expect(try await server.store.read { try $0.changes() } == changes, "an age is no change")
        try await other.plane.housekeeping.poll()
        #expect(try live(other).asOf == FixedClock.start && live(other).edition == edition)
        server.clock.advance(seconds: 31)
        try await other.plane.housekeeping.poll()
        #expect(try live(other).asOf == FixedClock.start + 30 && live(other).digest == live().digest)
        #expect(try live(other).edition > edition, "answers with the former age are made anew")
    }

    @Test func `another node loads what changed only in how often a build was missing`() async throws {
        try await server.makeApp()
        let other = try server.again()
        try await other.plane.housekeeping.load()
        var listing = Samples.listing(at: FixedClock.start)
        try await catalogs.record(.connect(listing), for: "hashtags", at: server.clock.now)
        try await other.plane.housekeeping.poll()
        listing.builds.removeLast()
        server.clock.advance(minutes: 5)
        try await catalogs.record(.connect(listing), for: "hashtags", at: server.clock.now)
        try await other.plane.housekeeping.poll()
        #expect(try live(other).merged.builds.map(\.history.missingListings).max() == 1)
    }

    @Test(arguments: [(-1.0, "WAITING_FOR_BETA_REVIEW"), (0, "IN_BETA_TESTING"), (1, "IN_BETA_TESTING")])
    func `an answer that is older than the stored one is ignored`(age: Double, state: String) async throws {
        try await server.makeApp()
        server.clock.advance(minutes: 10)
        try await learn()
        server.clock.advance(minutes: 10)
        // A server that led until then, and was held up, stores what it learnt.
        let late = FixedClock.start + 600 + age
        try await catalogs.record(
            .connect(Samples.listing(external: "IN_BETA_TESTING", at: FixedClock.start)), for: "hashtags", at: late)
        #expect(try live().merged.builds.first?.externalState == state)
        #expect(try live().asOf == max(late, FixedClock.start + 600))
    }

    @Test func `an answer of a clock that was ahead is replaced by the next one`() async throws {
        try await server.makeApp()
        server.clock.advance(days: 3)
        try await learn()
        server.clock.advance(days: -3)
        try await learn("IN_BETA_TESTING")
        #expect(try live().merged.builds.first?.externalState == "IN_BETA_TESTING")
    }

    @Test func `a catalog that depends on the date is merged again`() async throws {
        try await server.makeApp()
        try await server.publish()
        try await learn("IN_BETA_TESTING")
        let change = try #require(try live().merged.nextChange)
        server.clock.advance(seconds: change.timeIntervalSince(server.clock.now) + 1)
        await server.plane.housekeeping.renew()
        #expect(try live().merged.nextChange.map { $0 > server.clock.now } ?? true)
    }

    @Test func `a removed storefront no longer counts`() async throws {
        try await server.makeApp()
        let (japan, states) = (Samples.storefront("JP"), Samples.storefront("US"))
        _ = try await server.plane.apps.update("hashtags", by: .server) {
            ($0.storefronts, $0.appleKeyID) = ([japan, states], "KEY")
        }
        #expect(catalogs.targets.map(\.storefronts) == [[japan, states]] && catalogs.targets.first?.keyID == "KEY")
        for country in [japan, states] {
            try await catalogs.record(
                .lookup(country, Samples.release(publishedAt: FixedClock.start - 86_400)), for: "hashtags",
                at: server.clock.now)
        }
        #expect(try live().source == "lookup:JP,lookup:US")
        _ = try await server.plane.apps.update("hashtags", by: .server) {
            ($0.storefronts, $0.appleKeyID) = ([japan], nil)
        }
        #expect(try live().source == "lookup:JP" && catalogs.targets.first?.keyID == nil)
        #expect(try await catalogs.storedCatalog(of: "hashtags").source == "lookup:JP")
    }

    private static let invalid: [@Sendable (inout App) -> Void] = [
        { $0.storefronts = [Samples.storefront("JP"), Samples.storefront("JP")] },
        { $0.storefronts = (0..<21).map { Samples.storefront("A\(Character(Unicode.Scalar(65 + $0)!))") } },
        { $0.appleKeyID = "no key" }, { $0.appleKeyID = "" },
    ]

    @Test(arguments: invalid)
    func `invalid storefronts and key ids are rejected`(_ change: @escaping @Sendable (inout App) -> Void) async throws
    {
        try await server.makeApp()
        let error = await #expect(throws: ControlPlaneError.self) {
            _ = try await server.plane.apps.update("hashtags", by: .server, change: change)
        }
        #expect(error?.kind == .invalid && error?.pointer != nil)
    }

    @Test func `changing storefronts or the key id reissues no manifest`() async throws {
        try await server.makeApp()
        try await server.publish()
        _ = try await server.plane.apps.update("hashtags", by: .server) {
            ($0.storefronts, $0.appleKeyID) = ([], "KEY")
        }
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 1)
    }

    @Test func `a failing store stores no observation and does not change the served catalog`() async throws {
        try await server.makeApp()
        try await learn()
        let before = try live().edition
        server.store.fail(with: .locked)
        await #expect(throws: StoreError.locked) { try await learn("IN_BETA_TESTING") }
        #expect(try live().edition == before)
        server.store.fail(with: nil)
        #expect(try await learn("IN_BETA_TESTING").isNew)
    }

    @Test func `concurrent observations of many sources are all stored`() async throws {
        try await server.makeApp()
        let codes = ["JP", "US", "DE", "FR", "GB", "IT", "ES", "BR"]
        _ = try await server.plane.apps.update("hashtags", by: .server) {
            $0.storefronts = codes.map { Samples.storefront($0) }
        }
        let catalogs = catalogs
        try await withThrowingTaskGroup(of: Void.self) { group in
            for code in codes {
                group.addTask {
                    let release = Samples.release(publishedAt: FixedClock.start - 86_400)
                    try await catalogs.record(
                        .lookup(Samples.storefront(code), release), for: "hashtags", at: FixedClock.start)
                }
            }
            group.addTask {
                try await catalogs.record(
                    .connect(Samples.listing(at: FixedClock.start)), for: "hashtags", at: FixedClock.start)
            }
            try await group.waitForAll()
        }
        #expect(try live().merged.sources.count == 9)
        #expect(try await server.store.read { try $0.sources("hashtags").count } == 9)
        #expect(try live().digest == (try await catalogs.storedCatalog(of: "hashtags").digest))
    }

    @Test func `an observation for a deleted app is rejected`() async throws {
        try await server.makeApp()
        try await learn()
        try await server.plane.apps.delete("hashtags", by: .server)
        let error = await #expect(throws: ControlPlaneError.self) { try await learn() }
        #expect(error?.kind == .gone)
        #expect(try await server.store.read { try $0.sources("hashtags") }.isEmpty)
        #expect(catalogs.targets.isEmpty)
    }

    @Test func `a new bundle identifier removes Apple's data about the old one`() async throws {
        try await server.makeApp()
        try await server.publish()
        try await learn()
        let japan = Samples.storefront("JP")
        let stranger = Samples.release(publishedAt: FixedClock.start - 86_400)
        _ = try await server.plane.apps.update("hashtags", by: .server) { $0.storefronts = [japan] }
        let old = try #require(catalogs.targets.first).bundleID
        try await catalogs.record(.lookup(japan, stranger), for: "hashtags", at: server.clock.now, bundleID: old)
        #expect(try live().source == "appStoreConnect,lookup:JP")
        _ = try await server.plane.apps.update("hashtags", by: .server) { $0.bundleID = "com.example.right" }
        #expect(try server.plane.served.app("hashtags").catalog == nil)
        #expect(try await server.store.read { try $0.sources("hashtags") }.isEmpty)
        // A late observation about the old identifier is ignored.
        let late = try await catalogs.record(
            .lookup(japan, stranger), for: "hashtags", at: server.clock.now, bundleID: old)
        #expect(!late.isNew && late.changed.isEmpty)
        #expect(try await server.store.read { try $0.sources("hashtags") }.isEmpty)
        server.clock.advance(minutes: 11)
        await server.plane.housekeeping.renew()
        #expect(try server.head().manifest.catalog.releases.isEmpty, "devices are told no longer either")
        try await catalogs.record(
            .lookup(japan, stranger), for: "hashtags", at: server.clock.now, bundleID: "com.example.right")
        #expect(try live().source == "lookup:JP")
    }

    @Test func `a degraded app still has its revision number`() async throws {
        try await server.makeApp()
        try await server.publish()
        try await server.store.damage("hashtags", revision: 1, bytes: nil)
        // Without a key the manifest cannot be reissued.
        let other = try server.again(keys: [])
        try await other.plane.housekeeping.load()
        #expect(try other.plane.served.app("hashtags").revision == 1)
        #expect(throws: ControlPlaneError.self) { try other.head() }
    }
}
