import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct CatalogServiceTests {
    let server: TestPlane

    init() throws { server = try TestPlane() }

    private func replace(_ text: [UInt8]) async throws -> CatalogService.Receipt {
        try await server.plane.catalogs.importCatalog(text, for: "hashtags", by: .server)
    }

    private func actions() async throws -> [String] {
        try await server.plane.history.audit(app: "hashtags", before: nil, limit: 20).map(\.action)
    }

    @Test func `an imported catalog has the source manual and is served at once`() async throws {
        try await server.makeApp()
        let none = await #expect(throws: ControlPlaneError.self) {
            try await server.plane.catalogs.storedCatalog(of: "hashtags")
        }
        #expect(none?.kind == .catalogNotLearnt)
        let receipt = try await replace(Samples.catalog("2.2.1", more: #", "source": "lookup""#))
        #expect(receipt.isNew && receipt.publication == nil && receipt.publishesAt == nil)
        #expect(receipt.record.source == "manual")
        let live = try #require(try server.plane.served.app("hashtags").catalog)
        #expect(live.digest == receipt.record.digest && live.asOf == Timestamp.parse("2026-11-20T00:00:00Z"))
        #expect(live.catalog.releases[0].offers[0].source == "lookup")

        let other = try await replace(Samples.catalog("2.2.1"))
        #expect(other.isNew && other.record.manifestDigest == receipt.record.manifestDigest)
        let stored = try await server.plane.catalogs.storedCatalog(of: "hashtags")
        #expect(CatalogReader.read(json: stored.text).catalog?.releases[0].offers[0].source == "manual")
        let again = try await replace(Samples.catalog("2.2.1"))
        #expect(!again.isNew)
        #expect(try await actions() == ["catalog.replaced", "catalog.replaced", "app.created"])
    }

    @Test(
        arguments: [
            ("{", ProblemKind.invalid), (#"{"schema": 1}"#, .invalid),
            (#"{"schema": 1, "releases": [], "releases": []}"#, .invalid),
            (#"{"schema": 1, "app": "other", "releases": []}"#, .wrongApp),
        ])
    func `an invalid catalog is rejected with the place of each error`(
        _ text: String, _ kind: ProblemKind
    ) async throws {
        try await server.makeApp()
        let error = await #expect(throws: ControlPlaneError.self) { _ = try await replace(Array(text.utf8)) }
        #expect(error?.kind == kind && error?.findings.first?.position != nil)
        #expect(try server.plane.served.app("hashtags").catalog == nil)
    }

    @Test func `a changed catalog is published at once, the next change after ten minutes, an unchanged one never`()
        async throws
    {
        try await server.makeApp()
        let first = try await server.publish()
        let published = try await replace(Samples.catalog("2.2.1"))
        #expect(published.publication?.manifest.cause == .catalog && published.publication?.manifest.revision == 2)
        #expect(published.publication?.entityTag == first.entityTag)
        #expect(try server.head().manifest.catalog.releases.map(\.version.description) == ["2.2.1"])

        // A newer date of the same data.
        let same = try await replace(Samples.catalog("2.2.1", asOf: "2026-11-20T11:00:00Z"))
        #expect(same.isNew && same.publication == nil && same.publishesAt == nil)

        server.clock.advance(minutes: 9)
        let waiting = try await replace(Samples.catalog("2.3"))
        #expect(waiting.publication == nil)
        #expect(waiting.publishesAt == FixedClock.start.addingTimeInterval(600))
        #expect(try server.plane.served.app("hashtags").catalog?.catalog.releases[0].version.description == "2.3")
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 2)
        server.clock.advance(minutes: 1)
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 3)
        #expect(try server.head().manifest.catalog.releases[0].version.description == "2.3")
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 3)

        server.clock.advance(minutes: 10)
        #expect(try await replace(Samples.catalog("2.4")).publication?.manifest.revision == 4)
        let history = try await server.plane.history.manifests("hashtags", before: nil, limit: 9)
        #expect(history.map(\.cause) == [.catalog, .catalog, .catalog, .publish])
        #expect(history.allSatisfy { $0.policyVersion == 1 })
    }

    @Test func `a catalog keeps the entity tag of the policy, and a publish includes the waiting catalog`()
        async throws
    {
        try await server.makeApp()
        try await server.publish()
        _ = try await replace(Samples.catalog("2.2.1"))
        _ = try await replace(Samples.catalog("2.3"))
        let made = try await server.publish(Samples.policy(floor: "2"))
        #expect(made.manifest.revision == 3)
        #expect(try server.head().manifest.catalog.releases[0].version.description == "2.3")
        server.clock.advance(days: 1)
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 3)
    }

    @Test func `new errors of the policy with new releases raise an alert and do not prevent the publish`() async throws
    {
        try await server.makeApp()
        _ = try await replace(Samples.catalog("3.0"))
        try await server.publish(Samples.policy(floor: "3"))
        let receipt = try await replace(Samples.catalog("2.2.1"))
        #expect(receipt.publication?.isNew == true)
        #expect(receipt.alert?.contains("new error") == true)
        #expect(receipt.publication?.findings.contains { $0.severity == .error } == true)
        #expect(try await actions().prefix(2) == ["catalog.alert", "catalog.published"])
        #expect(server.plane.served.alarms["catalog-alert"] == 1)

        // The same error raises no second alert.
        server.clock.advance(minutes: 10)
        let next = try await replace(Samples.catalog("2.2.2"))
        #expect(next.publication?.isNew == true && next.alert == nil)
    }

    @Test(arguments: [
        (CancellationError() as any Error, "the request was cancelled; the server publishes it later"),
        (StoreError.full, StoreError.full.description),
    ])
    func `a stored catalog is reported as stored, whatever happens to its publish`(
        _ error: any Error, reason: String
    ) async throws {
        try await server.makeApp()
        try await server.publish()
        server.store.fail(afterWrites: 1, with: error)
        let receipt = try await replace(Samples.catalog())
        #expect(receipt.isNew && receipt.publication == nil)
        #expect(receipt.alert == "stored, but not published yet: \(reason)")
        #expect(server.plane.served.alarms["publish-failed"] == 1)
    }

    @Test func `a catalog that cannot be published is stored, and the receipt gives the reason`() async throws {
        try await server.makeApp()
        try await server.publish()
        let other = try server.again(keys: [])
        try await other.plane.housekeeping.load()
        let receipt = try await other.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        #expect(receipt.isNew && receipt.publication == nil)
        #expect(receipt.alert?.hasPrefix("stored, but not published yet: no signing key") == true)
        #expect(try await other.plane.catalogs.storedCatalog(of: "hashtags").digest == receipt.record.digest)
        #expect(other.plane.served.alarms["publish-failed"] == 1)
        // The housekeeping of a node that can sign publishes it.
        await server.plane.housekeeping.renew()
        #expect(try server.head().revision == 2)
    }

    @Test func `a failing store does not change the served catalog`() async throws {
        try await server.makeApp()
        _ = try await replace(Samples.catalog("2.2.1"))
        server.store.fail(with: .full)
        await #expect(throws: StoreError.full) { _ = try await replace(Samples.catalog("2.3")) }
        #expect(try server.plane.served.app("hashtags").catalog?.catalog.releases[0].version.description == "2.2.1")
    }
}
