import AirworthyPolicy
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import ReleaseCatalog
import Testing

@testable import AirworthyServer

/// One app on iOS and Android, with one policy.
@Suite(.timeLimit(.minutes(5))) struct AndroidRouteTests {
    private static let link = "https://play.google.com/store/apps/details?id=com.example.hashtags"
    private static let policy = """
        { "schema": 1, "app": "hashtags", "bundleID": "com.example.hashtags", "appleID": 6504763618,
          "links": { "play": "\(link)" },
          "rules": [ { "id": "floor", "when": { "version": "<2.0" }, "update": "required" } ],
          "features": { "export": { "default": false,
            "rules": [ { "when": { "channel": ["play.internal", "testflight"] }, "value": true } ] } } }
        """
    private static let catalog = """
        { "schema": 1, "asOf": "2026-11-18T10:00:00Z", "releases": [
          { "platform": "ios", "version": "2.2.1", "build": "310", "offers": [ { "channel": "appstore" } ] },
          { "platform": "android", "version": "2.2", "build": "22000", "minimumOS": "8",
            "offers": [ { "channel": "play" } ] },
          { "platform": "android", "version": "2.3", "build": "23000", "offers": [ { "channel": "play.internal" } ] } ] }
        """

    private func api() async throws -> API {
        let api = try await API(publishes: false)
        let change = try await api(
            .patch, "/v1/admin/apps/hashtags", token: api.admin, body: #"{"platforms": ["ios", "android"]}"#)
        #expect(change.status == .ok, "\(change.text)")
        let imported = try await api(.put, "/v1/admin/apps/hashtags/catalog", token: api.admin, body: Self.catalog)
        #expect(imported.status == .ok, "\(imported.text)")
        let published = try await api(
            .put, "/v1/admin/apps/hashtags/policy", token: api.admin, headers: [.ifNoneMatch: "*"], body: Self.policy)
        #expect(published.status == .created, "\(published.text)")
        return api
    }

    private func decision(_ query: String, from api: API) async throws -> JSONValue {
        try await api(.get, "/v1/apps/hashtags/decision?\(query)").json
    }

    @Test func `each platform is led to its own store by the same rule`() async throws {
        let api = try await api()
        let ios = try await decision("version=1.9&channel=appstore&os=iOS%2017", from: api)
        #expect(ios["blocking"] == true && ios["update"]?["url"] == "https://apps.apple.com/app/id6504763618")
        let android = try await decision("version=1.9&build=19000&channel=play&os=Android%2014", from: api)
        #expect(android["platform"] == "android" && android["blocking"] == true && android["rule"] == "floor")
        #expect(android["update"]?["url"]?.stringValue == Self.link && android["update"]?["build"] == "22000")
        let tester = try await decision("version=1.9&channel=play.internal", from: api)
        #expect(tester["update"]?["version"] == "2.3" && tester["features"]?["export"] == true)
        let old = try await decision("version=1.9&channel=play&os=Android%207", from: api)
        #expect(old["blocking"] == false && old["reason"] == "osTooOld")
        let mixed = try await decision("version=1.9&channel=play&platform=ios", from: api)
        #expect(mixed["blocking"] == false && mixed["platform"] == "ios")
    }

    @Test func `releases are listed by platform and channel`() async throws {
        let api = try await api()
        let newest = try await api(.get, "/v1/apps/hashtags/releases/latest?channel=play").json
        #expect(newest["version"] == "2.2" && newest["buildNumber"] == "22000", "\(newest)")
        let listed = try await api(.get, "/v1/apps/hashtags/releases?channel=play.internal&platform=android").json
        #expect(listed["releases"]?.arrayValue?.compactMap { $0["version"]?.stringValue } == ["2.3", "2.2"])
    }

    @Test func `check-ins of both platforms are counted apart, and a policy is predicted for both`() async throws {
        let api = try await api()
        for now in [
            #""platform":"android","version":"1.9","build":"19000","channel":"play","os":"14.0""#,
            #""platform":"android","version":"2.2","build":"22000","channel":"sideload","os":"13""#,
            #""platform":"ios","version":"2.2.1","channel":"appstore","os":"17.4""#,
        ] {
            let answer = try await api(
                .post, "/v1/apps/hashtags/check-ins", body: #"{"schema":1,"now":{\#(now)},"new":[1]}"#)
            #expect(answer.status == .accepted, "\(answer.text)")
        }
        try await api.plane.adoption.flush()
        let csv = try await api(
            .get, "/v1/admin/apps/hashtags/adoption?by=platform,version,channel,os&format=csv", token: api.admin)
        for line in ["android,1.9.0,", "android,2.2,", "ios,2.2.1,"] {
            #expect(csv.text.contains(line), "\(csv.text)")
        }
        let stricter = Self.policy.replacing("<2.0", with: "<2.2.1")
        let preflight = try await api(
            .post, "/v1/admin/apps/hashtags/preflight", token: api.admin, body: stricter
        ).json
        #expect(preflight["impact"]?["installations"] == 3, "\(preflight)")
        #expect(
            preflight["impact"]?["platforms"] == [
                // No newer release is on either channel.
                ["value": "android", "installations": 2, "newlyBlocked": 0, "stuck": 2],
                ["value": "ios", "installations": 1, "newlyBlocked": 0, "stuck": 0],
            ], "\(preflight)")
        let refused = try await api(
            .post, "/v1/apps/hashtags/check-ins",
            body: #"{"schema":1,"now":{"platform":"symbian","version":"1","channel":"play"}}"#)
        #expect(refused.status == .badRequest)
    }

    @Test func `an import says what Android's channels do not have`() async throws {
        let api = try await api()
        let body = Self.catalog.replacing(
            #"{ "channel": "play" }"#, with: #"{ "channel": "play", "phase": { "state": "active", "day": 1 } }"#
        ).replacing(#"{ "channel": "appstore" }"#, with: #"{ "channel": "sideload" }"#)
        let (catalog, findings) = CatalogReader.read(json: Array(body.utf8))
        #expect(findings.map(\.code) == ["not-for-channel", "not-for-channel"])
        #expect(findings.allSatisfy { $0.severity == .warning })
        #expect(catalog?.releases.flatMap(\.offers).allSatisfy { $0.phase == nil } == true)
        let imported = try await api(.put, "/v1/admin/apps/hashtags/catalog", token: api.admin, body: body)
        #expect(imported.status == .ok)
    }

    @Test func `Apple is not asked about an app on Android alone`() {
        func target(_ platforms: [Platform]) -> AppTarget { AppTarget(slug: "a", bundleID: "b", platforms: platforms) }
        #expect(target([.android]).lookupPlatforms.isEmpty)
        #expect(target([.ios, .android]).lookupPlatforms == [.ios])
    }
}
