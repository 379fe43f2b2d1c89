import AirworthyTrust
import Foundation
import InMemoryLogging
import Logging
import Testing

@testable import AirworthyServer

/// The whole server on real sockets.
@Suite(.timeLimit(.minutes(5))) struct EdgeTests {
    private static let decision = "/v1/apps/hashtags/decision?version=1.0&channel=appstore"
    private static let manifest = "/v1/apps/hashtags/manifest"

    @Test(arguments: [
        ("GET", "/nothing", 404, "not-found"), ("GET", "/", 404, "not-found"),
        ("GET", "/v1/apps/other/manifest", 404, "not-found"),
        ("DELETE", Self.manifest, 405, "method-not-allowed"), ("BREW", Self.manifest, 400, "refused"),
        ("GET", "/v1/admin/apps", 401, "unauthorized"), ("GET", "/v1/apps/hashtags/decision", 400, "invalid"),
    ])
    func `every rejected request gets a problem response`(
        _ method: String, _ path: String, _ status: Int, _ problem: String
    ) async throws {
        try await EdgeServer().run { server in
            let answer = try await server.ask(method, path)
            #expect(answer.status == status)
            #expect(answer.problem == problem)
            #expect(answer["cache-control"] == "no-store")
            if status == 405 { #expect(answer["allow"] == "GET, HEAD") }
        }
    }

    // MARK: Request ids

    @Test(arguments: ["abc-123", String(repeating: "A", count: 64)])
    func `a caller's valid request id is used`(_ id: String) async throws {
        let edge = try await EdgeServer()
        try await edge.run { server in
            let answer = try await server.ask("GET", "/nothing", fields: ["X-Request-Id: \(id)"])
            #expect(answer["x-request-id"] == id)
            #expect(answer.body.contains("\"instance\":\"\(id)\""))
        }
        #expect(edge.logged.contains(id))
    }

    @Test(arguments: ["", "a b", "a_b", "é", "a;b", String(repeating: "A", count: 65)])
    func `an invalid request id is replaced`(_ id: String) async throws {
        try await EdgeServer().run { server in
            let answer = try await server.ask("GET", "/health/live", fields: ["X-Request-Id: \(id)"])
            let given = try #require(answer["x-request-id"])
            #expect(given != id)
            #expect(RequestIDMiddleware.isValid(given))
        }
    }

    @Test func `every request gets an id of its own`() async throws {
        try await EdgeServer().run { server in
            let first = try await server.ask("GET", "/health/live")["x-request-id"]
            let second = try await server.ask("GET", "/health/live")["x-request-id"]
            #expect(first != nil)
            #expect(first != second)
        }
    }

    // MARK: CORS

    @Test func `CORS headers are on public responses and their errors`() async throws {
        try await EdgeServer().run { server in
            for path in [
                Self.manifest, Self.decision, "/v1/apps/other/manifest", "/v1/apps/hashtags/decision", "/openapi.yaml",
            ] {
                let answer = try await server.ask("GET", path)
                #expect(answer["access-control-allow-origin"] == "*", "\(path)")
                #expect(answer["access-control-expose-headers"] == "ETag, Retry-After", "\(path)")
                #expect(answer["access-control-allow-credentials"] == nil)
            }
        }
    }

    @Test func `CORS headers are not on admin responses`() async throws {
        let edge = try await EdgeServer()
        try await edge.run { server in
            for fields in [[], ["Authorization: Bearer \(edge.admin)"]] {
                let answer = try await server.ask(
                    "GET", "/v1/admin/apps", fields: ["Origin: https://evil.example"] + fields)
                #expect(!answer.fields.contains { $0.name.hasPrefix("access-control") })
            }
            let preflight = try await server.ask(
                "OPTIONS", "/v1/admin/apps",
                fields: ["Origin: https://a.example", "Access-Control-Request-Method: GET"])
            #expect(preflight.status == 405)
            #expect(!preflight.fields.contains { $0.name.hasPrefix("access-control") })
        }
    }

    @Test(arguments: ["check-ins", "check-ins:batch"])
    func `a web page can neither send check-ins nor ask whether it may`(route: String) async throws {
        try await EdgeServer().run { server in
            let path = "/v1/apps/hashtags/\(route)"
            let body = #"{"schema":1,"now":{"platform":"ios","version":"1.0","channel":"appstore"}}"#
            let sent = try await server.ask("POST", path, fields: ["Origin: https://a.example"], body: body)
            #expect(sent.status == 403 && sent.problem == "web-page")
            let preflight = try await server.ask(
                "OPTIONS", path, fields: ["Origin: https://a.example", "Access-Control-Request-Method: POST"])
            #expect(preflight.status == 405)
            for answer in [sent, preflight] {
                #expect(!answer.fields.contains { $0.name.hasPrefix("access-control") })
            }
        }
    }

    @Test func `a CORS preflight lists the methods and headers`() async throws {
        try await EdgeServer().run { server in
            let answer = try await server.ask(
                "OPTIONS", "/v1/apps/hashtags/decision",
                fields: ["Origin: https://a.example", "Access-Control-Request-Method: POST"])
            #expect(answer.status == 204)
            #expect(answer["access-control-allow-origin"] == "*")
            #expect(answer["access-control-allow-methods"] == "GET, HEAD, POST")
            #expect(answer["access-control-allow-headers"]?.contains("Content-Type") == true)
            #expect(answer["access-control-allow-headers"]?.contains("Authorization") == false)
        }
    }

    @Test func `a web page may ask for flags, with a token that is no secret`() async throws {
        try await EdgeServer().run { server in
            let path = "/ofrep/v1/evaluate/flags"
            let preflight = try await server.ask(
                "OPTIONS", path, fields: ["Origin: https://a.example", "Access-Control-Request-Method: POST"])
            #expect(preflight.status == 204 && preflight["access-control-allow-origin"] == "*")
            #expect(
                preflight["access-control-allow-headers"]
                    == "Airworthy-App, Authorization, Content-Type, If-None-Match, X-API-Key, X-Request-Id")
            let answer = try await server.ask(
                "POST", path, fields: ["Origin: https://a.example", "Airworthy-App: hashtags"], body: #"{"context":{}}"#
            )
            #expect(answer.status == 200 && answer["access-control-allow-origin"] == "*", "\(answer)")
        }
    }

    // MARK: Overload

    @Test func `under overload decisions are rejected and all other routes still answer`() async throws {
        try await EdgeServer(.forTests { $0.evaluations = 0 }).run { server in
            for (method, path) in [("GET", Self.decision), ("GET", "/v1/apps/hashtags/features?version=1.0")] {
                let answer = try await server.ask(method, path)
                #expect(answer.status == 503)
                #expect(answer.problem == "overloaded")
                #expect(answer["retry-after"] == "1")
                #expect(answer["cache-control"] == "no-store")
            }
            let post = try await server.ask("POST", "/v1/apps/hashtags/decision", body: "{\"version\": \"1.0\"}")
            #expect(post.problem == "overloaded")
            let manifest = try await server.ask("GET", Self.manifest)
            #expect(manifest.status == 200)
            let tag = try #require(manifest["etag"])
            #expect(try await server.ask("GET", Self.manifest, fields: ["If-None-Match: \(tag)"]).status == 304)
            #expect(try await server.ask("GET", "/health/live").status == 200)
            #expect(try await server.ask("GET", "/health/ready").status == 200)
        }
    }

    @Test func `a client that sends its body slowly holds no evaluation slot`() async throws {
        try await EdgeServer(.forTests { $0.evaluations = 1 }).run { server in
            let port = server.port
            let slow = try await Wire.blocking {
                let wire = try Wire(port: port)
                wire.send(
                    "POST /v1/apps/hashtags/decision HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 18\r\n\r\n{\"version\":")
                return wire
            }
            for _ in 0..<5 { #expect(try await server.ask("GET", Self.decision).status == 200) }
            let answer = try await Wire.blocking {
                slow.send(" \"1.0\"}")
                return try slow.answer()
            }
            #expect(answer.status == 200)
        }
    }

    @Test func `a device's body above 16 KiB is rejected`() async throws {
        try await EdgeServer().run { server in
            let body = "{\"version\": \"1.0\", \"x\": \"\(String(repeating: "a", count: 17_000))\"}"
            let answer = try await server.ask("POST", "/v1/apps/hashtags/decision", body: body)
            #expect(answer.status == 413)
            #expect(answer.problem == "body-too-large")
        }
    }

    @Test func `many concurrent decisions all get a response`() async throws {
        try await EdgeServer(.forTests { $0.evaluations = 2 }).run { server in
            let port = server.port
            let statuses = try await Wire.blocking {
                let wires = try (0..<40).map { _ in try Wire(port: port) }
                for wire in wires { wire.send("GET \(Self.decision) HTTP/1.1\r\nHost: a\r\n\r\n") }
                return try wires.map { try $0.answer().status }
            }
            #expect(Set(statuses).isSubset(of: [200, 503]))
            #expect(statuses.contains(200))
            // All slots are free again.
            #expect(try await server.ask("GET", Self.decision).status == 200)
        }
    }

    // MARK: Failed authentications

    @Test func `too many failures get 429 with Retry-After, and a valid token is never limited`() async throws {
        let edge = try await EdgeServer()
        try await edge.run { server in
            var statuses: [Int] = []
            for _ in 0..<21 {
                statuses.append(
                    try await server.ask("GET", "/v1/admin/apps", fields: ["Authorization: Bearer adm_no"]).status)
            }
            #expect(statuses == Array(repeating: 401, count: 20) + [429])
            let refused = try await server.ask("GET", "/v1/admin/apps")
            #expect(refused.status == 429)
            #expect(refused.problem == "too-many-failures")
            #expect(Int(refused["retry-after"] ?? "") ?? 0 > 0)
            #expect(
                try await server.ask("GET", "/v1/admin/apps", fields: ["Authorization: Bearer \(edge.admin)"]).status
                    == 200)
            #expect(try await server.ask("GET", Self.manifest).status == 200)
        }
    }

    @Test func `behind a trusted proxy failures count per client address`() async throws {
        let proxies = try #require(TrustedProxies.parse(["127.0.0.0/8"]).proxies)
        try await EdgeServer(proxies: proxies).run { server in
            for _ in 0..<21 {
                _ = try await server.ask("GET", "/v1/admin/apps", fields: ["X-Forwarded-For: 203.0.113.1"])
            }
            let same = try await server.ask(
                "GET", "/v1/admin/apps", fields: ["X-Forwarded-For: 198.51.100.9, 203.0.113.1"])
            #expect(same.status == 429)
            let other = try await server.ask("GET", "/v1/admin/apps", fields: ["X-Forwarded-For: 203.0.113.2"])
            #expect(other.status == 401)
        }
    }

    @Test func `a forged X-Forwarded-For does not change the client address`() async throws {
        try await EdgeServer().run { server in
            for number in 0..<20 {
                _ = try await server.ask("GET", "/v1/admin/apps", fields: ["X-Forwarded-For: 203.0.113.\(number)"])
            }
            let answer = try await server.ask("GET", "/v1/admin/apps", fields: ["X-Forwarded-For: 203.0.113.99"])
            #expect(answer.status == 429)
        }
    }

    // MARK: Logs

    @Test func `tokens, queries, paths and invalid request ids are never logged, not even at trace level`() async throws
    {
        let edge = try await EdgeServer()
        let secret = "S3CR3T"
        try await edge.run { server in
            let path = "/v1/apps/hashtags/decision?version=\(secret)&installID=\(secret)&attribute.x=\(secret)"
            _ = try await server.ask("GET", path)
            _ = try await server.ask("GET", Self.decision + "&installID=\(secret)")
            _ = try await server.ask("GET", "/v1/apps/\(secret.lowercased())/manifest")
            _ = try await server.ask("GET", "/\(secret)?\(secret)", fields: ["Authorization: Bearer \(secret)"])
            _ = try await server.ask("GET", "/v1/admin/apps", fields: ["Authorization: Bearer adm_\(secret)"])
            _ = try await server.ask("GET", "/v1/admin/apps", fields: ["Authorization: Bearer \(edge.admin)"])
            _ = try await server.ask("GET", "/health/live", fields: ["X-Request-Id: \(secret) x", "Cookie: \(secret)"])
            _ = try await server.ask("\(secret)", "/health/live")
            _ = try await server.ask("POST", "/v1/apps/hashtags/decision", body: "{\"version\": \"\(secret)\", ]")
            _ = try await server.ask(
                "PUT", "/v1/admin/apps/hashtags/policy?note=\(secret)&force=\(secret)",
                fields: ["Authorization: Bearer \(edge.admin)", "If-Match: \"\(secret)\""], body: "{\"\(secret)\": 1}")
            try await Wire.with(port: server.port) { wire in
                wire.send("GET /\(secret) HTTP/9.9\r\nAuthorization: \(secret)\r\n\r\n")
                _ = wire.all()
            }
            try await Wire.with(port: server.port) { wire in
                wire.send("POST /v1/apps/hashtags/decision HTTP/1.1\r\nHost: a\r\nAuthorization: \(secret)\r\n")
                wire.send("Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{\"\(secret)")
                wire.finish()
                _ = wire.all()
            }
        }
        let logged = edge.logged
        #expect(!logged.localizedCaseInsensitiveContains(secret))
        #expect(!logged.contains(edge.admin.dropFirst(4)))
        #expect(logged.contains("/v1/apps/{app}/decision"))
        #expect(logged.contains("unmatched"))
    }

    @Test func `only successful public requests are not logged at info level`() async throws {
        let edge = try await EdgeServer()
        try await edge.run(level: .info) { server in
            let manifest = try await server.ask("GET", Self.manifest)
            _ = try await server.ask("GET", Self.manifest, fields: ["If-None-Match: \(manifest["etag"] ?? "")"])
            _ = try await server.ask("GET", "/health/ready")
            _ = try await server.ask("GET", Self.decision)
            #expect(edge.logs.entries.isEmpty)
            _ = try await server.ask("GET", "/v1/admin/whoami", fields: ["Authorization: Bearer \(edge.admin)"])
            _ = try await server.ask("GET", "/nothing")
        }
        let lines = edge.logs.entries.map { "\($0.metadata["route"] ?? "") \($0.metadata["status"] ?? "")" }
        #expect(lines == ["/v1/admin/whoami 200", "unmatched 404"])
    }

    // MARK: Metrics

    @Test func `arbitrary paths and methods do not add metric series`() async throws {
        let edge = try await EdgeServer()
        try await edge.run(level: .critical) { server in
            let port = server.port
            try await Wire.with(port: port) { wire in
                for number in 0..<1_000 {
                    let method = ["GET", "POST", "PROPFIND", "DELETE", "REPORT"][number % 5]
                    wire.send("\(method) /v1/apps/x\(number)/\(number * 7919) HTTP/1.1\r\nHost: a\r\n\r\n")
                    let status = try wire.answer().status
                    #expect(status == 404)
                }
            }
            let text = try await server.ask("GET", "/metrics", fields: ["Authorization: Bearer \(edge.admin)"]).body
            let lines = text.split(separator: "\n")
            #expect(lines.count < 180)
            let unmatched = lines.filter { $0.hasPrefix("airworthy_http_requests_total{route=\"unmatched\"") }
            #expect(unmatched.count == 4)
            let counts = unmatched.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            #expect(counts.reduce(0, +) == 1_000)
        }
    }

    @Test func `metrics are valid Prometheus text`() async throws {
        let edge = try await EdgeServer()
        try await edge.run { server in
            _ = try await server.ask("GET", Self.manifest)
            _ = try await server.ask("GET", Self.decision)
            let answer = try await server.ask("GET", "/metrics", fields: ["Authorization: Bearer \(edge.admin)"])
            #expect(answer["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
            let families = try PrometheusText.read(answer.body)
            #expect(families["airworthy_http_requests_total"]?.type == "counter")
            #expect(families["airworthy_http_request_seconds"]?.type == "histogram")
            #expect(families["airworthy_app_revision"]?.samples["{app=\"hashtags\"}"] == 1)
            let seconds = try #require(families["airworthy_app_expires_in_seconds"]?.samples["{app=\"hashtags\"}"])
            // The manifest is issued slightly after the fixed time of the server.
            #expect(seconds > 29 * 86_400 && seconds < 30.1 * 86_400)
            #expect(families["airworthy_app_degraded"]?.samples["{app=\"hashtags\"}"] == 0)
            #expect(families["airworthy_apps"]?.samples["{state=\"live\"}"] == 1)
            #expect(families["airworthy_ready"]?.samples[""] == 1)
            #expect(families["airworthy_build_info"]?.samples["{version=\"1.2.3\"}"] == 1)
            let route = "{route=\"/v1/apps/{app}/manifest\",method=\"GET\",status=\"2xx\"}"
            #expect(families["airworthy_http_requests_total"]?.samples[route] == 1)
        }
    }

    @Test func `a public listener has neither metrics nor admin routes`() async throws {
        let edge = try await EdgeServer()
        try await edge.run([.public, .health]) { server in
            for path in ["/metrics", "/v1/admin/whoami", "/v1/admin/apps"] {
                let answer = try await server.ask("GET", path, fields: ["Authorization: Bearer \(edge.admin)"])
                #expect(answer.status == 404)
                #expect(answer.problem == "not-found")
            }
            #expect(try await server.ask("GET", Self.manifest).status == 200)
            #expect(try await server.ask("GET", "/health/ready").status == 200)
        }
    }
}
