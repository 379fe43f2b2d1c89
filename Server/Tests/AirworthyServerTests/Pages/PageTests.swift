import AirworthySupport
import ControlPlane
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AirworthyServer

@Suite("Pages", .timeLimit(.minutes(5)))
struct PageTests {
    private static let html: HTTPFields = [.accept: "text/html"]

    /// A server with the dashboard, and a browser that keeps its cookie.
    private struct Browser {
        let api: API
        var options: APIOptions
        var cookie: String?

        init(parts: APIOptions.Parts = .all) async throws {
            api = try await API()
            let dashboard = Dashboard(plane: api.plane, templates: try Templates(), now: { [api] in api.clock.now })
            options = APIOptions(parts: parts, dashboard: dashboard)
        }

        func get(_ path: String, fields: HTTPFields = [:]) async throws -> TestResponse {
            try await api(.get, path, headers: merged(fields), options: options)
        }

        func post(_ path: String, _ form: String, fields: HTTPFields = [:]) async throws -> TestResponse {
            var all = merged(fields)
            if all[.contentType] == nil { all[.contentType] = "application/x-www-form-urlencoded" }
            return try await api(.post, path, headers: all, body: form, options: options)
        }

        /// Signs in, keeps the cookie, and returns the form token.
        mutating func signIn(_ token: String? = nil) async throws -> String {
            let response = try await post("/sign-in", "token=\(token ?? api.admin)")
            #expect(response.status == .seeOther)
            cookie = response.headers[.setCookie]?.split(separator: ";").first.map(String.init)
            let page = try await get("/apps")
            return page.text.firstMatch(of: /name="csrf" value="([0-9a-f]+)"/).map { String($0.1) } ?? ""
        }

        private func merged(_ fields: HTTPFields) -> HTTPFields {
            var all = PageTests.html
            for field in fields { all[field.name] = field.value }
            if let cookie { all[.cookie] = "other=1; \(cookie)" }
            return all
        }
    }

    // MARK: Signing in

    @Test("the first page leads to the sign-in, and with a session to the apps")
    func firstPage() async throws {
        var browser = try await Browser()
        #expect(try await browser.get("/").headers[.location] == "/sign-in")
        #expect(try await browser.get("/sign-in").status == .ok)
        _ = try await browser.signIn()
        #expect(try await browser.get("/").headers[.location] == "/apps")
    }

    @Test("every page without a session leads to the sign-in and from there back")
    func pagesWithoutSession() async throws {
        let browser = try await Browser()
        for route in try #require(browser.options.dashboard).routes where route.method == .get {
            let path = route.path.replacing("{app}", with: "hashtags").replacing(/\{[a-z]+\}/, with: "1")
            let response = try await browser.get("\(path)?a=1%2F2")
            #expect(response.status == .seeOther, "\(route.path)")
            let next = "/sign-in?next=" + PercentEncoding.encode("\(path)?a=1%2F2")
            #expect(response.headers[.location] == next)
        }
        let response = try await browser.post("/sign-in", "token=\(browser.api.admin)&next=%2Fapps%2Fhashtags%3Fa%3D1")
        #expect(response.headers[.location] == "/apps/hashtags?a=1")
    }

    @Test(
        "the sign-in leads to no other server",
        arguments: [
            "//example.com", "https://example.com", "/\\example.com", "/a\r\nSet-Cookie: a=b", "javascript:alert(1)",
        ])
    func foreignTargets(next: String) async throws {
        let browser = try await Browser()
        let response = try await browser.post(
            "/sign-in", "token=\(browser.api.admin)&next=\(PercentEncoding.encode(next))")
        #expect(response.status == .seeOther && response.headers[.location] == "/apps")
    }

    @Test("a wrong token, and one that is not an admin's, are refused with 401, so that guessing is slowed down")
    func wrongTokens() async throws {
        var browser = try await Browser()
        let registry = MetricsRegistry()
        browser.options.failures = AuthenticationMetrics(registry: registry)
        for token in [
            "adm_wrong", browser.api.admin.dropLast() + "x", try await browser.api.token(.ci),
            try await browser.api.token(.device), try await browser.api.token(.server),
        ] {
            let response = try await browser.post("/sign-in", "token=\(token)")
            #expect(response.status == .unauthorized)
            #expect(response.headers[.setCookie] == nil)
            #expect(response.text.contains("role=\"alert\""))
            #expect(!response.text.contains(token))
        }
        #expect(AuthenticationFailureTests.counts(registry) == ["malformed": 2, "forbidden": 3])
        #expect(try await browser.post("/sign-in", "token=").status == .unprocessableContent)
    }

    @Test("the server always chooses the session's text itself")
    func noFixation() async throws {
        var browser = try await Browser()
        browser.cookie = "airworthy=chosen-by-somebody-else"
        #expect(try await browser.get("/apps").status == .seeOther)
        _ = try await browser.signIn()
        #expect(browser.cookie?.contains("chosen") == false)
    }

    @Test(
        "on this machine the cookie works without TLS, elsewhere only with it",
        arguments: [
            ("localhost", "airworthy", false), ("127.0.0.1:8080", "airworthy", false),
            ("[::1]:8080", "airworthy", false),
            ("updates.example.com", "__Host-airworthy", true), ("localhost.example.com", "__Host-airworthy", true),
            ("127.0.0.1.example.com", "__Host-airworthy", true),
        ])
    func cookies(host: String, name: String, isSecure: Bool) throws {
        let cookie = SessionCookie(for: PageOrigin(Self.request(host: host)))
        let field = cookie.setting("abc")
        #expect(field == "\(name)=abc; Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : ""))
        #expect(cookie.text(in: "a=b; \(name)=abc; c=d") == "abc")
        #expect(cookie.text(in: "x\(name)=abc") == nil)
        #expect(cookie.text(in: nil) == nil)
    }

    @Test("a session ends with the sign-out, and with its token")
    func endOfSessions() async throws {
        var browser = try await Browser()
        let form = try await browser.signIn()
        let out = try await browser.post("/sign-out", "csrf=\(form)")
        #expect(out.headers[.location] == "/sign-in")
        #expect(out.headers[.setCookie]?.contains("Max-Age=0") == true)
        #expect(try await browser.get("/apps").status == .seeOther)

        let other = try await browser.api.plane.tokens.create(.init(kind: .admin, name: "other"), by: .server)
        browser.cookie = nil
        _ = try await browser.signIn(other.text)
        #expect(try await browser.get("/apps").status == .ok)
        _ = try await browser.api.plane.tokens.revoke(other.record.id, by: .server)
        #expect(try await browser.get("/apps").status == .seeOther)
    }

    @Test("an address that signs in works once, for ten minutes, and only on the server's own machine")
    func links() async throws {
        let browser = try await Browser()
        let links = try #require(browser.options.dashboard).links
        let id = try await browser.api.plane.tokens.create(.init(kind: .admin, name: "link"), by: .server).record.id
        let path = links.path(forTokenWithID: id)
        let first = try await browser.get(path)
        #expect(first.headers[.setCookie]?.hasPrefix("airworthy=") == true)
        #expect(try await browser.get(path).status == .unauthorized)
        #expect(try await browser.get("/sign-in?once=nonsense").status == .unauthorized)
        let late = links.path(forTokenWithID: id)
        browser.api.clock.advance(by: 601)
        #expect(try await browser.get(late).status == .unauthorized)
    }

    // MARK: Forms

    @Test("every form needs the session's form token")
    func formTokens() async throws {
        var browser = try await Browser()
        let form = try await browser.signIn()
        let paths = try #require(browser.options.dashboard).routes.filter { $0.method == .post }.map {
            $0.path.replacing("{app}", with: "hashtags").replacing(/\{[a-z]+\}/, with: "1")
        }
        for path in paths + ["/sign-out"] {
            for wrong in ["", "csrf=", "csrf=\(String(form.reversed()))", "csrf=\(form)0"] {
                let response = try await browser.post(path, wrong)
                #expect(response.status == .forbidden, "\(path) \(wrong)")
            }
        }
        #expect(try await browser.get("/apps").status == .ok)
    }

    @Test(
        "a form from another site is refused even with the form token",
        arguments: [
            ["Origin": "https://example.com"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
            ["Sec-Fetch-Site": "same-site", "Origin": "http://localhost"], ["Sec-Fetch-Site": "none"],
        ])
    func foreignForms(fields: [String: String]) async throws {
        var browser = try await Browser()
        let form = try await browser.signIn()
        var headers = HTTPFields()
        for (name, value) in fields { headers[try #require(HTTPField.Name(name))] = value }
        #expect(try await browser.post("/sign-out", "csrf=\(form)", fields: headers).status == .forbidden)
        #expect(try await browser.get("/apps").status == .ok)
    }

    @Test(
        "a form from the server's own page is accepted, although browsers hide the origin where referrers are forbidden",
        arguments: [
            ["Origin": "http://localhost"], ["Origin": "https://localhost"],
            ["Sec-Fetch-Site": "same-origin", "Origin": "null"],
            [:],
        ])
    func ownForms(fields: [String: String]) throws {
        #expect(PageOrigin(Self.request(host: "localhost", fields)).isOwn)
    }

    @Test("a form that is not one, or cannot be read, is refused")
    func malformedForms() async throws {
        var browser = try await Browser()
        let form = try await browser.signIn()
        #expect(try await browser.post("/sign-out", "csrf=\(form)&a=%ZZ").status == .badRequest)
        let json: HTTPFields = [.contentType: "application/json"]
        #expect(
            try await browser.post("/sign-out", "{\"csrf\":\"\(form)\"}", fields: json).status == .unsupportedMediaType)
        let long = String(repeating: "a", count: 100_000)
        #expect(try await browser.post("/sign-out", "csrf=\(form)&a=\(long)").status == .contentTooLarge)
    }

    // MARK: Rights

    @Test("a page needs its right, and a page of an app a token for that app")
    func rights() async throws {
        var browser = try await Browser()
        let reading = try await browser.api.token(.admin, rights: [.read], apps: ["hashtags"])
        let form = try await browser.signIn(reading)
        for route in try #require(browser.options.dashboard).routes {
            let path = route.path.replacing("{app}", with: "hashtags").replacing(/\{[a-z]+\}/, with: "1")
            let response =
                route.method == .get ? try await browser.get(path) : try await browser.post(path, "csrf=\(form)")
            if route.right.isSubset(of: [.read]) {
                #expect(response.status != .forbidden, "\(route.path)")
            } else {
                #expect(response.status == .forbidden, "\(route.path)")
            }
            guard route.path.contains("{app}") else { continue }
            let other = path.replacing("hashtags", with: "other")
            let hidden =
                route.method == .get ? try await browser.get(other) : try await browser.post(other, "csrf=\(form)")
            #expect([.notFound, .forbidden].contains(hidden.status), "\(route.path)")
        }
    }

    @Test("the admin API takes no session")
    func adminAPI() async throws {
        var browser = try await Browser()
        _ = try await browser.signIn()
        #expect(try await browser.get("/v1/admin/apps").status == .unauthorized)
    }

    // MARK: Answers

    @Test("every page forbids scripts from elsewhere, frames, referrers and storing")
    func headers() async throws {
        var browser = try await Browser()
        let before = [try await browser.get("/sign-in"), try await browser.get("/nothing")]
        _ = try await browser.signIn()
        for response in before + [try await browser.get("/apps"), try await browser.get("/apps/hashtags")] {
            let policy = try #require(response.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
            #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
            #expect(response.headers[.xContentTypeOptions] == "nosniff")
            #expect(response.headers[try #require(HTTPField.Name("Referrer-Policy"))] == "no-referrer")
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.accessControlAllowOrigin] == nil)
            #expect(response.text.matches(of: /<script(?! type="module" src="\/assets\/)| style="| on[a-z]+="/).isEmpty)
        }
    }

    @Test("the stylesheet and the script are kept for ever, because their addresses change with them")
    func assets() async throws {
        let browser = try await Browser()
        for asset in Assets.all {
            let response = try await browser.get(asset.path)
            #expect(response.status == .ok && response.text == asset.text && !asset.text.isEmpty)
            #expect(response.headers[.cacheControl]?.contains("immutable") == true)
            #expect(response.headers[.contentType] == asset.contentType)
        }
        #expect(try await browser.get("/assets/other.css").status == .notFound)
    }

    @Test("an unknown page is a page for a browser and a problem for a program")
    func unknownPages() async throws {
        let browser = try await Browser()
        let page = try await browser.get("/apps/hashtags/nothing")
        #expect(page.status == .notFound && page.headers[.contentType] == "text/html; charset=utf-8")
        let problem = try await browser.api(.get, "/apps/hashtags/nothing", options: browser.options)
        #expect(problem.problem == "not-found")
        let api = try await browser.get("/v1/apps/none/manifest")
        #expect(api.problem == "not-found")
    }

    @Test("a page of an unknown app is not found")
    func unknownApps() async throws {
        var browser = try await Browser()
        _ = try await browser.signIn()
        let response = try await browser.get("/apps/%3Cscript%3E")
        #expect(response.status == .notFound)
        #expect(response.text.contains("&lt;script&gt;") && !response.text.contains("<script>"))
    }

    @Test("a program that asks a page for JSON gets what the admin API answers, and needs a token")
    func json() async throws {
        let browser = try await Browser()
        let accept: HTTPFields = [.accept: "application/json"]
        for path in ["/apps", "/apps/hashtags"] {
            let anonymous = try await browser.api(.get, path, headers: accept, options: browser.options)
            #expect(anonymous.problem == "unauthorized")
            let page = try await browser.api(
                .get, path, token: browser.api.admin, headers: accept, options: browser.options)
            let admin = try await browser.api(.get, "/v1/admin\(path)", token: browser.api.admin)
            #expect(page.status == .ok && page.text == admin.text)
        }
    }

    @Test("without the admin API there are no pages")
    func withoutAdmin() async throws {
        let browser = try await Browser(parts: [.public, .health])
        #expect(try await browser.get("/sign-in").status == .notFound)
    }

    private static func request(host: String, _ fields: [String: String] = [:]) -> Request {
        var headers = HTTPFields()
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/", headerFields: headers)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }
}
