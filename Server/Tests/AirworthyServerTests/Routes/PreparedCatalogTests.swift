import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct PreparedCatalogTests {
    private static func record(_ api: API) async throws {
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
    }

    private static func prepared(
        _ catalogs: PreparedCatalogs, _ api: API, showsDetails: Bool = false
    ) throws -> PreparedCatalog {
        let served = try api.plane.served.app("hashtags")
        return catalogs.catalog(of: served, live: try #require(served.catalog), showsDetails: showsDetails)
    }

    @Test func `a catalog is prepared once for each kind of caller until something changes`() async throws {
        let (api, catalogs) = (try await API(publishes: false, internalBuilds: .full), PreparedCatalogs())
        try await Self.record(api)
        let first = try Self.prepared(catalogs, api)
        #expect(try Self.prepared(catalogs, api) === first)
        #expect(try Self.prepared(catalogs, api, showsDetails: true) !== first)
        #expect(try Self.prepared(catalogs, api) === first)
        api.clock.advance(by: 60)
        #expect(try Self.prepared(catalogs, api) === first)
        try await Self.record(api)
        let second = try Self.prepared(catalogs, api)
        #expect(second !== first)
        _ = try await api.plane.apps.update("hashtags", by: .server) { $0.internalBuilds = App.InternalBuilds.none }
        let third = try Self.prepared(catalogs, api)
        #expect(
            third !== second && third.catalog.releases.allSatisfy { $0.offers.allSatisfy { !$0.channel.isTestFlight } })
        try await api.publish(Samples.calmPolicy, expecting: .nothingPublished)
        #expect(try Self.prepared(catalogs, api) !== third)
    }
}
