import AirworthyPolicy
import ControlPlane
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AirworthyServer

@Suite("Pages", .timeLimit(.minutes(5)))
struct PageTests {
    // MARK: Forms

    @Test("every form needs the session's form token")
    func formTokens() async throws {
        var browser = try await PageBrowser()
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
        var browser = try await PageBrowser()
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
        #expect(PageOrigin(PageBrowser.request(host: "localhost", fields)).isOwn)
    }

    @Test("a form that is not one, or cannot be read, is refused")
    func malformedForms() async throws {
        var browser = try await PageBrowser()
        let form = try await browser.signIn()
        #expect(try await browser.post("/sign-out", "csrf=\(form)&a=%ZZ").status == .badRequest)
        let json: HTTPFields = [.contentType: "application/json"]
        #expect(
            try await browser.post("/sign-out", "{\"csrf\":\"\(form)\"}", fields: json).status == .unsupportedMediaType)
        let long = String(repeating: "a", count: 100_000)
        #expect(try await browser.post("/sign-out", "csrf=\(form)&a=\(long)").status == .contentTooLarge)
    }

    @Test(
        "what somebody wrote is shown again when the session ended, may not do it, or is another one; without words there is nothing to show"
    )
    func lostForms() async throws {
        var browser = try await PageBrowser()
        let (editor, text) = ("/apps/hashtags/policy", "text=%3C%2Ftextarea%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E")
        let shown = "&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;"
        let foreign: HTTPFields = [.origin: "https://example.com"]
        // Signed out.
        let lost = try await browser.post(editor, text)
        #expect(lost.status == .forbidden && lost.text.contains(shown) && lost.text.contains("sign in again"))
        #expect(lost.headers[.cacheControl] == "no-store" && lost.headers[.contentSecurityPolicy] != nil)
        for form in ["", "text=", "text=%20%0A", "confirm=hashtags"] {
            #expect(try await browser.post(editor, form).status == .seeOther, "\(form)")
        }
        #expect(try await !browser.post(editor, text, fields: foreign).text.contains(shown))
        // Longer than the page's forms may be.
        let long = try await browser.post("/apps/hashtags/rollback", "note=" + String(repeating: "a", count: 70_000))
        #expect(long.status == .seeOther)
        // Without the right.
        let reading = try await browser.api.token(.admin, rights: [.read], apps: ["hashtags"])
        let form = try await browser.signIn(reading)
        let refused = try await browser.post(editor, "csrf=\(form)&\(text)")
        #expect(
            refused.status == .forbidden && refused.text.contains(shown) && refused.text.contains("lacks the right"))
        #expect(try await !browser.post(editor, text, fields: foreign).text.contains(shown))
        // With the form token of an earlier session.
        _ = try await browser.signIn()
        let earlier = try await browser.post(editor, "csrf=\(form)&\(text)")
        #expect(earlier.status == .forbidden && earlier.text.contains(shown))
        #expect(try await browser.api.plane.drafts.list("hashtags").isEmpty)
    }

    // MARK: Rights

    @Test("a page needs its right, and a page of an app a token for that app")
    func rights() async throws {
        var browser = try await PageBrowser()
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
        var browser = try await PageBrowser()
        _ = try await browser.signIn()
        #expect(try await browser.get("/v1/admin/apps").status == .unauthorized)
    }

    // MARK: Answers

    @Test("every page forbids scripts from elsewhere, frames, referrers and storing")
    func headers() async throws {
        var browser = try await PageBrowser()
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
        let browser = try await PageBrowser()
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
        let browser = try await PageBrowser()
        let page = try await browser.get("/apps/hashtags/nothing")
        #expect(page.status == .notFound && page.headers[.contentType] == "text/html; charset=utf-8")
        let problem = try await browser.api(.get, "/apps/hashtags/nothing", options: browser.options)
        #expect(problem.problem == "not-found")
        let api = try await browser.get("/v1/apps/none/manifest")
        #expect(api.problem == "not-found")
    }

    @Test("a page of an unknown app is not found")
    func unknownApps() async throws {
        var browser = try await PageBrowser()
        _ = try await browser.signIn()
        let response = try await browser.get("/apps/%3Cscript%3E")
        #expect(response.status == .notFound)
        #expect(response.text.contains("&lt;script&gt;") && !response.text.contains("<script>"))
    }

    @Test("a program that asks a page for JSON gets what the admin API answers, and needs a token")
    func json() async throws {
        let browser = try await PageBrowser()
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
        let browser = try await PageBrowser(parts: [.public, .health])
        #expect(try await browser.get("/sign-in").status == .notFound)
    }
}
