import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog
import Testing

/// A release that became unavailable is published at once; additions wait for the pause between automatic publishes.
@Suite(.timeLimit(.minutes(5))) struct CatalogUrgencyTests {
    let server: TestPlane

    init() throws { server = try TestPlane() }

    /// Imports external betas of version 2, by their builds, and App Store releases of version 1.
    @discardableResult
    private func offer(_ builds: String, store: String = "DE,JP") async throws -> CatalogService.Receipt {
        let betas = builds.split(separator: " ").map { build in
            #"{"version": "2", "build": "\#(build)", "offers": [{"channel": "testflight.external"}]}"#
        }
        let storefronts = store.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ",")
        let release =
            #"{"version": "1", "build": "1", "offers": [{"channel": "appstore", "storefronts": [\#(storefronts)]}]}"#
        let text = #"{"schema": 1, "releases": [\#((betas + [release]).joined(separator: ","))]}"#
        return try await server.plane.catalogs.importCatalog(Array(text.utf8), for: "hashtags", by: .server)
    }

    /// The published builds of version 2, newest first, and the revision.
    private func published() throws -> String {
        let head = try server.head()
        let releases = head.manifest.catalog.releases.filter { $0.offers.contains { $0.state == .live } }
        let builds = releases.compactMap { $0.build?.description }.filter { $0 != "1" }
        return "\(head.revision): \(builds.joined(separator: " "))"
    }

    /// Publishes a policy and the builds 8 and 9 as revision 2.
    private func begin() async throws {
        try await server.makeApp()
        try await server.publish()
        try await offer("8 9")
        #expect(try published() == "2: 9 8")
    }

    @Test func `a removal is published within the pause and takes waiting additions along`() async throws {
        try await begin()
        server.clock.advance(minutes: 1)
        let added = try await offer("8 9 10")
        #expect(added.publication == nil)
        #expect(added.publishesAt == FixedClock.start.addingTimeInterval(600))
        await server.plane.housekeeping.renew()
        #expect(try published() == "2: 9 8")
        server.clock.advance(minutes: 1)
        let removed = try await offer("8 10")
        #expect(removed.publication?.manifest.revision == 3 && removed.publishesAt == nil)
        #expect(try published() == "3: 10 8")
        // The pause counts from this publish.
        #expect(try await offer("8 10 11").publishesAt == server.clock.now.addingTimeInterval(600))
    }

    @Test func `a storefront that is left is published within the pause`() async throws {
        try await begin()
        #expect(try await offer("8 9", store: "JP").publication?.manifest.revision == 3)
        #expect(try await offer("8 9", store: "DE,JP").publication == nil)
    }

    @Test func `a release that comes and goes is taken away once in a pause, each other one at once`() async throws {
        try await begin()
        try await offer("8")
        #expect(try published() == "3: 8")
        // It is back, and waits; gone again, nothing differs.
        #expect(try await offer("8 9").publication == nil)
        #expect(try await offer("8").publishesAt == nil)
        // It is back, and 8 goes for the first time: at once, with 9.
        try await offer("9")
        #expect(try published() == "4: 9")
        // Now 9 has come back within the pause, so its second removal waits, however often.
        server.clock.advance(minutes: 1)
        #expect(try await offer("8").publication == nil)
        await server.plane.housekeeping.renew()
        #expect(try published() == "4: 9")
        // One that was new is removed at once, for the first time, although 9 is gone again, too.
        try await offer("9 10")
        _ = try await server.plane.catalogs.publishWaiting(of: "hashtags", by: .server)
        #expect(try published() == "5: 10 9")
        try await offer("9")
        #expect(try published() == "6: 9")
        // After the pause the waiting removal is published.
        try await offer("11")
        #expect(try published() == "6: 9")
        server.clock.advance(minutes: 10)
        await server.plane.housekeeping.renew()
        #expect(try published() == "7: 11")
        // A removal long after the release came back is a first one.
        server.clock.advance(minutes: 11)
        try await offer("9 11")
        #expect(try published() == "8: 11 9")
        server.clock.advance(minutes: 9)
        try await offer("11")
        #expect(try published() == "9: 11")
    }

    @Test func `releases that flap in turn cause a bounded number of revisions`() async throws {
        try await begin()
        for round in 0..<60 {
            server.clock.advance(seconds: 5)
            try await offer(round.isMultiple(of: 2) ? "8" : "9")
        }
        #expect(try server.head().revision <= 4)
    }

    @Test func `an operator's withdrawal never waits`() async throws {
        try await begin()
        let ada = Principal(.token("1", kind: .admin), name: "Ada", rights: .catalog)
        let order = OperatorOrder.withdraw(try AppVersion("2"), build: try BuildNumber("9"), platform: .ios)
        for revision in [3, 5] {
            #expect(try await server.plane.catalogs.apply(order, to: "hashtags", by: ada).publication != nil)
            #expect(try published() == "\(revision): 8")
            let reset = try await server.plane.catalogs.apply(.reset, to: "hashtags", by: ada)
            #expect(reset.publication == nil && reset.publishesAt != nil)
            _ = try await server.plane.catalogs.publishWaiting(of: "hashtags", by: ada)
            #expect(try published() == "\(revision + 1): 9 8")
        }
    }

    @Test func `a removal whose publish failed is repeated by housekeeping within the pause`() async throws {
        try await begin()
        let broken = try server.again(keys: [])
        try await broken.plane.housekeeping.load()
        let receipt = try await broken.plane.catalogs.importCatalog(
            Array(#"{"schema": 1, "releases": []}"#.utf8), for: "hashtags", by: .server)
        #expect(receipt.publication == nil && receipt.alert?.hasPrefix("stored, but not published yet") == true)
        try await server.plane.housekeeping.poll()
        await server.plane.housekeeping.renew()
        #expect(try published() == "3: ")
    }

    @Test func `publishing the policy in force again takes waiting release data along`() async throws {
        try await begin()
        try await offer("8 9 10")
        let preflight = try await server.plane.publishing.preflight(Samples.policy(), for: "hashtags")
        #expect(preflight.changesNothing && preflight.takesReleasesAlong)
        let made = try await server.publish()
        #expect(made.isNew && made.manifest.cause == .catalog && made.manifest.policyVersion == 1)
        #expect(try published() == "3: 10 9 8")
        let again = try await server.publish()
        #expect(!again.isNew && again.manifest.revision == 3)
        #expect(
            try await server.plane.publishing.preflight(Samples.policy(), for: "hashtags").takesReleasesAlong == false)
    }

    @Test func `what waits is listed, and published on demand with the right to do it`() async throws {
        try await begin()
        #expect(try await server.plane.catalogs.publishedCatalog(of: "hashtags").waiting == nil)
        try await offer("8 9 10")
        let before = try await server.plane.catalogs.publishedCatalog(of: "hashtags")
        let waiting = try #require(before.waiting)
        #expect(waiting.change.added.map(\.release.description) == ["2 (10)"] && waiting.change.removed.isEmpty)
        #expect(waiting.publishesAt == FixedClock.start.addingTimeInterval(600))
        let reader = Principal(.token("2", kind: .admin), name: "Bob", rights: .read)
        let refused = await #expect(throws: ControlPlaneError.self) {
            _ = try await server.plane.catalogs.publishWaiting(of: "hashtags", by: reader)
        }
        #expect(refused?.kind == .forbidden)
        let made = try await server.plane.catalogs.publishWaiting(of: "hashtags", by: .server)
        #expect(made?.manifest.revision == 3)
        #expect(try await server.plane.catalogs.publishWaiting(of: "hashtags", by: .server) == nil)
        let after = try await server.plane.catalogs.publishedCatalog(of: "hashtags")
        #expect(after.change(since: before)?.added == waiting.change.added && after.waiting == nil)
        #expect(after.change(since: after) == nil)
    }
}
