import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct AdminAccessTests {
    /// Every admin route with the right it requires; `nil` for any admin or pipeline token.
    private static let routes: [(method: HTTPRequest.Method, path: String, right: Rights?)] = [
        (.get, "/v1/admin/whoami", nil), (.get, "/v1/admin/apps", .read), (.post, "/v1/admin/apps", .apps),
        (.get, "/v1/admin/apps/hashtags", .read), (.patch, "/v1/admin/apps/hashtags", .apps),
        (.delete, "/v1/admin/apps/hashtags", .apps), (.get, "/v1/admin/apps/hashtags/policy", .read),
        (.put, "/v1/admin/apps/hashtags/policy", .publish), (.post, "/v1/admin/apps/hashtags/preflight", .read),
        (.post, "/v1/admin/apps/hashtags/manifest/preflight", .read),
        (.put, "/v1/admin/apps/hashtags/manifest", .publish), (.get, "/v1/admin/apps/hashtags/catalog", .read),
        (.put, "/v1/admin/apps/hashtags/catalog", .catalog), (.get, "/v1/admin/apps/hashtags/history", .read),
        (.get, "/v1/admin/apps/hashtags/manifests/1", .read), (.get, "/v1/admin/apps/hashtags/policies", .read),
        (.get, "/v1/admin/apps/hashtags/policies/1", .read), (.get, "/v1/admin/apps/hashtags/diff", .read),
        (.post, "/v1/admin/apps/hashtags/rollback", .publish), (.post, "/v1/admin/apps/hashtags/head/bump", .apps),
        (.get, "/v1/admin/apps/hashtags/adoption", .read), (.get, "/v1/admin/apps/hashtags/adoption/activity", .read),
        (.get, "/v1/admin/apps/hashtags/drafts", .read), (.post, "/v1/admin/apps/hashtags/drafts", .publish),
        (.get, "/v1/admin/apps/hashtags/drafts/abc", .read), (.put, "/v1/admin/apps/hashtags/drafts/abc", .publish),
        (.delete, "/v1/admin/apps/hashtags/drafts/abc", .publish),
        (.post, "/v1/admin/apps/hashtags/drafts/abc/publish", .publish),
        (.put, "/v1/admin/apps/hashtags/adoption/import", .catalog),
        (.delete, "/v1/admin/apps/hashtags/adoption/import", .catalog),
        (.get, "/v1/admin/audit", .read), (.get, "/v1/admin/tokens", .tokens), (.post, "/v1/admin/tokens", .tokens),
        (.delete, "/v1/admin/tokens/x", .tokens), (.post, "/v1/admin/sign-in-links", nil),
        (.get, "/v1/admin/sessions", .tokens), (.delete, "/v1/admin/sessions/x", .tokens),
        (.get, "/v1/admin/apps/hashtags/catalog/imported", .read),
        (.get, "/v1/admin/apps/hashtags/catalog/sources", .read),
        (.post, "/v1/admin/apps/hashtags/catalog/preflight", .read),
        (.post, "/v1/admin/apps/hashtags/catalog/withdraw/preflight", .read),
        (.post, "/v1/admin/apps/hashtags/catalog/sync", .catalog),
        (.post, "/v1/admin/apps/hashtags/catalog/publish", .catalog),
        (.post, "/v1/admin/apps/hashtags/catalog/withdraw", .catalog),
        (.post, "/v1/admin/apps/hashtags/catalog/reset", .catalog), (.post, "/v1/admin/clock", .apps),
        (.get, "/v1/admin/apps/hashtags/explain", .explain),
    ]

    @Test func `the list of admin routes in this test is complete`() async throws {
        let api = try await API(publishes: false)
        let router = makeRouter(for: api.plane, options: APIOptions(parts: .admin))
        let admin = router.routes.filter { $0.path.description.hasPrefix("/v1/admin") }
        #expect(admin.count == Self.routes.count)
    }

    @Test(arguments: routes)
    func `each admin route requires a valid token with its right`(
        method: HTTPRequest.Method, path: String, right: Rights?
    ) async throws {
        let api = try await API()
        let missing = try await api(method, path)
        #expect(missing.status == .unauthorized)
        #expect(missing.problem == "unauthorized")
        #expect(missing.headers[.wwwAuthenticate] == "Bearer")
        #expect(missing.headers[.cacheControl] == "no-store")
        #expect(try await api(method, path, token: "adm_garbage").status == .unauthorized)

        for kind in [TokenKind.device, .server] {
            let response = try await api(method, path, token: try await api.token(kind))
            #expect(response.status == .forbidden)
            #expect(response.problem == "forbidden")
        }
        guard let right else { return }
        let powerless = try await api.token(.admin, rights: Rights.all.subtracting(right))
        #expect(try await api(method, path, token: powerless).problem == "forbidden")
        let enough = try await api(method, path, token: try await api.token(.admin, rights: right))
        #expect(enough.status != .unauthorized)
        #expect(enough.status != .forbidden)
    }

    @Test(arguments: routes.filter { $0.method == .post })
    func `a POST that an HTML form could send is rejected`(
        method: HTTPRequest.Method, path: String, right: Rights?
    ) async throws {
        let api = try await API()
        let forms = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=a", "text/plain"]
        for type in [nil] + forms.map(Optional.some) {
            for body in ["", "a=b"] {
                var headers: HTTPFields = [:]
                headers[.contentType] = type ?? (body.isEmpty ? nil : "text/plain")
                let response = try await api(
                    method, path, token: api.admin, headers: headers, body: body.isEmpty ? nil : body)
                #expect(response.status == .unsupportedMediaType, "\(type ?? "none") \(body)")
            }
        }
    }

    @Test(arguments: routes.filter { $0.path.contains("hashtags") })
    func `an app out of the token's scope is a 404`(
        method: HTTPRequest.Method, path: String, right: Rights?
    ) async throws {
        let api = try await API()
        _ = try await api.plane.apps.create(
            .init(slug: "other", bundleID: "com.example.other", pins: [PinnedKey(api.key.publicKey, role: .root)]),
            by: .server)
        let token = try await api.token(.admin, apps: ["other"])
        let foreign = try await api(method, path, token: token)
        let nobody = try await api(method, path.replacing("hashtags", with: "nobody"), token: token)
        #expect(foreign.status == .notFound)
        #expect(foreign.problem == "not-found")
        let detail = try #require(try foreign.json["detail"]?.stringValue)
        #expect(try nobody.json["detail"]?.stringValue == detail.replacing("hashtags", with: "nobody"))
    }

    @Test(arguments: ["Basic abc", "Bearer", "Bearer a b", "", "adm_x"])
    func `other authentication schemes and malformed headers are rejected`(field: String) async throws {
        let response = try await API()(.get, "/v1/admin/whoami", headers: [.authorization: field])
        #expect(response.status == .unauthorized)
        #expect(response.problem == "unauthorized")
    }

    @Test func `the scheme Bearer is case-insensitive`() async throws {
        let api = try await API()
        let response = try await api(.get, "/v1/admin/whoami", headers: [.authorization: "bearer  \(api.admin)"])
        #expect(response.status == .ok)
    }

    @Test func `a revoked token is rejected at once`() async throws {
        let api = try await API()
        let (record, text) = try await api.plane.tokens.create(.init(kind: .ci, name: "pipeline"), by: .server)
        #expect(try await api(.get, "/v1/admin/whoami", token: text).status == .ok)
        let revoked = try await api(.delete, "/v1/admin/tokens/\(record.id)", token: api.admin)
        #expect(revoked.status == .noContent)
        #expect(revoked.body.readableBytes == 0)
        #expect(revoked.headers[.contentLength] == nil)
        #expect(try await api(.get, "/v1/admin/whoami", token: text).status == .unauthorized)
    }

    @Test func `the tokens that a token created are listed with it, and revoked with it if asked for`() async throws {
        let api = try await API()
        let (parent, text) = try await api.plane.tokens.create(
            .init(kind: .admin, name: "parent", rights: [.read, .tokens]), by: .server)
        let made = try await api(
            .post, "/v1/admin/tokens", token: text, body: #"{"kind": "adm", "name": "child", "rights": ["read"]}"#)
        let child = try #require(try made.json["token"]?.stringValue)
        #expect(made.status == .created)
        #expect(try made.json["createdWith"] == .string(parent.id))
        let wrong = try await api(.delete, "/v1/admin/tokens/\(parent.id)?created=all", token: api.admin)
        #expect(wrong.status == .badRequest)
        #expect(try await api(.delete, "/v1/admin/tokens/\(parent.id)", token: api.admin).status == .noContent)
        #expect(try await api(.get, "/v1/admin/whoami", token: child).status == .ok)
        let all = try await api(.delete, "/v1/admin/tokens/\(parent.id)?created=true", token: api.admin)
        #expect(all.status == .noContent)
        #expect(try await api(.get, "/v1/admin/whoami", token: child).status == .unauthorized)
    }
}
