import HTTPTypes
import NIOHTTP1
import Testing

@testable import AirworthyServer

@Suite struct FrontRequestTests {
    private static let matcher = {
        var matcher = RouteMatcher()
        for row in RouteTable.rows { matcher.add(row.path, method: row.method.rawValue, route: row) }
        return matcher
    }()

    @Test(arguments: [
        ("/health/live", "/health/live", nil), ("/health/ready", "/health/ready", nil),
        ("/v1/apps/a/manifest", "/v1/apps/{app}/manifest", "a"),
        ("/v1/apps/a/manifest?x=%20", "/v1/apps/{app}/manifest", "a"),
        ("/v1/apps/a/keys", "/v1/apps/{app}/keys", "a"), ("/v1/apps/a/check-ins", "/v1/apps/{app}/check-ins", "a"),
        ("/v1/apps/a-b/decision?version=1.0", "/v1/apps/{app}/decision", "a-b"),
        ("/v1/apps/a/features?version=1.0", "/v1/apps/{app}/features", "a"),
        ("/v1/apps/a/releases", "/v1/apps/{app}/releases", "a"),
        ("/v1/apps/a/releases/latest?channel=appstore", "/v1/apps/{app}/releases/latest", "a"),
        ("/v1/apps/a/testflight/latest/internal", "/v1/apps/{app}/testflight/latest/{audience}", "a"),
        ("/v1/apps/a/testflight/builds/320/audience", "/v1/apps/{app}/testflight/builds/{build}/audience", "a"),
        ("/testflight/latest/external", "/testflight/latest/{audience}", nil),
        ("/testflight/version/2.3.0/audience", "/testflight/version/{version}/audience", nil),
    ])
    func `a route is found with its template and app`(target: String, template: String, app: String?) throws {
        let isCheckIn = template.hasSuffix("/check-ins")
        let fields = isCheckIn ? [("Content-Type", "application/json"), ("Content-Length", "2")] : []
        let request = try #require(Self.request(fields, method: isCheckIn ? .POST : .GET, target: target))
        #expect(request.route.path == template)
        #expect(request.app == app ?? "")
    }

    @Test(arguments: [
        "", "/", "/v1/apps", "/v1/apps/a", "/v1/apps/a/", "/v1/apps/a/manifest/", "/v1/apps/%61/manifest",
        "/v1/apps/a/manifest%20", "/v1/apps/a/decision?version=1#2", "/v1/apps/a/testflight/latest/",
        "/v1/apps/a/testflight/latest/internal/x", "/v1/apps/a/testflight/builds//audience",
        "/v1/apps/a/testflight/builds/1/2/audience", "/v1/apps/a/testflight/builds/audience",
        "/testflight/latest/internal?app=a", "/testflight/version/audience", "/v1/admin/apps", "/metrics",
        "/openapi.yaml", "/hooks/app-store-connect/a", "/V1/apps/a/manifest", "/v1/apps/a/check-ins:batch",
        "/health/live/", "/health/live?",
    ])
    func `any other target is left to the router`(target: String) {
        #expect(Self.request([], target: target) == nil)
    }

    private static func request(
        _ fields: [(String, String)], method: HTTPMethod = .GET, target: String = "/health/live"
    ) -> FrontRequest? {
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: target)
        head.headers = HTTPHeaders([("Host", "a")] + fields)
        return FrontRequest(head, from: nil, by: matcher)
    }

    @Test func `the headers that an answer depends on are kept in any case`() throws {
        let request = try #require(
            Self.request([
                ("ACCEPT-ENCODING", "gzip"), ("if-none-match", "\"x\""), ("X-Request-ID", "7"),
                ("Connection", "Keep-Alive"),
                ("x-Forwarded-For", "192.0.2.1"), ("Accept", "*/*"), ("Origin", "https://a.example"), ("Cookie", "a"),
            ]))
        #expect(request.acceptEncoding == "gzip" && request.ifNoneMatch == "\"x\"")
        #expect(request.requestID == "7" && request.forwardedFor == "192.0.2.1")
    }

    @Test(arguments: [
        [("Authorization", "Bearer x")], [("Content-Length", "0")], [("Transfer-Encoding", "chunked")],
        [("Expect", "100-continue")], [("Upgrade", "h2c")], [("Connection", "close")],
        [("Connection", "keep-alive, upgrade")], [("If-None-Match", "a"), ("if-none-match", "b")],
        [("Accept-Encoding", "gzip"), ("accept-encoding", "br")], [("X-Request-Id", "1"), ("X-Request-Id", "2")],
        [("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-For", "192.0.2.2")],
    ])
    func `a header that needs the router leaves the request to it`(fields: [(String, String)]) {
        #expect(Self.request(fields) == nil)
    }

    @Test(arguments: [("Origin", "null"), ("origin", "https://a.example"), ("Sec-Fetch-Site", "same-origin")])
    func `a check-in that a browser sends is left to the router, which refuses it`(name: String, value: String) {
        let fields = [("Content-Type", "application/json"), ("Content-Length", "2"), (name, value)]
        #expect(Self.request(fields, method: .POST, target: "/v1/apps/a/check-ins") == nil)
        #expect(Self.request(fields, method: .POST, target: "/v1/apps/a/decision") != nil)
    }

    @Test(arguments: [HTTPMethod.HEAD, .POST, .OPTIONS, .DELETE])
    func `only GET has answers where there is no question`(method: HTTPMethod) {
        #expect(Self.request([], method: method) == nil)
    }

    @Test(arguments: [
        ("application/json", "1", true), ("Application/JSON; charset=utf-8", "1024", true),
        ("application/json", "0", false), ("application/json", "1025", false), ("application/json", "x", false),
        ("text/plain", "1", false), ("", "1", false),
    ])
    func `a question in a short body of JSON may have an answer`(type: String, length: String, isFront: Bool) {
        let fields = [("Content-Type", type), ("Content-Length", length)]
        let request = Self.request(fields, method: .POST, target: "/v1/apps/a/decision")
        #expect((request != nil) == isFront)
        #expect(Self.request(fields, method: .POST, target: "/v1/apps/a/releases") == nil)
    }
}
