import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct ExplainRouteTests {
    private static let path = "/v1/admin/apps/hashtags/explain"

    @Test func `the decision comes with its reasons in words and the first thing to check`() async throws {
        let api = try await API()
        let token = try await api.token(.admin, rights: .explain)
        let json = try await api(
            .get, Self.path + "?version=1.0&os=iOS%2017.4&channel=appstore&reported=ok&revision=1&lacks=plan",
            token: token
        ).json
        let plain = try await api(
            .get, "/v1/apps/hashtags/decision?version=1.0&os=iOS%2017.4&channel=appstore&explain=1", token: token
        ).json
        #expect(json["decision"]?["status"] == plain["status"] && json["decision"]?["rule"] == plain["rule"])
        #expect(json["decision"]?["trace"] == plain["trace"], "the same engine, the same steps")
        #expect(json["app"] == "hashtags")
        #expect(json["sentence"]?.stringValue?.hasPrefix("1.0 on the App Store ") == true)
        #expect(json["report"]?.arrayValue?.first == "The report says: the app may carry on.")
        let rules = try #require(json["rules"]?.arrayValue)
        #expect(rules.count == plain["trace"]?["rules"]?.arrayValue?.count)
        #expect(rules.allSatisfy { $0["reason"]?.stringValue?.isEmpty == false })
    }

    @Test(arguments: [
        ("", "version"), ("?version=x", "version"), ("?version=1&os=17", "os"),
        ("?version=1&reported=evil", "reported"),
        ("?version=1&revision=-1", "revision"), ("?version=1&revision=99999999999999999999", "revision"),
        ("?version=1&lacks=%00", "lacks"), ("?version=1&version=2", "version"),
        ("?version=1&channel=%3Cscript%3E", "channel"),
        ("?version=1&installID=" + String(repeating: "x", count: 257), "installID"),
    ])
    func `bad input is refused by name`(query: String, name: String) async throws {
        let api = try await API()
        let response = try await api(.get, Self.path + query, token: api.admin)
        #expect(response.status == .badRequest)
        #expect(try response.json["detail"]?.stringValue?.contains(name) == true, "\(response.text)")
    }

    @Test func `names of attributes that look like markup or values are dropped`() async throws {
        let api = try await API()
        let hostile = "%3Cscript%3E,tora@example.com," + String(repeating: "a,", count: 500)
        let response = try await api(
            .get, Self.path + "?version=1.0&reported=required&lacks=\(hostile)", token: api.admin)
        #expect(response.status == .ok)
        #expect(!response.text.contains("script") && !response.text.contains("tora"))
    }

    @Test func `before the first publish the problem says so`() async throws {
        let api = try await API(publishes: false)
        let response = try await api(.get, Self.path + "?version=1.0", token: api.admin)
        #expect(response.status == .notFound && response.problem == "nothing-published")
    }
}
