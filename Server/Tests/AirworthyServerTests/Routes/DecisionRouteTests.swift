import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct DecisionRouteTests {
    private static let path = "/v1/apps/hashtags/decision"
    private static let main = "\(path)?version=2.2.0&channel=appstore&os=iOS%2017.4"

    @Test func `a rule for a broken version requires an update`() async throws {
        let response = try await API()(.get, Self.main)
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "application/json")
        #expect(response.headers[.cacheControl] == "no-store")
        let json = try response.json
        #expect(json["status"] == "required")
        #expect(json["blocking"] == true)
        #expect(json["rule"] == "broken-migration")
        #expect(json["update"]?["version"] == "2.2.1")
        #expect(json["features"]?["new-editor"] == false)
        #expect(json["message"] == "This version can lose your tags.")
        #expect(json["trace"] == nil)
    }

    @Test func `GET and POST return the same decision`() async throws {
        let api = try await API()
        let posted = try await api(
            .post, Self.path,
            body: #"{"version": "2.2.0", "channel": "appstore", "os": "iOS 17.4", "language": "ja", "future": 1}"#)
        #expect(posted.status == .ok)
        #expect(posted.headers[.cacheControl] == "no-store")
        #expect(posted.text == (try await api(.get, Self.main + "&language=ja").text))
        #expect(try posted.json["message"] == "タグが失われることがあります。")
    }

    @Test func `the default channel is unknown and the default platform is the app's first`() async throws {
        let json = try await API()(.get, "\(Self.path)?version=2.2.0").json
        #expect(json["channel"] == "unknown")
        #expect(json["platform"] == "ios")
        #expect(json["blocking"] == false)
    }

    @Test(arguments: [
        ("", "version"), ("version=", "version"), ("version=abc", "version"), ("version=1&version=2", "version"),
        ("version=1%00", "version"), ("version=%ff", "version"), ("version=1&build=x", "build"),
        ("version=1&channel=x", "channel"), ("version=1&os=x", "os"), ("version=1&storefront=x", "storefront"),
    ])
    func `an invalid parameter is a 400 that names it`(query: String, name: String) async throws {
        let response = try await API()(.get, "\(Self.path)?\(query)")
        #expect(response.status == .badRequest)
        #expect(response.problem == "invalid")
        #expect(try response.json["parameter"]?.stringValue == name)
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test(arguments: [
        ("[]", 400), ("", 400), ("{", 400), (#"{"version": "1", "version": "2"}"#, 400), (#"{"version": 1}"#, 400),
    ])
    func `an invalid body is rejected`(body: String, status: Int) async throws {
        let response = try await API()(.post, Self.path, body: body)
        #expect(response.status.code == status)
        #expect(response.problem == "invalid")
    }

    @Test func `a body must be declared as JSON`() async throws {
        let response = try await API()(
            .post, Self.path, headers: [.contentType: "text/plain"], body: #"{"version": "1"}"#)
        #expect(response.status == .unsupportedMediaType)
        #expect(response.problem == "unsupported-media-type")
    }

    @Test func `a body has at most 16 KiB`() async throws {
        let api = try await API()
        let body = { (count: Int) in
            let rest = #"{"version": "2.2.0", "padding": ""}"#.utf8.count
            return #"{"version": "2.2.0", "padding": ""# + String(repeating: "x", count: count - rest) + #""}"#
        }
        #expect(try await api(.post, Self.path, body: body(16_384)).status == .ok)
        let response = try await api(.post, Self.path, body: body(16_385))
        #expect(response.status == .contentTooLarge)
        #expect(response.problem == "body-too-large")
    }

    @Test func `explain requires a token with that right for the app`() async throws {
        let api = try await API()
        let device = try await api.token(.device)
        let cases: [(String?, Int, String?)] = [
            (nil, 401, "unauthorized"), ("srv_nonsense", 401, "unauthorized"), (device, 403, "forbidden"),
            (try await api.token(.server), 200, nil), (try await api.token(.ci), 200, nil),
            (try await api.token(.server, apps: ["hashtags"]), 200, nil),
        ]
        for (token, status, problem) in cases {
            let response = try await api(.get, Self.main + "&explain=1", token: token)
            #expect(response.status.code == status)
            #expect(response.problem == problem)
            if status == 200 { #expect(try response.json["trace"]?["rules"]?.arrayValue?.isEmpty == false) }
            if status == 401 { #expect(response.headers[.wwwAuthenticate] == "Bearer") }
        }
        let posted = try await api(
            .post, Self.path + "?explain=1", token: api.admin, body: #"{"version": "2.2.0"}"#)
        #expect(try posted.json["trace"] != nil)
        _ = try await api.plane.apps.create(
            .init(slug: "other", bundleID: "com.example.other", pins: [.init(api.key.publicKey, role: .root)]),
            by: .server)
        let foreign = try await api(
            .get, Self.main + "&explain=1", token: try await api.token(.server, apps: ["other"]))
        #expect(foreign.status == .notFound)
    }

    @Test func `a request without explain accepts any token`() async throws {
        #expect(try await API()(.get, Self.main, token: "srv_nonsense").status == .ok)
    }

    @Test func `who leaves out the channel is told so, and nobody else`() async throws {
        let api = try await API()
        for part in ["decision", "features"] {
            let path = "/v1/apps/hashtags/\(part)?version=1.0"
            for channel in ["", "&channel=unknown"] {
                let hint = try await api(.get, path + channel).json["hint"]?.stringValue
                #expect(hint?.contains("give the channel of the installation") == true)
            }
            #expect(try await api(.get, path + "&channel=appstore").json["hint"] == nil)
        }
    }

    @Test func `with a clock behind the manifest the decision is as of its issue`() async throws {
        let api = try await API()
        let before = try await api(.get, Self.main).text
        api.clock.advance(by: -86_400 * 365)
        #expect(try await api(.get, Self.main).text == before)
    }

    @Test func `a publish and a rollback change decisions at once`() async throws {
        let api = try await API()
        let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
        try await api.publish(Samples.calmPolicy, expecting: .matches([tag]))
        #expect(try await api(.get, Self.main).json["status"] == "recommended")
        _ = try await api.plane.publishing.rollback(
            "hashtags", to: .policyVersion(1), expecting: .unspecified, note: nil, by: .server)
        #expect(try await api(.get, Self.main).json["status"] == "required")
    }

    @Test func `the features route returns the features only`() async throws {
        let api = try await API()
        let revision = try api.plane.served.app("hashtags").head.revision
        let response = try await api(
            .get, "/v1/apps/hashtags/features?version=2.2.0&channel=testflight&attribute.plan=pro")
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(
            try response.json == [
                "schema": 1, "app": "hashtags", "revision": .number(JSONNumber(revision)),
                "features": ["new-editor": true, "plan": "pro"],
            ])
        let posted = try await api(.post, "/v1/apps/hashtags/features", body: #"{"version": "1"}"#)
        #expect(try posted.json["features"] == ["new-editor": false, "plan": "free"])
    }

    @Test func `evaluations beyond the limit get 503, and manifests are still served`() async throws {
        let api = try await API()
        let options = APIOptions(evaluations: EvaluationLimiter(limit: 0) { _ in })
        #expect(try await api(.get, Self.main, options: options).problem == "overloaded")
        #expect(try await api(.get, Self.main, options: options).headers[.retryAfter] == "1")
        for path in ["/v1/apps/hashtags/manifest", "/v1/apps/hashtags/keys", "/health/live"] {
            #expect(try await api(.get, path, options: options).status == .ok, "\(path)")
        }
    }
}
