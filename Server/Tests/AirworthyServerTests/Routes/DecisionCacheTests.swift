import AirworthyPolicy
import ControlPlane
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

@Suite struct DecisionCacheTests {
    static let head = LoadedHead(
        revision: 1, policyVersion: 1, envelope: [], compressed: nil, digest: "",
        manifest: .init(policy: .init(rules: [])))
    static let start = Date(timeIntervalSinceReferenceDate: 0)
    static let body = ByteBuffer(string: "{}")

    static func cache(until: Date? = nil) -> DecisionCache {
        let cache = DecisionCache()
        cache.store(
            body, for: DecisionInput(query: "version=1"), app: "a", head: head, from: start, until: until)
        return cache
    }

    static func known(
        _ cache: DecisionCache, query: String = "version=1", body: [UInt8]? = nil, app: String = "a",
        head: LoadedHead = head, at now: Date = start
    ) -> Bool {
        cache.body(for: DecisionInput(query: query, body: body), app: app, head: head, at: now) != nil
    }

    @Test func `the same input for the same app and head is cached`() {
        #expect(Self.known(Self.cache()))
        #expect(!Self.known(Self.cache(), query: "version=2"))
        #expect(!Self.known(Self.cache(), body: []))
        #expect(!Self.known(Self.cache(), app: "b"))
    }

    @Test func `a new head invalidates the cache, even with the same revision`() {
        let other = LoadedHead(
            revision: 1, policyVersion: 1, envelope: [], compressed: nil, digest: "",
            manifest: .init(policy: .init(rules: [])))
        #expect(!Self.known(Self.cache(), head: other))
    }

    @Test func `an entry is valid from its creation until the next time-based change`() {
        let cache = Self.cache(until: Self.start + 60)
        #expect(Self.known(cache, at: Self.start + 59))
        #expect(!Self.known(cache, at: Self.start + 60))
        #expect(!Self.known(cache, at: Self.start - 1))
        #expect(Self.known(Self.cache(), at: Self.start + 1e9))
    }

    @Test func `the cache is bounded and keeps working when it is full`() {
        let cache = DecisionCache(limit: 2_000)
        for number in 0..<1_000 {
            cache.store(
                Self.body, for: DecisionInput(query: "version=\(number)"), app: "a", head: Self.head, from: Self.start,
                until: nil)
        }
        #expect(Self.known(cache, query: "version=999"))
        #expect((0..<1_000).count { Self.known(cache, query: "version=\($0)") } <= 2_000 / 256)
        cache.store(
            ByteBuffer(repeating: 0, count: 3_000), for: DecisionInput(query: "long"), app: "a", head: Self.head,
            from: Self.start,
            until: nil)
        #expect(!Self.known(cache, query: "long"))
    }

    @Test(arguments: [
        "version=2.2.0&channel=appstore", "version=2.2.0&channel=appstore&installID=a",
        "version=2.2.0&channel=appstore&attribute.x=1",
    ])
    func `a new policy is used at once despite cached decisions`(_ query: String) async throws {
        let api = try await API()
        let options = APIOptions(now: { [clock = api.clock] in clock.now })
        let answers = try await Application(router: makeRouter(for: api.plane, options: options)).test(.router) {
            client in
            let uri = "/v1/apps/hashtags/decision?\(query)"
            let before = try await client.execute(uri: uri, method: .get).json
            let again = try await client.execute(uri: uri, method: .get).json
            let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
            try await api.publish(
                #"{"schema": 1, "rules": [{"id": "new", "when": {"version": "2.2.0"}, "update": "recommended"}]}"#,
                expecting: .matches([tag]))
            return [before, again, try await client.execute(uri: uri, method: .get).json]
        }
        #expect(answers[0] == answers[1])
        #expect(answers[0]["rule"] != "new")
        #expect(answers[2]["rule"] == "new")
    }
}
