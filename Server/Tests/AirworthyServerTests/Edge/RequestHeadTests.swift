import Logging
import Testing

@testable import AirworthyServer

/// Requests that a proxy and the server could understand in different ways.
@Suite(.timeLimit(.minutes(5))) struct RequestHeadTests {
    private static let chunks = "3\r\nabc\r\n0\r\n\r\n"
    private static let path = "/v1/apps/hashtags/manifest"

    private static let refused = [
        "GET \(path) HTTP/1.1\r\n\r\n",
        "GET \(path) HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET \(path) HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n",
        "GET \(path) HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
        "GET \(path) HTTP/1.1\r\nHost: \r\n\r\n",
        "GET \(path) HTTP/1.1\r\nHost: a, b\r\n\r\n",
        "GET \(path) HTTP/1.1\r\nHost: a/v1/admin\r\n\r\n",
        "GET \(path) HTTP/1.1\r\nHost: me@a\r\n\r\n",
        "POST \(path) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n\(chunks)",
        "POST \(path) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n\(chunks)",
        "POST \(path) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n",
        "POST \(path) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n\(chunks)",
        "POST \(path) HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)",
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)",
        "POST \(path) HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)",
    ]

    private static let hiddenTargets = [
        "//v1/admin/whoami", "/v1//admin/whoami", "/v1/admin//whoami", "///v1/admin/whoami", "//a/v1/admin/whoami",
        "http://a/v1/admin/whoami", "https://a/v1/admin/whoami", "HTTP://a/v1/admin/whoami", "*", "v1/admin/whoami",
        "?v1/admin/whoami", "/v1/apps/../admin/whoami", "/v1/./admin/whoami", "/v1/apps/%2e%2e/admin/whoami",
        "/v1/apps/%2E./admin/whoami", "/v1/.%2e/admin/whoami", "/v1/%2e/admin/whoami", "/v1/apps/..",
        "/v1%2Fadmin/whoami", "/v1/admin%2fwhoami", "/v1/apps/a%2F..%2Fadmin", "/v1\\admin/whoami",
        "/v1%5Cadmin/whoami",
        "/v1/apps%00/admin", "/v1/admin/whoami#a",
    ]

    /// Sends one request and returns the status of the answer.
    private func status(of request: String, to server: Served) async throws -> (status: Int, isClosed: Bool) {
        try await Wire.with(port: server.port) { wire in
            wire.send(request)
            wire.finish()
            let end = wire.all()
            return (Answer(end.text)?.status ?? 0, end.isClosed)
        }
    }

    @Test func `a request with an ambiguous host or length is refused, and its connection closed`() async throws {
        let edge = try await EdgeServer()
        try await edge.run(level: .critical) { server in
            for request in Self.refused {
                let answer = try await status(of: request, to: server)
                #expect(answer.status == 400 && answer.isClosed, "\(request)")
            }
        }
    }

    @Test func `a target that a proxy may read as another path never reaches a route`() async throws {
        let edge = try await EdgeServer()
        try await edge.run(level: .critical) { server in
            for target in Self.hiddenTargets {
                let request = "GET \(target) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(edge.admin)\r\n\r\n"
                let answer = try await status(of: request, to: server)
                #expect(answer.status == 400 && answer.isClosed, "\(target)")
            }
            // An escape within a fixed segment does not match a route, so a prefix rule holds for it as well.
            for target in ["/v1/%61dmin/whoami", "/v1/admi%6E/whoami", "/V1/admin/whoami", "/v1/Admin/whoami"] {
                let answer = try await server.ask("GET", target, fields: ["Authorization: Bearer \(edge.admin)"])
                #expect(answer.status == 404, "\(target)")
            }
        }
    }

    @Test func `unambiguous requests are answered`() async throws {
        let edge = try await EdgeServer()
        try await edge.run(level: .critical) { server in
            for head in [
                "GET \(Self.path) HTTP/1.1\r\nHost: a:8080", "GET \(Self.path) HTTP/1.1\r\nhost: [::1]:80",
                "GET \(Self.path) HTTP/1.0", "GET \(Self.path)?a=//..%2F HTTP/1.1\r\nHost: a",
                "GET \(Self.path)/ HTTP/1.1\r\nHost: a", "GET /v1/apps/hasht%61gs/manifest HTTP/1.1\r\nHost: a",
            ] {
                let answer = try await status(of: head + "\r\nConnection: close\r\n\r\n", to: server)
                #expect(answer.status == 200, "\(head)")
            }
            let chunked =
                "POST /v1/apps/hashtags/decision HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: Chunked\r\nConnection: close\r\n\r\n10\r\n{\"version\": \"3\"}\r\n0\r\n\r\n"
            #expect(try await status(of: chunked, to: server).status == 200)
        }
    }

    @Test func `a refused request is counted by its reason`() async throws {
        let edge = try await EdgeServer()
        try await edge.run(level: .critical) { server in
            _ = try await status(of: "GET //v1 HTTP/1.1\r\nHost: a\r\n\r\n", to: server)
            let metrics = try await server.ask("GET", "/metrics", fields: ["Authorization: Bearer \(edge.admin)"])
            #expect(metrics.body.contains("airworthy_http_refusals_total{reason=\"ambiguous-target\"} 1\n"))
        }
    }
}
