import AirworthyAuthoring
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing

@testable import AirworthyServer

/// The bytes of every route's answer beside those that were recorded: nobody changes the wire by accident.
@Suite(.timeLimit(.minutes(5))) struct RecordedAnswersTests {
    /// The recorded answers. After a change of the interface that is meant, delete the file, run this suite and move what it writes.
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Recorded/answers.txt")

    /// The requests in their order: token, method, path, fields and body. `%a` stands for an id of the last answer.
    private static let requests: [(token: String, line: String, fields: [String], body: String?)] = {
        let app = "/v1/admin/apps/hashtags"
        func ask(_ line: String, _ fields: String..., body: String? = nil, token: String = "-") -> Request {
            (token, line, fields, body)
        }
        func admin(_ line: String, _ fields: String..., body: String? = nil) -> Request { ("adm", line, fields, body) }
        let calm = Samples.calmPolicy.replacing("\n", with: " ")
        let facts = #""now": {"platform": "ios", "version": "2.2.0", "channel": "appstore", "os": "17.4"}"#
        let checkIn = #"{"schema": 1, \#(facts)}"#
        let health = [ask("GET /health/live"), ask("GET /health/ready"), ask("HEAD /health/ready")]
        let apps = [
            admin("GET /v1/admin/whoami"), ask("GET /v1/admin/whoami"), admin("GET /v1/admin/apps"),
            admin(
                "POST /v1/admin/apps",
                body: #"{"slug": "other", "bundleID": "com.example.other", "name": "?"}"#),
            admin("POST /v1/admin/apps", body: #"{"slug": "third", "bundleID": "com.example.third"}"#),
            admin("GET \(app)"), admin("GET /v1/admin/apps/nobody"),
            admin("PATCH \(app)", body: #"{"testFlightNotes": "none"}"#),
            admin("PATCH \(app)", body: #"{"nme": "Hash tags"}"#), admin("DELETE /v1/admin/apps/third?confirm=third"),
        ]
        let publishing = [
            admin("GET \(app)/policy"), admin("POST \(app)/preflight", body: calm),
            admin("PUT \(app)/policy", body: calm), admin("PUT \(app)/policy", "If-Match: *", body: calm),
            admin("PUT \(app)/policy", "If-Match: *", body: #"{"schema": 1, "rules": [{"id": 1}]}"#),
            admin("POST \(app)/manifest/preflight", body: "{}"),
            admin("PUT \(app)/manifest", "If-Match: *", body: "{}"),
            admin("POST \(app)/rollback", body: #"{"policyVersion": 1, "note": "back"}"#),
            admin("POST \(app)/head/bump", body: #"{"atLeast": 1000}"#), admin("POST \(app)/head/bump", body: "[]"),
        ]
        let drafts = [
            admin("GET \(app)/drafts"), admin("POST \(app)/drafts?name=gate", body: calm),
            admin("GET \(app)/drafts/%a"), admin("PUT \(app)/drafts/%a", "If-Match: *", body: Samples.policy),
            admin("POST \(app)/drafts/%a/publish", "If-Match: *", body: #"{"note": "why"}"#),
            admin("DELETE \(app)/drafts/%a", "If-Match: *"), admin("DELETE \(app)/drafts/nothing", "If-Match: *"),
        ]
        let catalogs = [
            admin("GET \(app)/catalog"), admin("GET \(app)/catalog/sources"),
            admin("POST \(app)/catalog/preflight", body: Samples.catalog),
            admin("PUT \(app)/catalog", body: Samples.catalog), admin("POST \(app)/catalog/sync", body: "{}"),
            admin("GET \(app)/catalog/imported"), admin("POST \(app)/catalog/publish", body: "{}"),
            admin("POST \(app)/catalog/withdraw/preflight", body: #"{"version": "2.3.0", "build": "320"}"#),
            admin("POST \(app)/catalog/withdraw", body: #"{"version": "2.3.0", "build": "320"}"#),
            admin("POST \(app)/catalog/reset", body: "{}"),
        ]
        let history = [
            admin("GET \(app)/history"), admin("GET \(app)/history?limit=0"), admin("GET \(app)/manifests/1"),
            admin("GET \(app)/policies"), admin("GET \(app)/policies/1"), admin("GET \(app)/diff?from=1&to=2"),
            admin("GET /v1/admin/audit?limit=2"),
            admin("GET \(app)/explain?version=2.2.0&channel=appstore&os=iOS%2017.4"),
            admin("POST /v1/admin/clock", body: #"{"now": "2026-11-18T11:06:41Z"}"#),
        ]
        let adoption = [
            ask("POST /v1/apps/hashtags/check-ins", body: checkIn),
            ask("POST /v1/apps/hashtags/check-ins", body: "{}"),
            ask(
                "POST /v1/apps/hashtags/check-ins:batch", "Idempotency-Key: first-batch",
                body: #"{"schema": 1, "checkIns": [{"day": "2026-11-18", \#(facts)}]}"#, token: "srv"),
            ask("POST /v1/apps/hashtags/check-ins:batch", body: "{}"), admin("GET \(app)/adoption?by=version"),
            admin("GET \(app)/adoption/activity"),
            admin(
                "PUT \(app)/adoption/import",
                body: #"{"schema": 1, "origin": "test", "rows": [["ios", "2.2.0", "", "appstore", "17.4", "", 5]]}"#),
            admin("DELETE \(app)/adoption/import"),
        ]
        let tokens = [
            admin("GET /v1/admin/tokens"),
            admin("POST /v1/admin/tokens", body: #"{"kind": "ci", "name": "pipeline", "rights": ["read"]}"#),
            admin("POST /v1/admin/tokens", body: #"{"kind": "xyz", "name": "pipeline"}"#),
            admin("DELETE /v1/admin/tokens/%a"), admin("DELETE /v1/admin/tokens/nothing"),
            admin("POST /v1/admin/sign-in-links"), admin("GET /v1/admin/sessions"),
            admin("DELETE /v1/admin/sessions/nothing"),
        ]
        let query = "version=2.2.0&channel=appstore&os=iOS%2017.4&storefront=JP&language=ja"
        let questions = [
            "decision?\(query)", "decision", "decision?version=2.2.0&installID=7", "features?\(query)",
            "decision?\(query)&explain=1", "releases", "releases?channel=testflight&platform=ios",
            "releases/latest?\(query)", "testflight/latest/external", "testflight/latest/internal",
            "testflight/latest/nobody", "testflight/builds/320/audience", "testflight/builds/999/audience",
            "testflight/version/2.3.0/audience", "config.json", "prince-of-versions.json", "keys", "manifest",
        ].map { ask("GET /v1/apps/hashtags/\($0)") }
        let devices =
            questions + [
                ask("GET /v1/apps/hashtags/manifest", "Accept-Encoding: gzip"), ask("HEAD /v1/apps/hashtags/manifest"),
                ask("GET /v1/apps/hashtags/manifest", "If-None-Match: *"),
                ask("POST /v1/apps/hashtags/decision", body: #"{"version": "2.2.0", "channel": "appstore"}"#),
                ask("POST /v1/apps/hashtags/decision", body: #"{"version": 2}"#),
                ask("POST /v1/apps/hashtags/features", body: #"{"version": "2.2.0", "channel": "debug"}"#),
                ask("GET /v1/apps/hashtags/decision?\(query)&explain=1", token: "adm"),
                ask("POST /ofrep/v1/evaluate/flags", "Airworthy-App: hashtags", body: #"{"context": {"plan": "pro"}}"#),
                ask("POST /ofrep/v1/evaluate/flags", body: #"{"context": {}}"#),
                ask(
                    "POST /ofrep/v1/evaluate/flags/new-editor", "Airworthy-App: hashtags",
                    body: #"{"context": {"channel": "debug"}}"#),
                ask("POST /ofrep/v1/evaluate/flags/nothing", "Airworthy-App: hashtags", body: #"{"context": {}}"#),
                ask("GET /testflight/latest/external?app=hashtags"), ask("GET /testflight/latest/external"),
                ask("GET /testflight/version/2.3.0/audience?app=hashtags"), ask("GET /v1/apps/nobody/manifest"),
                ask("GET /openapi.yaml"), ask("POST /hooks/app-store-connect/hashtags", body: "{}"),
                ask("DELETE /v1/apps/hashtags/manifest"), ask("GET /nothing"), ask("GET /metrics"),
                admin("GET /metrics"),
                ask(
                    "OPTIONS /v1/apps/hashtags/decision", "Origin: https://a.example",
                    "Access-Control-Request-Method: POST"),
                admin("POST \(app)/preflight", "Content-Type: text/plain"),
            ]
        return health + apps + devices + drafts + publishing + catalogs + history + adoption + tokens
    }()

    private typealias Request = (token: String, line: String, fields: [String], body: String?)

    @Test func `every route answers with the recorded bytes`() async throws {
        let answers = try await Self.answers()
        guard let recorded = try? String(contentsOf: Self.file, encoding: .utf8) else {
            let place = FileManager.default.temporaryDirectory.appending(path: "answers.txt")
            try answers.joined(separator: "\n").write(to: place, atomically: true, encoding: .utf8)
            Issue.record("there are no recorded answers; move \(place.path) to \(Self.file.path)")
            return
        }
        let expected = recorded.components(separatedBy: "\n=== ")
        let found = answers.joined(separator: "\n").components(separatedBy: "\n=== ")
        for (one, other) in zip(expected, found) { #expect(one == other) }
        #expect(found.count == expected.count)
    }

    @Test func `an answer of every route is recorded`() async throws {
        let api = try await API(publishes: false)
        let router = makeRouter(for: api.plane, options: APIOptions(metrics: { ByteBuffer() }))
        let asked = Set(
            Self.requests.map { request in
                let parts = request.line.split(separator: " ")
                let path = String(parts[1].prefix { $0 != "?" }).replacing("%a", with: "x")
                let match = router.routes.filter { Self.matches("\($0.path)", path) }
                    .max { Self.literals("\($0.path)") < Self.literals("\($1.path)") }
                return "\(parts[0]) \(match.map { "\($0.path)" } ?? "")"
            })
        let routes = Set(router.routes.map { "\($0.method.rawValue) \($0.path)" })
        #expect(routes.filter { !$0.hasPrefix("HEAD") }.subtracting(asked).sorted() == [])
    }

    private static func matches(_ template: String, _ path: String) -> Bool {
        let (names, parts) = (template.split(separator: "/"), path.split(separator: "/"))
        return names.count == parts.count && zip(names, parts).allSatisfy { $0.0.hasPrefix("{") || $0.0 == $0.1 }
    }

    private static func literals(_ template: String) -> Int {
        template.split(separator: "/").count { !$0.hasPrefix("{") }
    }

    /// Sends all requests to a new server and returns the answers, each after its request.
    private static func answers() async throws -> [String] {
        let key = try PrivateKey.generate()
        let clock = ManualClock(Date(timeIntervalSince1970: 1_795_000_000))
        let now: @Sendable () -> Date = { clock.now }
        let plane = ControlPlane(
            store: MemoryStore(), signer: Signer(keys: [key], keyring: nil), compress: Gzip.compress, now: now)
        try await plane.housekeeping.load()
        let admin = try await plane.tokens.create(.init(kind: .admin, name: "tester"), by: .server).text
        // Tokens are listed by age.
        clock.advance(by: 1)
        let batches = try await plane.tokens.create(.init(kind: .server, name: "importer"), by: .server).text
        var draft = Samples.app
        draft.pins = [PinnedKey(key.publicKey, role: .online)]
        _ = try await plane.apps.create(draft, by: .server)
        _ = try await plane.catalogs.importCatalog(Array(Samples.catalog.utf8), for: "hashtags", by: .server)
        _ = try await plane.publishing.publish(
            Array(Samples.policy.utf8), to: "hashtags", expecting: .nothingPublished, note: nil, forced: nil,
            by: .server)
        var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        let edge = HTTPEdge(
            plane: plane, limits: .forTests(),
            observation: .init(version: "1.2.3", registry: MetricsRegistry(), logger: logger),
            now: now)
        return try await serving(services: { onReady in
            [edge.service(for: Listener(host: "127.0.0.1", port: 0), onReady: onReady)]
        }) { server in
            var (answers, id) = ([String](), "")
            for request in requests {
                let line = request.line.replacing("%a", with: id)
                let text = try await answer(
                    to: line, request, token: ["adm": admin, "srv": batches][request.token], of: server)
                if let found = text.firstMatch(of: /"id":"([A-Za-z0-9]+)"/) { id = String(found.1) }
                answers.append("=== \(request.token) \(request.line) \(request.fields) \(request.body ?? "")\n\(text)")
            }
            return answers.map { masked($0, key: key) }
        }
    }

    private static func answer(
        to line: String, _ request: Request, token: String?, of server: Served
    ) async throws -> String {
        var fields = request.fields + ["X-Request-Id: recorded", "Connection: close"]
        if let token { fields.append("Authorization: Bearer \(token)") }
        if let body = request.body {
            if !request.fields.contains(where: { $0.hasPrefix("Content-Type") }) {
                fields.append("Content-Type: application/json")
            }
            fields.append("Content-Length: \(body.utf8.count)")
        }
        let text = (["\(line) HTTP/1.1", "Host: a"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
        let bytes = try await Wire.with(port: server.port) { wire in
            wire.send(text + (request.body ?? ""))
            return wire.all().text
        }
        // The texts of these are files or lists of their own, with tests of their own.
        guard line.contains("openapi.yaml") || line.contains("/metrics") || bytes.contains("\u{FFFD}") else {
            return bytes
        }
        return (bytes.components(separatedBy: "\r\n\r\n").first ?? "") + "\r\n\r\n(body)"
    }

    /// Replaces texts that differ in each run: keys, digests, signatures, ids, tokens and times of this machine.
    private static func masked(_ text: String, key: PrivateKey) -> String {
        text.replacing("\r\n", with: "\n").replacing(key.publicKey.id.description, with: "KEY")
            .replacing(/Date: [^\n]*/, with: "Date: now")
            .replacing(/[0-9a-f]{64}/, with: "DIGEST").replacing(/"[A-Za-z0-9+\/=_-]{40,}"/, with: "\"BASE64\"")
            .replacing(/(adm|srv|ci|pub)_[A-Za-z0-9_-]+/, with: "TOKEN")
            .replacing(/[0-9a-f]{24,40}/, with: "ID")
            .replacing(/"[a-z2-7]{12}(-\d+)?"/) { "\"ID\($0.1 ?? "")\"" }.replacing(
                /[Cc]ontent-[Ll]ength: \d+/, with: "Content-Length: N")
    }
}
