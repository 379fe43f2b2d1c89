import AirworthyPolicy
import AirworthySupport
import ControlPlane
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AirworthyServer

@Suite("Signing in", .timeLimit(.minutes(5)))
struct SignInTests {
    @Test("the first page leads to the sign-in, and with a session to the apps")
    func firstPage() async throws {
        var browser = try await PageBrowser()
        #expect(try await browser.get("/").headers[.location] == "/sign-in")
        #expect(try await browser.get("/sign-in").status == .ok)
        _ = try await browser.signIn()
        #expect(try await browser.get("/").headers[.location] == "/apps")
    }

    @Test("every page without a session leads to the sign-in and from there back")
    func pagesWithoutSession() async throws {
        let browser = try await PageBrowser()
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
        let browser = try await PageBrowser()
        let response = try await browser.post(
            "/sign-in", "token=\(browser.api.admin)&next=\(PercentEncoding.encode(next))")
        #expect(response.status == .seeOther && response.headers[.location] == "/apps")
    }

    @Test("a wrong token, and one that is not an admin's, are refused with 401, so that guessing is slowed down")
    func wrongTokens() async throws {
        var browser = try await PageBrowser()
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
        var browser = try await PageBrowser()
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
        let cookie = SessionCookie(for: PageOrigin(PageBrowser.request(host: host)))
        let field = cookie.setting("abc")
        #expect(field == "\(name)=abc; Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : ""))
        #expect(cookie.text(in: "a=b; \(name)=abc; c=d") == "abc")
        #expect(cookie.text(in: "x\(name)=abc") == nil)
        #expect(cookie.text(in: nil) == nil)
    }

    @Test("a session ends with the sign-out, and with its token")
    func endOfSessions() async throws {
        var browser = try await PageBrowser()
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

    @Test("an address that signs in works once, within a minute, and leads to a page of this server")
    func links() async throws {
        let browser = try await PageBrowser()
        let path = try await browser.makeLink()
        #expect(path.wholeMatch(of: #/\/sign-in\?once=[0-9a-f]{64}/#) != nil)
        let first = try await browser.get(path)
        #expect(first.status == .seeOther && first.headers[.location] == "/apps")
        #expect(first.headers[.setCookie]?.hasPrefix("airworthy=") == true)
        for used in [path, "/sign-in?once=nonsense", "/sign-in?once=%00"] {
            let again = try await browser.get(used)
            #expect(again.status == .unauthorized && again.headers[.setCookie] == nil, "\(used)")
        }
        for (next, target) in [("/apps/hashtags", "/apps/hashtags"), ("//example.com", "/apps")] {
            let answer = try await browser.get("\(try await browser.makeLink())&next=\(next)")
            #expect(answer.headers[.location] == target)
        }
        let late = try await browser.makeLink()
        browser.api.clock.advance(by: 60)
        #expect(try await browser.get(late).status == .unauthorized)
    }

    @Test(
        "an address that signs in needs TLS, or this machine, and that no other site led to it",
        arguments: [
            ("localhost", nil, true), ("127.0.0.1:8080", "none", true), ("updates.example.com", "none", true),
            ("updates.example.com", "same-origin", true), ("updates.example.com", nil, false),
            ("updates.example.com", "cross-site", false), ("localhost", "cross-site", false),
            ("localhost", "same-site", false),
        ] as [(String, String?, Bool)])
    func originsOfLinks(host: String, site: String?, works: Bool) async throws {
        let origin = PageOrigin(PageBrowser.request(host: host, site.map { ["Sec-Fetch-Site": $0] } ?? [:]))
        #expect((origin.keepsCookies && origin.isOpenedByPerson) == works)
        guard host == "localhost", let site else { return }
        let browser = try await PageBrowser()
        let path = try await browser.makeLink()
        let refused = try await browser.get(path, fields: [try #require(HTTPField.Name("Sec-Fetch-Site")): site])
        #expect(refused.status == .unauthorized && refused.headers[.setCookie] == nil)
        #expect(refused.text.contains("Another site led here."))
        // A refusal does not use it up.
        #expect(try await browser.get(path).status == .seeOther)
    }

    @Test("an address that signs in dies with its token, and only an admin's token gets one, where there are pages")
    func tokensOfLinks() async throws {
        var browser = try await PageBrowser()
        let route = "/v1/admin/sign-in-links"
        let json: HTTPFields = [.contentType: "application/json"]
        for (kind, status) in [(TokenKind.ci, HTTPResponse.Status.forbidden), (.admin, .created)] {
            let answer = try await browser.api(
                .post, route, token: try await browser.api.token(kind), headers: json, options: browser.options)
            #expect(answer.status == status && answer.headers[.cacheControl] == "no-store")
        }
        let (record, text) = try await browser.api.plane.tokens.create(.init(kind: .admin, name: "link"), by: .server)
        let path = try await browser.makeLink(for: text)
        _ = try await browser.api.plane.tokens.revoke(record.id, by: .server)
        let dead = try await browser.get(path)
        #expect(dead.status == .unauthorized && dead.text.contains("This token was revoked."))
        browser.options.dashboard = nil
        let none = try await browser.api(
            .post, route, token: browser.api.admin, headers: json, options: browser.options)
        #expect(none.status == .notFound && none.text.contains("http.dashboard"))
    }

    @Test("a browser that somebody ended has to sign in again; links are no sessions")
    func endedSessions() async throws {
        var browser = try await PageBrowser()
        _ = try await browser.signIn()
        let link = try await browser.makeLink()
        func sessions() async throws -> [JSONValue] {
            let list = try await browser.api(
                .get, "/v1/admin/sessions", token: browser.api.admin, options: browser.options)
            return try #require(try list.json["sessions"]?.arrayValue)
        }
        let open = try await sessions()
        #expect(open.count == 1 && open[0]["name"] == "tester")
        let id = try #require(open[0]["id"]?.stringValue)
        #expect(browser.cookie?.contains(id) == false)
        for status in [HTTPResponse.Status.noContent, .notFound] {
            let ended = try await browser.api(
                .delete, "/v1/admin/sessions/\(id)", token: browser.api.admin, options: browser.options)
            #expect(ended.status == status)
        }
        #expect(try await sessions().isEmpty)
        #expect(try await browser.get("/apps").status == .seeOther)
        #expect(try await browser.get(link).status == .seeOther)
    }
}
