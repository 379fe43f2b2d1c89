import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ReleaseCatalog
import Testing

@testable import AirworthyServer

/// The limit of evaluations and the cache of answers on every public route.
@Suite(.timeLimit(.minutes(5))) struct PublicEvaluationTests {
    /// The routes that compute their responses, with a request for each.
    private static let evaluated: [(route: String, path: String)] = [
        ("GET /v1/apps/{app}/decision", "/v1/apps/hashtags/decision?version=1.0"),
        ("POST /v1/apps/{app}/decision", "/v1/apps/hashtags/decision"),
        ("GET /v1/apps/{app}/features", "/v1/apps/hashtags/features?version=1.0"),
        ("POST /v1/apps/{app}/features", "/v1/apps/hashtags/features"),
        ("GET /v1/apps/{app}/releases", "/v1/apps/hashtags/releases"),
        ("GET /v1/apps/{app}/releases/latest", "/v1/apps/hashtags/releases/latest?channel=testflight"),
        (
            "GET /v1/apps/{app}/testflight/latest/{audience}",
            "/v1/apps/hashtags/testflight/latest/internal"
        ),
        (
            "GET /v1/apps/{app}/testflight/builds/{build}/audience",
            "/v1/apps/hashtags/testflight/builds/322/audience"
        ),
        (
            "GET /v1/apps/{app}/testflight/version/{version}/audience",
            "/v1/apps/hashtags/testflight/version/322/audience"
        ),
        ("GET /v1/apps/{app}/config.json", "/v1/apps/hashtags/config.json"),
        ("GET /v1/apps/{app}/prince-of-versions.json", "/v1/apps/hashtags/prince-of-versions.json"),
        ("GET /testflight/latest/{audience}", "/testflight/latest/external"),
        ("GET /testflight/version/{version}/audience", "/testflight/version/2.3.0/audience"),
        ("GET /get/{app}", "/get/hashtags?version=1.0"),
        ("POST /ofrep/v1/evaluate/flags", "/ofrep/v1/evaluate/flags"),
        ("POST /ofrep/v1/evaluate/flags/{key}", "/ofrep/v1/evaluate/flags/new-editor"),
    ]

    /// The routes whose responses are ready or need less work than receiving the request.
    private static let ready: Set<String> = [
        "GET /v1/apps/{app}/manifest", "GET /v1/apps/{app}/keys", "GET /health/live", "GET /health/ready",
        "GET /openapi.yaml", "POST /hooks/app-store-connect/{app}", "POST /v1/apps/{app}/check-ins",
        // It has a limit of its own.
        "POST /v1/apps/{app}/check-ins:batch",
    ]

    private static let body = #"{"version": "1.0"}"#

    private static func pages(of plane: ControlPlane) throws -> Dashboard {
        Dashboard(plane: plane, templates: try Templates(), now: { Date() })
    }

    private static func record(in plane: ControlPlane, at now: Date) async throws {
        try await plane.catalogs.record(
            .connect(ControlPlaneTesting.Samples.listing(at: now)), for: "hashtags", at: now)
    }

    @Test func `every public route is either under the limit of evaluations or ready, as its row says`() {
        // Files that never change are left out.
        let rows = RouteTable.rows.filter {
            !$0.part.isDisjoint(with: [.public, .health]) && !$0.path.hasPrefix("/assets/")
        }
        let computing = Set(rows.filter { $0.work == .evaluation }.map { "\($0.method.rawValue) \($0.path)" })
        let others = Set(rows.filter { $0.work != .evaluation }.map { "\($0.method.rawValue) \($0.path)" })
        #expect(computing == Set(Self.evaluated.map(\.route)))
        #expect(others == Self.ready)
    }

    @Test func `on a socket, every route that computes is rejected beyond the limit, and all others answer`()
        async throws
    {
        let edge = try await EdgeServer(.forTests { $0.evaluations = 0 })
        try await Self.record(in: edge.plane, at: edge.began)
        try await edge.run(dashboard: try Self.pages(of: edge.plane)) { server in
            let port = server.port
            // All at once, because a rejection is delayed.
            let answers = try await Wire.blocking {
                let wires = try Self.evaluated.map { entry in
                    let wire = try Wire(port: port)
                    let isPost = entry.route.hasPrefix("POST")
                    let fields =
                        isPost
                        ? "Airworthy-App: hashtags\r\nContent-Type: application/json\r\n"
                            + "Content-Length: \(Self.body.utf8.count)\r\n" : ""
                    wire.send(
                        "\(isPost ? "POST" : "GET") \(entry.path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"
                            + (isPost ? Self.body : ""))
                    return wire
                }
                return try wires.map { try $0.answer() }
            }
            for (entry, answer) in zip(Self.evaluated, answers) {
                #expect(answer.status == 503 && answer.problem == "overloaded", "\(entry.route)")
                #expect(answer["retry-after"] == "1", "\(entry.route)")
            }
            for path in ["/v1/apps/hashtags/manifest", "/v1/apps/hashtags/keys", "/health/live", "/health/ready"] {
                #expect(try await server.ask("GET", path).status == 200, "\(path)")
            }
        }
    }

    @Test func `requests that differ in unknown parameters, order and spelling share one cached answer`() async throws {
        let api = try await API()
        try await Self.record(in: api.plane, at: api.clock.now)
        let options = APIOptions(
            now: { [clock = api.clock] in clock.now }, dashboard: try Self.pages(of: api.plane))
        let paths = Self.evaluated.filter { $0.route.hasPrefix("GET") }.map(\.path)
        // One router for all requests, because creating one takes longer than they do.
        try await Application(router: makeRouter(for: api.plane, options: options)).test(.router) { client in
            for path in paths {
                let first = try await client.execute(uri: path, method: .get)
                #expect(first.status == .ok, "\(path)")
                let joint = path.contains("?") ? "&" : "?"
                let spelt = path.replacing("=1.0", with: "=%31.%30").replacing("=testflight", with: "=%74estflight")
                for other in (1...20).map({ "\(path)\(joint)x=\($0)" }) + [spelt] {
                    #expect(try await client.execute(uri: other, method: .get).text == first.text, "\(other)")
                }
            }
        }
        #expect(options.answers.parsed.count == paths.count)
    }

    @Test func `GET and POST share one cached answer`() async throws {
        let (api, options) = (try await API(), APIOptions())
        for route in ["decision", "features"] {
            let get = try await api(.get, "/v1/apps/hashtags/\(route)?version=1.0&x=1", options: options)
            let post = try await api(
                .post, "/v1/apps/hashtags/\(route)", body: #"{"x": 2, "version": "1.0"}"#, options: options)
            #expect(get.text == post.text && get.headers == post.headers)
        }
        #expect(options.answers.parsed.count == 2)
    }

    @Test(arguments: [
        "version=2.2.0&channel=appstore", "version=2.2.0&channel=appstore&installID=a",
        "version=2.2.0&channel=appstore&attribute.x=1",
    ])
    func `a new policy is used at once despite cached decisions`(_ query: String) async throws {
        let (api, options) = (try await API(), APIOptions())
        let uri = "/v1/apps/hashtags/decision?\(query)"
        let before = try await api(.get, uri, options: options).json
        #expect(try await api(.get, uri, options: options).json == before)
        #expect(before["rule"] != "new")
        let tag = try await api.plane.publishing.currentPolicy(of: "hashtags").entityTag
        try await api.publish(
            #"{"schema": 1, "rules": [{"id": "new", "when": {"version": "2.2.0"}, "update": "recommended"}]}"#,
            expecting: .matches([tag]))
        #expect(try await api(.get, uri, options: options).json["rule"] == "new")
    }

    @Test func `a token's answers and explanations are not cached`() async throws {
        let (api, options) = (try await API(internalBuilds: .full), APIOptions())
        try await Self.record(in: api.plane, at: api.clock.now)
        let token = try await api.token(.server)
        for path in ["/testflight/latest/external", "/v1/apps/hashtags/decision?version=1.0&explain=1"] {
            #expect(try await api(.get, path, token: token, options: options).status == .ok)
        }
        #expect(options.answers.parsed.count == 0)
    }
}
