import AirworthyPolicy
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AirworthyServer

/// The limits of a publication over HTTP. The fleet has 900 installations of 1.9, 90 of 1.3, and 10 of 1.3 whose system is too old.
@Suite(.timeLimit(.minutes(5))) struct ImpactLimitTests {
    private static let app = "/v1/admin/apps/hashtags"
    private static let policy = "\(app)/policy"

    private static func fleet(_ api: API) async throws {
        _ = try await api.plane.catalogs.importCatalog(Array(catalog.utf8), for: "hashtags", by: .server)
        for (version, os, count) in [("1.9", "17.4", 900), ("1.3", "17.4", 90), ("1.3", "15.8", 10)] {
            let cell = AdoptionCell(
                platform: "ios", version: version, build: "1", channel: "appstore", os: os, storefront: "JP")
            for _ in 0..<count { _ = api.plane.adoption.add(CheckIn(now: cell), app: "hashtags") }
        }
        try await api.plane.adoption.flush()
    }

    private static let catalog = """
        {"schema": 1, "asOf": "2026-11-20T00:00:00Z", "releases": [{"version": "2.2.1", "build": "310", "minimumOS": "16.0",
          "offers": [{"channel": "appstore", "publishedAt": "2024-09-13T00:00:00Z"}]}]}
        """
    private static let floor =
        #"{"schema": 1, "rules": [{"id": "floor", "when": {"version": "<1.4"}, "update": "required"}]}"#

    @Test(arguments: [
        ("maxBlocked=8.9", "90 of 1000 installations would be newly blocked; maxBlocked allows 8.9 %"),
        ("maxBlocked=2%25", "maxBlocked allows 2 %"),
        ("maxStuck=0", "10 of 1000 installations would be told to update and could not; maxStuck allows 0 %"),
        ("maxBlocked=100&maxStuck=0.9&days=7", "maxStuck allows 0.9 %"),
    ])
    func `a publication above a limit is a 409 with the effect, and changes nothing`(
        query: String, detail: String
    ) async throws {
        let api = try await API()
        try await Self.fleet(api)
        let before = try await api(.get, Self.policy, token: api.admin)
        let refused = try await api(
            .put, "\(Self.policy)?\(query)", token: api.admin, headers: [.ifMatch: "*"], body: Self.floor)
        #expect(refused.status == .conflict && refused.problem == "limit-exceeded", "\(refused.text)")
        #expect(try refused.json["detail"]?.stringValue?.contains(detail) == true, "\(refused.text)")
        let impact = try #require(try refused.json["impact"])
        #expect(impact["newlyBlocked"] == 90 && impact["stuck"] == 10)
        #expect(impact["matrix"]?.arrayValue?.count == 3)
        #expect(try await api(.get, Self.policy, token: api.admin).text == before.text)
    }

    @Test func `a publication within its limits is published`() async throws {
        let api = try await API()
        try await Self.fleet(api)
        let query = "maxBlocked=9&maxStuck=1"
        let answer = try await api(
            .put, "\(Self.policy)?\(query)", token: api.admin, headers: [.ifMatch: "*"], body: Self.floor)
        #expect(answer.status == .created, "\(answer.text)")
        #expect(try answer.json["impact"]?["newlyBlocked"] == 90)
        // Nothing changes now, so there is nothing to limit.
        let again = try await api(
            .put, "\(Self.policy)?maxBlocked=0&maxStuck=0", token: api.admin, headers: [.ifMatch: "*"], body: Self.floor
        )
        #expect(again.status == .ok, "\(again.text)")
    }

    @Test func `a limit without any known installation is refused, and without a limit the answer says so`()
        async throws
    {
        let api = try await API()
        let refused = try await api(
            .put, "\(Self.policy)?maxBlocked=100", token: api.admin, headers: [.ifMatch: "*"], body: Self.floor)
        #expect(refused.status == .conflict && refused.problem == "impact-unknown", "\(refused.text)")
        #expect(try refused.json["impact"]?["source"] == "none")
        let answer = try await api(.put, Self.policy, token: api.admin, headers: [.ifMatch: "*"], body: Self.floor)
        #expect(answer.status == .created)
        #expect(try answer.json["impact"]?["installations"] == 0)
    }

    @Test func `a draft has the same limits, and stays if it is refused`() async throws {
        let api = try await API()
        try await Self.fleet(api)
        let draft = try await api(.post, "\(Self.app)/drafts", token: api.admin, body: Self.floor).json
        let path = "\(Self.app)/drafts/\(draft["id"]?.stringValue ?? "")/publish"
        let refused = try await api(.post, "\(path)?maxBlocked=1", token: api.admin, body: "{}")
        #expect(refused.status == .conflict && refused.problem == "limit-exceeded", "\(refused.text)")
        let answer = try await api(.post, "\(path)?maxBlocked=9", token: api.admin, body: "{}")
        #expect(answer.status == .created, "\(answer.text)")
    }

    @Test func `a limit that is no percentage is a 400 that names it`() async throws {
        let api = try await API()
        for (query, name) in [
            ("maxBlocked=101", "maxBlocked"), ("maxBlocked=", "maxBlocked"), ("maxStuck=-1", "maxStuck"),
            ("maxStuck=1e1", "maxStuck"), ("maxStuck=a%00", "maxStuck"), ("maxBlocked=1&maxBlocked=2", "maxBlocked"),
            ("days=29", "days"),
        ] {
            for (method, path) in [
                (HTTPRequest.Method.put, "policy"), (.put, "manifest"), (.post, "drafts/abc/publish"),
            ] {
                let answer = try await api(
                    method, "\(Self.app)/\(path)?\(query)", token: api.admin, headers: [.ifMatch: "*"], body: Self.floor
                )
                #expect(answer.status == .badRequest, "\(path) \(query): \(answer.text)")
                #expect(try answer.json["parameter"] == .string(name), "\(path) \(query): \(answer.text)")
            }
        }
    }

    @Test func `withdrawing shows whom it hits, is never refused, and is kept in the history`() async throws {
        let api = try await API()
        try await Self.fleet(api)
        _ = try await api(.put, Self.policy, token: api.admin, headers: [.ifMatch: "*"], body: Self.floor)
        let order = #"{"version": "2.2.1"}"#
        let preflight = try await api(
            .post, "\(Self.app)/catalog/withdraw/preflight", token: api.admin, body: order)
        #expect(preflight.status == .ok, "\(preflight.text)")
        let predicted = try #require(try preflight.json["impact"])
        #expect(predicted["blockedBefore"] == 90 && predicted["blocked"] == 0, "\(preflight.text)")
        #expect(predicted["stuckBefore"] == 10 && predicted["stuck"] == 100)
        #expect(try preflight.json["changesNothing"] == false)
        let withdrawn = try await api(.post, "\(Self.app)/catalog/withdraw?maxStuck=0", token: api.admin, body: order)
        #expect(withdrawn.status == .ok, "\(withdrawn.text)")
        #expect(try withdrawn.json["publication"]?["impact"]?["stuck"] == 100, "\(withdrawn.text)")
        let history = try await api(.get, "\(Self.app)/history", token: api.admin).json
        let newest = try #require(history["revisions"]?.arrayValue?.first)
        #expect(newest["cause"] == "catalog" && newest["predicted"]?["stuck"] == 100, "\(newest)")
        let again = try await api(
            .post, "\(Self.app)/catalog/withdraw/preflight", token: api.admin, body: order)
        #expect(try again.json["changesNothing"] == true)
        #expect(try again.json["impact"]?["matrix"]?.arrayValue?.allSatisfy { $0["from"] == $0["to"] } == true)
    }

    @Test func `a rollback is never refused for whom it hits`() async throws {
        let api = try await API()
        try await Self.fleet(api)
        _ = try await api(.put, Self.policy, token: api.admin, headers: [.ifMatch: "*"], body: Self.floor)
        _ = try await api(
            .put, Self.policy, token: api.admin, headers: [.ifMatch: "*"],
            body: Self.floor.replacing("1.4", with: "1.0"))
        let back = try await api(
            .post, "\(Self.app)/rollback?maxBlocked=0", token: api.admin, body: #"{"policyVersion": 2}"#)
        #expect(back.status == .created, "\(back.text)")
        #expect(try back.json["impact"]?["newlyBlocked"] == 90)
    }
}
