import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import NIOCore
import ReleaseCatalog
import Testing

@testable import AirworthyServer

@Suite struct ReleaseResponseCacheTests {
    private static let query = ReleaseQuery(route: "latest", app: "hashtags")

    @Test func `a response is computed once a second for the same catalog`() async throws {
        let api = try await API(publishes: false)
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
        let cache = ReleaseResponseCache()
        var computed = 0
        func ask(_ query: String? = nil) throws {
            let served = try api.plane.served.app("hashtags")
            let key = ReleaseResponseCache.Key(Self.query, text: query)
            _ = cache.body(for: key, app: served, at: api.clock.now) { () -> JSONValue in
                computed += 1
                return [:]
            }
        }
        for _ in 1...5 { try ask() }
        #expect(computed == 1)
        try ask("platform=ios")
        #expect(computed == 2)
        api.clock.advance(by: 1)
        try ask()
        #expect(computed == 3)
        // A clock that is set back does not extend the lifetime.
        api.clock.advance(by: -3_600)
        try ask()
        #expect(computed == 4)
        // New release data, or the same data confirmed again.
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
        try ask()
        #expect(computed == 5)
        // A long query is not cached.
        for _ in 1...3 { try ask(String(repeating: "x", count: 300)) }
        #expect(computed == 8)
    }

    @Test func `the cache is bounded`() async throws {
        let api = try await API(publishes: false)
        try await api.plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: api.clock.now)), for: "hashtags", at: api.clock.now)
        let (cache, served) = (ReleaseResponseCache(), try api.plane.served.app("hashtags"))
        for number in 0..<(ReleaseResponseCache.capacity * 2 + 5) {
            let key = ReleaseResponseCache.Key(Self.query, text: "x=\(number)")
            _ = cache.body(for: key, app: served, at: api.clock.now) { () -> JSONValue in [:] }
            #expect(cache.count <= ReleaseResponseCache.capacity)
        }
    }
}
