import ControlPlane
import Foundation
import Hummingbird
import InMemoryLogging
import Logging
import Testing

@testable import AirworthyServer

/// Requests that are answered without the router, beside the same requests with it.
@Suite(.timeLimit(.minutes(5))) struct FrontTests {
    private static let manifest = "/v1/apps/hashtags/manifest"
    private static let question = "/v1/apps/hashtags/decision"
    private static let checkIns = "/v1/apps/hashtags/check-ins"
    private static let checkIn = #"{"schema":1,"now":{"platform":"ios","version":"1.0","channel":"appstore"}}"#
    private static let decision = "/v1/apps/hashtags/decision?version=1.0&channel=appstore"

    /// Counts the requests that reach the router.
    private struct Counter: RouterMiddleware {
        let count: SharedCount

        func handle(
            _ request: Request, context: AppRequestContext, next: (Request, AppRequestContext) async throws -> Response
        ) async throws -> Response {
            count.increment()
            return try await next(request, context)
        }
    }

    private static func edge(
        _ limits: ServerLimits = .forTests(), proxies: TrustedProxies = .none
    ) async throws -> EdgeServer {
        let edge = try await EdgeServer(limits, proxies: proxies)
        _ = try await edge.plane.catalogs.importCatalog(Array(Samples.catalog.utf8), for: "hashtags", by: .server)
        return edge
    }

    private static func get(_ path: String, _ fields: String...) -> String {
        (["GET \(path) HTTP/1.1", "Host: a"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    }

    private static func post(_ path: String, _ body: String, type: String = "application/json") -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    // MARK: Both ways

    /// The requests, each as it is sent, with `%t` for the entity tag of the manifest.
    private static let requests: [String] = [
        get(manifest), get(manifest, "Accept-Encoding: gzip, br"), get(manifest, "accept-encoding: gzip;q=0"),
        get(manifest, "Accept-Encoding: br", "Accept-Encoding: gzip"), get(manifest + "?x=1"),
        get(manifest, "If-None-Match: \"%t\""), get(manifest, "If-None-Match: W/\"%t\", \"x\""),
        get(manifest, "If-None-Match: \"%t-gz\"", "Accept-Encoding: gzip"), get(manifest, "If-None-Match: *"),
        get(manifest, "If-None-Match: \"x\"", "If-None-Match: \"%t\""), get(manifest, "If-None-Match: x"),
        get(manifest, "X-Request-Id: abc-1"), get(manifest, "X-Request-Id: a b"),
        get(manifest, "Connection: Keep-Alive"),
        get(manifest, "Authorization: Bearer nonsense"), get(manifest, "Origin: https://a.example"),
        get(manifest, "Content-Length: 3") + "abc", get(manifest, "Transfer-Encoding: chunked") + "1\r\na\r\n0\r\n\r\n",
        get(manifest, "Expect: 100-continue"), get("/v1/apps/hash%74ags/manifest"), get(manifest + "/"),
        get("/v1/apps/other/manifest"), get("/v1/apps/hashtags/keys"), get("/health/live"), get("/health/ready"),
        "HEAD \(manifest) HTTP/1.1\r\nHost: a\r\n\r\n", "HEAD \(decision) HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET \(manifest) HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "DELETE \(manifest) HTTP/1.1\r\nHost: a\r\n\r\n",
        "OPTIONS \(manifest) HTTP/1.1\r\nHost: a\r\nOrigin: https://a.example\r\n"
            + "Access-Control-Request-Method: GET\r\n\r\n",
        get(decision), get(decision + "&x=%20", "Accept-Encoding: gzip"), get(decision + "&version=1"),
        get(decision + "&explain=1"), get(decision + "&installID=7"), get(decision, "Authorization: Bearer nonsense"),
        get("/v1/apps/hashtags/decision"), get("/v1/apps/hashtags/features?version=1.0"),
        get("/v1/apps/hashtags/releases"), get("/v1/apps/hashtags/releases/latest?channel=appstore"),
        get("/v1/apps/hashtags/testflight/latest/external"), get("/v1/apps/hashtags/testflight/latest/nobody"),
        get("/v1/apps/hashtags/testflight/builds/320/audience"), get("/testflight/latest/external"),
        get("/testflight/latest/external?app=hashtags"), get("/testflight/version/2.3.0/audience"),
        get("/testflight/latest/external", "Authorization: Bearer nonsense"),
        post(question, #"{"version": "1.0"}"#), post(question, #"{"version": "1.0", "x": "é"}"#),
        post(question, #"{"version": "1.0"}"#, type: "application/x.y+json; charset=utf-8"),
        post(question, #"{"version": "1.0"}"#, type: "text/plain"), post(question, #"{"version": "1.0""#),
        post(question, ""), post(question, #"{"version": "1.0", "installID": "7"}"#), post(manifest, "{}"),
        post(question + "?explain=1", #"{"version": "1.0"}"#), post(question + "?x=1", #"{"version": "1.0"}"#),
        post("/v1/apps/hashtags/features", #"{"version": "1.0"}"#), post("/v1/apps/other/decision", "{}"),
        post(question, #"{"version": "1.0", "x": "\#(String(repeating: "x", count: 1_100))"}"#),
        post(checkIns, checkIn), post(checkIns + "?x=1", checkIn), post(checkIns, "{}"), get(checkIns),
        post(checkIns, checkIn, type: "text/plain"), post("/v1/apps/other/check-ins", checkIn),
        post(checkIns, checkIn + String(repeating: " ", count: 2_000)),
        post(checkIns, checkIn + String(repeating: " ", count: 4_096)), post(checkIns, checkIn) + get(manifest),
        get(manifest) + get(decision) + get("/nothing") + get(decision) + get(manifest, "If-None-Match: \"%t\"")
            + post(question, #"{"version": "1.0"}"#) + get(manifest) + get("/health/live"),
        get(manifest) + "GET / HTTP/9\r\n\r\n", get(manifest) + get("/v1//apps"),
        get(decision + "&installID=7") + get(decision + "&installID=8") + get(manifest) + get("/health/live"),
        get(decision + "&installID=7") + "GET / HTTP/9\r\n\r\n", get(decision + "&installID=%00"),
    ]

    private struct Outcome: Equatable {
        var responses: [String] = []
        var logged: [String] = []
        var counts: [String: Double] = [:]
    }

    @Test func `every request has the same bytes, log lines and metrics with and without the router`() async throws {
        let edge = try await Self.edge()
        let (routed, fronted) = (SharedCount(), SharedCount())
        let first = try await Self.outcome(of: edge, front: false, count: routed)
        let second = try await Self.outcome(of: edge, front: true, count: fronted)
        for (one, other) in zip(first.responses, second.responses) { #expect(one == other) }
        #expect(first.logged.count == second.logged.count)
        for (one, other) in zip(first.logged, second.logged) { #expect(one == other) }
        #expect(second.counts == first.counts.mapValues { 2 * $0 })
        // The others are unusual or the first of their kind.
        #expect(routed.value - fronted.value >= 85)
    }

    /// Sends each request three times, on connections of their own, because only repeated questions have cached answers.
    private static func outcome(of edge: EdgeServer, front: Bool, count: SharedCount) async throws -> Outcome {
        let tag = try edge.plane.served.head("hashtags").digest
        let before = edge.logs.entries.count
        return try await edge.run(front: front, innerMiddleware: [Counter(count: count)]) { server in
            var outcome = Outcome()
            for request in requests {
                let last = request.contains("HTTP/1.0") ? "" : Self.get("/health/live", "Connection: close")
                let text = request.replacingOccurrences(of: "%t", with: tag)
                for _ in 1...3 {
                    let end = try await Wire.with(port: server.port) { wire in
                        wire.send(text + last)
                        if last.isEmpty { wire.finish() }
                        return wire.all()
                    }
                    outcome.responses.append("\(request.prefix(200)) → \(end.isClosed)\n\(masked(end.text))")
                }
            }
            // Lines about connections are not in order with those about requests.
            let lines = edge.logs.entries.dropFirst(before).filter { $0.message == "request" }
            outcome.logged = lines.map { line in
                "\(line.level) \(["route", "method", "status"].map { "\(line.metadata[$0] ?? "")" })"
            }
            outcome.counts = try await counts(edge, server)
            return outcome
        }
    }

    /// Returns a text with the same date and the same new request ids.
    private static func masked(_ text: String) -> String {
        text.replacing(/Date: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/, with: "Date: now")
            .replacing(/X-Request-Id: [0-9a-f]{17,32}/, with: "X-Request-Id: new")
            .replacing(/"instance":"[0-9a-f]{17,32}"/, with: "\"instance\":\"new\"")
    }

    private static func counts(_ edge: EdgeServer, _ server: Served) async throws -> [String: Double] {
        let answer = try await server.ask("GET", "/metrics", fields: ["Authorization: Bearer \(edge.admin)"])
        let families = try PrometheusText.read(answer.body)
        let requests = families["airworthy_http_requests_total"]?.samples ?? [:]
        let times = families["airworthy_http_request_seconds"]?.samples ?? [:]
        return requests.merging(times.filter { $0.key.hasPrefix("_count") }) { one, _ in one }
            .filter { !$0.key.contains("/metrics") }
    }

    // MARK: Decisions

    @Test(arguments: [1, 0])
    func `a decision that nobody shares is computed without the router, up to the limit of evaluations`(
        evaluations: Int
    ) async throws {
        let edge = try await EdgeServer(.forTests { $0.evaluations = evaluations })
        let count = SharedCount()
        try await edge.run(innerMiddleware: [Counter(count: count)]) { server in
            let answer = try await server.ask("GET", Self.decision + "&installID=7")
            #expect(answer.status == (evaluations == 0 ? 503 : 200))
            #expect(count.value == 1 - evaluations)
        }
    }

    @Test func `the bytes that follow a decision do not overtake it`() async throws {
        try await EdgeServer().run { server in
            let end = try await Wire.with(port: server.port) { wire in
                wire.send(
                    (1...20).map { Self.get(Self.decision + "&installID=\($0)", "X-Request-Id: r\($0)") }.joined()
                        + Self.get("/health/live", "X-Request-Id: last", "Connection: close"))
                return wire.all()
            }
            let ids = end.text.matches(of: /X-Request-Id: (r\d+|last)/.ignoresCase()).map { String($0.1) }
            #expect(ids == (1...20).map { "r\($0)" } + ["last"])
            #expect(end.isClosed)
        }
    }

    // MARK: Order and back pressure

    @Test func `a prepared answer waits for the response to an earlier request`() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        try await EdgeServer().run(extending: { router in
            router.get("/slow") { _, _ in
                start.yield()
                _ = await released.first { _ in true }
                return "slow"
            }
        }) { server in
            let port = server.port
            let wire = try await Wire.blocking {
                let wire = try Wire(port: port)
                wire.send(Self.get("/slow"))
                return wire
            }
            _ = await started.first { _ in true }
            try await Wire.blocking {
                _ = wire.send(Self.get("/health/live") + Self.get("/health/live", "Connection: close"))
            }
            // Answered on another connection, so the server is not waiting for the first one.
            let other = try await server.ask("GET", "/health/live")
            release.yield()
            #expect(other.status == 200)
            let text = try await Wire.blocking { wire.all().text }
            #expect(text.components(separatedBy: "HTTP/1.1 200 OK").count == 4)
            let slow = try #require(text.range(of: "slow"))
            let live = try #require(text.range(of: "{\"status\":\"live\"}"))
            #expect(slow.lowerBound < live.lowerBound)
        }
    }

    @Test func `a client that sends requests faster than it reads gets all its answers`() async throws {
        let total = 5_000
        try await EdgeServer().run { server in
            let port = server.port
            let size = try await Wire.with(port: port) { wire in
                wire.send(Self.get(Self.manifest, "Connection: close"))
                return wire.allBytes().bytes.count - "connection: close\r\n".utf8.count
            }
            let wire = try await Wire.blocking { try Wire(port: port, receiveBuffer: 4_096) }
            async let sending = Wire.blocking {
                for _ in 1...total / 100 { wire.send(String(repeating: Self.get(Self.manifest), count: 100)) }
                return wire.send(Self.get(Self.manifest, "Connection: close"))
            }
            let end = try await Wire.blocking { wire.allBytes() }
            let isSent = try await sending
            #expect(isSent && end.isClosed)
            #expect(end.bytes.count == (total + 1) * size + "connection: close\r\n".utf8.count)
        }
    }

    @Test(arguments: [manifest, decision + "&installID=7"])
    func `a client that closes its sending side gets the whole answer`(path: String) async throws {
        try await EdgeServer().run { server in
            let end = try await Wire.with(port: server.port) { wire in
                wire.send(Self.get(path))
                wire.finish()
                return wire.all()
            }
            let answer = try #require(Answer(end.text))
            #expect(answer.status == 200)
            #expect(answer["content-length"] == "\(answer.body.utf8.count)")
            #expect(end.isClosed)
        }
    }

    // MARK: Limits and lifetime

    @Test func `an idle connection is closed after a prepared answer, too`() async throws {
        try await EdgeServer(.forTests { $0.idle = .seconds(2) }).run { server in
            let end = try await Wire.with(port: server.port) { wire in
                wire.send(Self.get(Self.manifest))
                return wire.all()
            }
            #expect(Answer(end.text)?.status == 200)
            #expect(end.isClosed)
        }
    }

    @Test func `a graceful shutdown closes a connection that had only prepared answers`() async throws {
        try await EdgeServer().run { server in
            let port = server.port
            let wire = try await Wire.blocking {
                let wire = try Wire(port: port)
                wire.send(Self.get(Self.manifest))
                _ = try wire.answer()
                return wire
            }
            await server.stop()
            let isClosed = try await Wire.blocking { wire.all().isClosed }
            #expect(isClosed)
        }
    }

    @Test func `a client behind a proxy that has its share of requests gets no prepared answer`() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let proxies = try #require(TrustedProxies.parse(["127.0.0.0/8"]).proxies)
        let limits = ServerLimits.forTests { $0.connectionsPerAddress = 1 }
        try await EdgeServer(limits, proxies: proxies).run(extending: { router in
            router.get("/slow") { _, _ in
                start.yield()
                _ = await released.first { _ in true }
                return "slow"
            }
        }) { server in
            let (client, other) = (["X-Forwarded-For: 203.0.113.1"], ["X-Forwarded-For: 203.0.113.2"])
            let before = try await server.ask("GET", Self.manifest, fields: client)
            async let slow = server.ask("GET", "/slow", fields: client)
            _ = await started.first { _ in true }
            let refused = try await server.ask("GET", Self.manifest, fields: client)
            let served = try await server.ask("GET", Self.manifest, fields: other)
            release.yield()
            let last = try await slow
            #expect(before.status == 200 && served.status == 200)
            #expect(refused.problem == "overloaded")
            #expect(last.body == "slow")
        }
    }

    @Test func `a cached answer is not used after the app has changed`() async throws {
        let edge = try await Self.edge()
        try await edge.run { server in
            for _ in 1...3 { #expect(try await server.ask("GET", Self.decision).body.contains("\"recommended\"")) }
            let tag = try await edge.plane.publishing.currentPolicy(of: "hashtags").entityTag
            let calm = #"{"schema": 1, "app": "hashtags", "rules": []}"#
            _ = try await edge.plane.publishing.publish(
                Array(calm.utf8), to: "hashtags", expecting: .matches([tag]), note: nil, forced: nil, by: .server)
            for _ in 1...3 {
                let body = try await server.ask("GET", Self.decision).body
                #expect(!body.contains("\"recommended\""))
            }
            try await edge.plane.apps.delete("hashtags", by: .server)
            for path in [Self.decision, Self.manifest, "/v1/apps/hashtags/keys"] {
                let answer = try await server.ask("GET", path)
                #expect(answer.problem == "gone")
            }
        }
    }

    @Test func `a listener without public routes has no prepared answers of them`() async throws {
        try await EdgeServer().run([.admin, .health]) { server in
            for path in [Self.manifest, Self.decision, "/v1/apps/hashtags/keys"] {
                let answer = try await server.ask("GET", path)
                #expect(answer.status == 404)
            }
            let live = try await server.ask("GET", "/health/live")
            #expect(live.status == 200)
        }
    }
}
