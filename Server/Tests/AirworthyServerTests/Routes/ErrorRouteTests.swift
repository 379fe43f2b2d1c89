import AirworthyPolicy
import ControlPlane
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct ErrorRouteTests {
    @Test(arguments: ["/", "/v1", "/v1/apps", "/v1/apps/hashtags", "/v2/apps/hashtags/manifest", "/favicon.ico"])
    func `an unknown path is a 404`(path: String) async throws {
        let response = try await API()(.get, path)
        #expect(response.status == .notFound)
        #expect(response.problem == "not-found")
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(try response.json["instance"]?.stringValue?.isEmpty == false)
    }

    @Test(arguments: [
        (HTTPRequest.Method.post, "/v1/apps/hashtags/manifest", "GET, HEAD"),
        (.delete, "/v1/apps/hashtags/decision", "GET, HEAD, POST"), (.put, "/v1/apps/x/features", "GET, HEAD, POST"),
        (.trace, "/health/live", "GET, HEAD"), (.post, "/openapi.yaml", "GET, HEAD"),
        (.put, "/v1/admin/apps", "GET, HEAD, POST"), (.post, "/v1/admin/apps/x", "DELETE, GET, HEAD, PATCH"),
        (.get, "/v1/admin/apps/x/rollback", "POST"), (.head, "/v1/admin/apps/x/rollback", "POST"),
    ])
    func `an unsupported method is a 405 with Allow`(
        method: HTTPRequest.Method, path: String, allow: String
    ) async throws {
        let response = try await API()(method, path)
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == allow)
        #expect(response.headers[.cacheControl] == "no-store")
        if method != .head { #expect(response.problem == "method-not-allowed") }
    }

    @Test func `an error response to HEAD has no body`() async throws {
        let api = try await API()
        for path in ["/v1/apps/nobody/manifest", "/nowhere", "/v1/apps/hashtags/decision", "/v1/admin/apps"] {
            let response = try await api(.head, path)
            #expect(response.status.code >= 400)
            #expect(response.body.readableBytes == 0, "\(path)")
            #expect(response.headers[.contentType] == "application/problem+json", "\(path)")
        }
    }

    @Test func `an unexpected error is a 500 without its text`() async throws {
        struct Secret: Error { let password = "hunter2" }
        let response = try await API()(.get, "/fails") { router in
            router.get("/fails") { _, _ -> Response in throw Secret() }
        }
        #expect(response.status == .internalServerError)
        #expect(response.problem == "internal")
        #expect(!response.text.contains("hunter2"))
    }

    @Test func `an error response without a body becomes a problem and keeps its headers`() async throws {
        let response = try await API()(.get, "/fails") { router in
            router.get("/fails") { _, _ in Response(status: .tooManyRequests, headers: [.retryAfter: "9"]) }
        }
        #expect(response.status == .tooManyRequests)
        #expect(response.problem == "too-many-failures")
        #expect(response.headers[.retryAfter] == "9")
        #expect(response.headers[.cacheControl] == "no-store")
    }

    @Test func `the request id is the instance of the problem`() async throws {
        let options = APIOptions(middleware: [FixedRequestID(id: "abc-123")])
        let response = try await API()(.get, "/nowhere", options: options)
        #expect(try response.json["instance"] == "abc-123")
    }

    @Test func `a router has the parts in its options`() async throws {
        let api = try await API()
        let cases: [(APIOptions.Parts, [String: Int])] = [
            (
                [.public, .health],
                ["/v1/apps/hashtags/manifest": 200, "/v1/admin/apps": 404, "/health/live": 200, "/metrics": 404]
            ),
            (
                [.admin, .metrics],
                ["/v1/apps/hashtags/manifest": 404, "/v1/admin/apps": 200, "/health/live": 404, "/metrics": 200]
            ),
        ]
        for (parts, answers) in cases {
            for (path, status) in answers {
                let options = APIOptions(parts: parts, metrics: { ByteBuffer(string: "up 1\n") })
                #expect(try await api(.get, path, token: api.admin, options: options).status.code == status, "\(path)")
            }
        }
    }

    @Test func `metrics need a token that may read every app, except on an internal listener`() async throws {
        let api = try await API()
        let open = APIOptions(parts: .internal, metrics: { ByteBuffer(string: "up 1\n") })
        #expect(try await api(.get, "/metrics", options: open).status == .ok)
        let options = APIOptions(metrics: { ByteBuffer(string: "up 1\n") })
        #expect(try await api(.get, "/metrics", options: options).problem == "unauthorized")
        let refused = [
            try await api.token(.device), try await api.token(.server), try await api.token(.ci, apps: ["hashtags"]),
            try await api.token(.admin, rights: [.publish]),
        ]
        for token in refused {
            #expect(try await api(.get, "/metrics", token: token, options: options).problem == "forbidden")
        }
        let reader = try await api.token(.ci, rights: [.read])
        #expect(try await api(.get, "/metrics", token: reader, options: options).text == "up 1\n")
    }

    @Test func `metrics are plain text that is not cached`() async throws {
        let api = try await API()
        let response = try await api(
            .get, "/metrics", token: api.admin, options: APIOptions(metrics: { ByteBuffer(string: "up 1\n") }))
        #expect(response.text == "up 1\n")
        #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(try await API()(.get, "/metrics").status == .notFound)
    }

    @Test func `the server is ready once every app is loaded`() async throws {
        let api = try await API()
        #expect(try await api(.get, "/health/live").json == ["status": "live"])
        #expect(try await api(.get, "/health/ready").json == ["status": "ready"])
        let problem = #expect(throws: HTTPProblem.self) {
            try HealthRoutes(readiness: Readiness(served: ServedApps())).answer()
        }
        #expect(problem?.kind == .notReady)
        #expect(problem?.status == .serviceUnavailable)
    }
}
