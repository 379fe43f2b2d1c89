import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct CheckInBatchTests {
    private static let path = "/v1/apps/hashtags/check-ins:batch"
    private static let facts = #""platform":"ios","version":"2.2.1","channel":"appstore""#

    /// An entry of the day `age` days ago.
    private static func entry(_ api: API, age: Int = 0, version: String = "2.2.1") -> String {
        let day = UTCDay(api.clock.now).adding(days: -age).text
        return #"{"day":"\#(day)","now":{\#(facts.replacing("2.2.1", with: version))}}"#
    }

    private static func body(_ entries: [String]) -> String {
        #"{"schema":1,"checkIns":[\#(entries.joined(separator: ","))]}"#
    }

    private static func installations(_ api: API, days: Int = 28) async throws -> Int {
        try await api.plane.adoption.flush()
        return try await api.plane.adoption.census("hashtags", days: days).installations
    }

    @Test func `each check-in of a batch is counted on its day`() async throws {
        let api = try await API()
        let token = try await api.token(.server)
        let body = Self.body([Self.entry(api), Self.entry(api, age: 1), Self.entry(api, age: 2)])
        let answer = try await api(.post, Self.path, token: token, body: body)
        #expect(answer.status == .accepted && answer.headers[.cacheControl] == "no-store")
        #expect(try answer.json == ["schema": 1, "counted": 3])
        for days in 1...4 { #expect(try await Self.installations(api, days: days) == min(days, 3)) }
    }

    @Test func `without a token of the kind server, or for another app, a batch is refused`() async throws {
        let api = try await API()
        _ = try await api.plane.apps.create(
            App(
                slug: "other", bundleID: "com.example.other", pins: [PinnedKey(api.key.publicKey, role: .online)]),
            by: .server)
        let body = Self.body([Self.entry(api)])
        #expect(try await api(.post, Self.path, body: body).status == .unauthorized)
        #expect(try await api(.post, Self.path, token: "srv_garbage", body: body).status == .unauthorized)
        for kind in [TokenKind.admin, .ci, .device] {
            let answer = try await api(.post, Self.path, token: try await api.token(kind), body: body)
            #expect(answer.status == .forbidden && answer.problem == "forbidden")
        }
        let foreign = try await api(
            .post, Self.path, token: try await api.token(.server, apps: ["other"]), body: body)
        #expect(foreign.status == .notFound)
        #expect(try await Self.installations(api) == 0)
    }

    @Test(arguments: [
        ("{}", "/schema"), (#"{"schema":1}"#, "/checkIns"), (#"{"schema":1,"checkIns":[]}"#, "/checkIns"),
        (#"{"schema":1,"checkIns":{}}"#, "/checkIns"), ("ENTRY,1", "/checkIns/1"), ("ENTRY,{}", "/checkIns/1/day"),
        (#"ENTRY,{"day":"2026-13-01"}"#, "/checkIns/1/day"), ("ENTRY,LATER", "/checkIns/1/day"),
        ("ENTRY,EARLIER", "/checkIns/1/day"), (#"ENTRY,{"day":"TODAY"}"#, "/checkIns/1/now"),
        (#"ENTRY,{"day":"TODAY","now":{"platform":"ios","version":"1"}}"#, "/checkIns/1/now/channel"),
        (#"ENTRY,{"day":"TODAY","now":{FACTS},"funnel":[{"rule":"a"},{}]}"#, "/checkIns/1/funnel/1/rule"),
        (Array(repeating: "ENTRY", count: 501).joined(separator: ","), "/checkIns"),
    ])
    func `a batch with one faulty entry is refused with its place, and nothing is counted`(
        entries: String, pointer: String
    ) async throws {
        let api = try await API()
        let text = entries.replacing("ENTRY", with: Self.entry(api)).replacing("LATER", with: Self.entry(api, age: -1))
            .replacing("EARLIER", with: Self.entry(api, age: 3)).replacing("FACTS", with: Self.facts)
            .replacing("TODAY", with: UTCDay(api.clock.now).text)
        let body = entries.hasPrefix("{") ? text : Self.body([text])
        for key in [nil, "a"] {
            var headers: HTTPFields = [:]
            if let name = HTTPField.Name("Idempotency-Key"), let key { headers[name] = key }
            let answer = try await api(
                .post, Self.path, token: try await api.token(.server), headers: headers, body: body)
            #expect(answer.status == .badRequest)
            #expect(try answer.json["pointer"] == .string(pointer), "\(answer.text.prefix(300))")
        }
        #expect(try await Self.installations(api) == 0)
    }

    @Test func `500 check-ins are counted, and a body above 1 MiB is refused`() async throws {
        let api = try await API()
        let token = try await api.token(.server)
        let entries = Array(repeating: Self.entry(api), count: 500)
        #expect(try await api(.post, Self.path, token: token, body: Self.body(entries)).status == .accepted)
        #expect(try await Self.installations(api) == 500)
        let long = Self.body(entries) + String(repeating: " ", count: 1 << 20)
        #expect(try await api(.post, Self.path, token: token, body: long).status == .contentTooLarge)
    }

    @Test func `a batch with a key is stored at once, and counted once however often it is sent`() async throws {
        let api = try await API()
        let name = try #require(HTTPField.Name("Idempotency-Key"))
        let (token, other) = (try await api.token(.server), try await api.token(.server))
        let body = Self.body([Self.entry(api), Self.entry(api)])
        for (token, key, counted, total) in [
            (token, "a", 2, 2), (token, "a", 0, 2), (token, "b", 2, 4), (other, "a", 2, 6), (token, "b", 0, 6),
        ] {
            let answer = try await api(.post, Self.path, token: token, headers: [name: key], body: body)
            #expect(try answer.status == .accepted && answer.json["counted"] == .of(counted))
            #expect(try await api.plane.adoption.census("hashtags", days: 1).installations == total)
        }
        for key in ["", "a b", "\u{e9}", String(repeating: "a", count: 201)] {
            let answer = try await api(.post, Self.path, token: token, headers: [name: key], body: body)
            #expect(answer.status == .badRequest, "\(key)")
        }
    }

    @Test(arguments: [true, false])
    func `after a lost answer of the database, a repeated batch with its key is counted once`(isStored: Bool)
        async throws
    {
        let api = try await API()
        let name = try #require(HTTPField.Name("Idempotency-Key"))
        let token = try await api.token(.server)
        let body = Self.body([Self.entry(api)])
        api.store.loseCommits(isStored)
        let first = try await api(.post, Self.path, token: token, headers: [name: "a"], body: body)
        #expect(first.problem == "outcome-unknown")
        let second = try await api(.post, Self.path, token: token, headers: [name: "a"], body: body)
        #expect(try second.json["counted"] == .of(isStored ? 0 : 1))
        #expect(try await Self.installations(api) == 1)
    }

    @Test func `single check-ins and batches are counted as metrics, refused ones by reason`() async throws {
        let api = try await API()
        let registry = MetricsRegistry()
        var options = APIOptions()
        options.checkInMetrics = CheckInMetrics(registry: registry)
        let single = "/v1/apps/hashtags/check-ins"
        let token = try await api.token(.server)
        let requests: [(path: String, token: String?, body: String)] = [
            (single, nil, #"{"schema":1,"now":{\#(Self.facts)}}"#), (single, nil, "{}"), (single, nil, "{"),
            ("/v1/apps/nothing/check-ins", nil, "{}"),
            (Self.path, token, Self.body([Self.entry(api), Self.entry(api)])),
            (Self.path, nil, "{}"), (Self.path, token, "{}"),
        ]
        for request in requests {
            _ = try await api(.post, request.path, token: request.token, body: request.body, options: options)
        }
        let families = Dictionary(uniqueKeysWithValues: registry.families().map { ($0.name, $0.samples) })
        #expect(families[Metric.checkIns.name]?.map(\.value) == [3])
        let refused = families[Metric.refusedCheckIns.name] ?? []
        #expect(
            Dictionary(refused.map { ($0.labels[0].value, $0.value) }) { $1 } == [
                "busy": 0, "invalid": 3, "no-app": 1, "token": 1, "too-many": 0, "web-page": 0,
            ])
    }

    @Test func `a path with an encoded colon is another one, and the matched route is the template`() async throws {
        let api = try await API()
        let path = Self.path.replacing(":", with: "%3A")
        #expect(try await api(.post, path, token: try await api.token(.server), body: "{}").status == .notFound)
        let routes = ListenerRoutes(plane: api.plane, options: APIOptions())
        #expect(routes.matcher.match(Self.path)?.template == "/v1/apps/{app}/check-ins:batch")
        #expect(try await api(.get, Self.path).status == .methodNotAllowed)
    }
}
