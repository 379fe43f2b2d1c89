import AirworthyPolicy
import ControlPlane
import HTTPTypes
import HummingbirdTesting
import ServerSupport
import Testing

@testable import AirworthyServer

/// OpenFeature's remote evaluation protocol.
@Suite(.timeLimit(.minutes(5))) struct OpenFeatureRouteTests {
    private static let path = "/ofrep/v1/evaluate/flags"
    private static let named: HTTPFields = [.airworthyApp: "hashtags"]
    private static let policy = """
        { "schema": 1, "app": "hashtags", "bundleID": "com.example.hashtags", "rules": [], "features": {
            "fixed": { "default": true },
            "testers": { "default": false, "rules": [
                { "id": "beta", "when": { "channel": ["testflight", "play.internal"] }, "value": true } ] },
            "plan": { "default": "basic", "rules": [
                { "when": { "attributes": { "plan": "premium" } }, "value": "all" } ] },
            "limit": { "default": 1.5 }, "look": { "default": { "colour": "blue" } },
            "half": { "default": false, "rules": [ { "when": { "rollout": 100 }, "value": true } ] } } }
        """

    private func api() async throws -> API {
        let api = try await API(publishes: false)
        let published = try await api(
            .put, "/v1/admin/apps/hashtags/policy", token: api.admin, headers: [.ifNoneMatch: "*"], body: Self.policy)
        #expect(published.status == .created, "\(published.text)")
        return api
    }

    private func flag(_ key: String, context: String, from api: API) async throws -> TestResponse {
        try await api(.post, "\(Self.path)/\(key)", headers: Self.named, body: #"{"context":\#(context)}"#)
    }

    @Test(arguments: [
        ("fixed", "{}", #"{"key":"fixed","value":true,"reason":"STATIC","variant":"default"}"#),
        ("testers", "{}", #"{"key":"testers","value":false,"reason":"STATIC","variant":"default"}"#),
        (
            "testers", #"{"channel":"play.internal","targetingKey":"u"}"#,
            #"{"key":"testers","value":true,"reason":"TARGETING_MATCH","variant":"beta"}"#
        ),
        (
            "plan", #"{"plan":"premium","nested":{"a":1},"list":[1],"nothing":null}"#,
            #"{"key":"plan","value":"all","reason":"TARGETING_MATCH","variant":"1"}"#
        ),
        ("limit", "{}", #"{"key":"limit","value":1.5,"reason":"STATIC","variant":"default"}"#),
        ("look", "{}", #"{"key":"look","value":{"colour":"blue"},"reason":"STATIC","variant":"default"}"#),
        (
            "half", #"{"targetingKey":"user-1"}"#,
            #"{"key":"half","value":true,"reason":"SPLIT","variant":"1"}"#
        ),
    ])
    func `a feature is a flag with its value and the reason`(key: String, context: String, answer: String) async throws
    {
        let response = try await flag(key, context: context, from: api())
        #expect(response.status == .ok && response.text == answer, "\(response.text)")
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test(arguments: [
        ("half", "{}", "TARGETING_KEY_MISSING"), ("half", #"{"targetingKey":""}"#, "TARGETING_KEY_MISSING"),
        ("half", #"{"targetingKey":7}"#, "INVALID_CONTEXT"),
        ("fixed", #"{"version":2}"#, "INVALID_CONTEXT"), ("fixed", #"{"version":"x"}"#, "INVALID_CONTEXT"),
        ("fixed", #"{"channel":"store"}"#, "INVALID_CONTEXT"), ("fixed", #"{"build":true}"#, "INVALID_CONTEXT"),
        ("fixed", #"{"os":"iOS"}"#, "INVALID_CONTEXT"), ("fixed", "7", "INVALID_CONTEXT"),
        ("fixed", "null", "INVALID_CONTEXT"), ("fixed", "{", "PARSE_ERROR"),
    ])
    func `what cannot be evaluated has a code of the protocol`(key: String, context: String, code: String) async throws
    {
        let response = try await flag(key, context: context, from: api())
        #expect(response.status == .badRequest, "\(response.text)")
        let json = try response.json
        #expect(json["key"]?.stringValue == key && json["errorCode"]?.stringValue == code, "\(response.text)")
        #expect(json["errorDetails"]?.stringValue?.isEmpty == false && json["value"] == nil)
    }

    @Test func `all flags come at once, and one that fails fails alone`() async throws {
        let api = try await api()
        let response = try await api(.post, Self.path, headers: Self.named, body: #"{"context":{}}"#)
        #expect(response.status == .ok, "\(response.text)")
        let flags = try response.json["flags"]?.arrayValue ?? []
        #expect(
            flags.compactMap { $0["key"]?.stringValue }
                == ["fixed", "half", "limit", "look", "plan", "testers"])
        #expect(flags.filter { $0["errorCode"] != nil }.compactMap { $0["key"]?.stringValue } == ["half"])
        #expect(try response.json["metadata"]?["revision"] == 1)
    }

    @Test func `the entity tag is that of the whole context and of the values`() async throws {
        let api = try await api()
        func ask(_ context: String, knowing tag: String? = nil) async throws -> TestResponse {
            var headers = Self.named
            if let tag { headers[.ifNoneMatch] = tag }
            return try await api(.post, Self.path, headers: headers, body: #"{"context":\#(context)}"#)
        }
        let first = try await ask(#"{"targetingKey":"a"}"#)
        let tag = try #require(first.headers[.eTag])
        let same = try await ask(#"{"targetingKey":"a"}"#, knowing: tag)
        #expect(same.status == .notModified && same.text.isEmpty && same.headers[.eTag] == tag)
        // Equal flags for another context, also one that no rule names.
        for context in [#"{"targetingKey":"b"}"#, #"{"targetingKey":"a","colour":"red"}"#] {
            #expect(try await ask(context, knowing: tag).status == .ok)
        }
        let changed = Self.policy.replacing(#""default": 1.5"#, with: #""default": 2.5"#)
        let published = try await api(
            .put, "/v1/admin/apps/hashtags/policy", token: api.admin, headers: [.ifMatch: "*"], body: changed)
        #expect(published.status == .created, "\(published.text)")
        #expect(try await ask(#"{"targetingKey":"a"}"#, knowing: tag).status == .ok)
    }

    @Test func `a header or a token names the app`() async throws {
        let api = try await api()
        let body = #"{"context":{}}"#
        let nobody = try await api(.post, Self.path, body: body)
        #expect(nobody.status == .badRequest && nobody.text.contains("Airworthy-App"), "\(nobody.text)")
        let token = try await api.plane.tokens.create(
            .init(kind: .device, name: "web", apps: ["hashtags"]), by: .server
        ).text
        let bearer = try await api(.post, Self.path, token: token, body: body)
        #expect(bearer.status == .ok, "\(bearer.text)")
        let key = try await api(.post, Self.path, headers: [.apiKey: token], body: body)
        #expect(key.status == .ok && key.text == bearer.text)
        let other = try await api(
            .post, Self.path, headers: [.apiKey: token, .airworthyApp: "birthdays"], body: body)
        #expect(other.status == .notFound, "\(other.text)")
        let wrong = try await api(.post, Self.path, headers: [.apiKey: "pub_gone"], body: body)
        #expect(wrong.status == .unauthorized)
        // Elsewhere that header is no token.
        #expect(try await api(.get, "/v1/admin/apps", headers: [.apiKey: api.admin]).status == .unauthorized)
        let several = try await api(.post, Self.path, token: api.admin, body: body)
        #expect(several.status == .badRequest && several.text.contains("for several"))
        let missing = try await api(.post, Self.path, headers: [.airworthyApp: "nobody"], body: body)
        #expect(missing.status == .notFound)
    }

    @Test func `an unknown flag and an app without a policy are said to be so`() async throws {
        let unknown = try await flag("constructor", context: "{}", from: api())
        #expect(unknown.status == .notFound && unknown.text.contains(#""errorCode":"FLAG_NOT_FOUND""#))
        let empty = try await API(publishes: false)
        let all = try await empty(.post, Self.path, headers: Self.named, body: #"{"context":{}}"#)
        #expect(all.status == .ok && all.text == #"{"flags":[],"metadata":{}}"#, "\(all.text)")
        #expect(try await flag("fixed", context: "{}", from: empty).status == .notFound)
    }

    @Test func `hostile contexts are answered, and change nothing`() async throws {
        let api = try await api()
        var random = Seeded(41)
        let keys = [
            "version", "build", "channel", "os", "platform", "targetingKey", "language", "storefront", "x", "__proto__",
        ]
        let values = [
            "\"\"", "\"\\u0000\"", "\"../../x\"", "1e400", "-0", "[]", "{}", "\"' OR 1=1 --\"", "true", "null",
            "\"\(String(repeating: "9", count: 5_000))\"", "\"\\ud800\"", "\"2.2.0\"", "\"appstore\"",
        ]
        for _ in 0..<200 {
            let chosen = keys.shuffled(using: &random).prefix(4)
            let members = chosen.map { "\"\($0)\":\(values[Int.random(in: 0..<values.count, using: &random)])" }
            let body = "{\"context\":{\(members.joined(separator: ","))}}"
            let response = try await api(.post, Self.path, headers: Self.named, body: body)
            #expect([.ok, .badRequest].contains(response.status), "\(body.prefix(200)) \(response.text)")
        }
        let long = try await api(
            .post, Self.path, headers: Self.named,
            body: #"{"context":{"a":"\#(String(repeating: "a", count: 20_000))"}}"#)
        #expect(long.status == .contentTooLarge)
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(try await flag("fixed", context: deep, from: api).text.contains("PARSE_ERROR"))
    }
}
