import AirworthyPolicy
import AirworthySupport
import ControlPlane
import ControlPlaneTesting
import Foundation
import ReleaseCatalog
import Testing

@testable import Dashboard

@Suite("The public page of an app", .timeLimit(.minutes(5)))
struct DownloadPageTests {
    private static let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15"
    private static let mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15"
    private static let windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)"

    private static func question(
        _ query: String = "", agent: String? = phone, languages: String? = nil
    ) -> DownloadQuestion {
        DownloadQuestion(
            query: FormFields(encoded: query) ?? FormFields(), userAgent: agent, acceptLanguage: languages)
    }

    private static func html(
        _ query: String = "", agent: String? = phone, languages: String? = nil, of served: ServedApp,
        publicURL: String? = nil
    ) throws -> String {
        let model = DownloadModel(
            question(query, agent: agent, languages: languages), of: served, publicURL: publicURL, now: Served.now)
        return try PublishingPages.render(model, with: "get")
    }

    private static func learnt(_ visibility: App.InternalBuilds) async throws -> ServedApp {
        let kit = try await PageKit()
        _ = try await kit.plane.apps.update("hashtags", by: .server) { $0.internalBuilds = visibility }
        let lookup = Samples.release(publishedAt: kit.now.addingTimeInterval(-7 * 86_400))
        for observation in [.connect(Samples.listing(at: kit.now)), .lookup(Samples.storefront("US"), lookup)]
            as [Observation]
        {
            try await kit.plane.catalogs.record(observation, for: "hashtags", at: kit.now)
        }
        return try kit.app
    }

    @Test("a phone gets a button to the store, other devices a code to point a phone at")
    func devices() throws {
        let served = try Served.app(rules: "")
        let phone = try Self.html(of: served, publicURL: "https://a.example")
        #expect(phone.contains("href=\"https://apps.apple.com/app/id42\"") && phone.contains("Open the App Store"))
        #expect(!phone.contains("QR code"))
        for agent in [Self.mac, Self.windows, nil, "", String(repeating: "x", count: 10_000)] {
            let html = try Self.html(agent: agent, of: served, publicURL: "https://a.example")
            #expect(html.contains("QR code of https://a.example/get/hashtags"))
            #expect(html.contains("See it in the App Store"))
        }
        // Without an address of its own, the code leads to the store.
        #expect(try Self.html(agent: Self.windows, of: served).contains("QR code of https://apps.apple.com/app/id42"))
    }

    @Test("an app with a twin on Android has a link to Google Play")
    func googlePlay() throws {
        let link = "https://play.google.com/store/apps/details?id=com.example.hashtags"
        #expect(try !Self.html(of: Served.app(rules: "")).contains("Google Play"))
        let html = try Self.html(of: Served.app(rules: "", more: #","links":{"play":"\#(link)"}"#))
        #expect(html.contains("href=\"\(link)\"") && html.contains("See it on Google Play"))
    }

    @Test("the versions are those that answers without a token have, and no internal build is among them")
    func releases() async throws {
        let served = try await Self.learnt(.facts)
        let html = try Self.html(of: served)
        #expect(html.contains("<b>2.2.1</b>") && html.contains("<b>2.3.0</b>") && html.contains("(321)"))
        #expect(!html.contains("(322)") && !html.contains("friends") && !html.contains("team"))
    }

    @Test("settings that hide TestFlight hide it here, too")
    func hidden() async throws {
        let served = try await Self.learnt(.none)
        let html = try Self.html("version=2.3.0&channel=testflight", of: served)
        #expect(html.contains("<b>2.2.1</b>") && !html.contains("<b>2.3.0</b>"))
        #expect(!html.localizedCaseInsensitiveContains("testflight") && !html.contains("(321)"))
    }

    @Test("the beta can be joined only where its address is public")
    func beta() throws {
        let link = #", "links": {"testflight": "https://testflight.apple.com/join/abc"}"#
        var served = try Served.app(rules: "", more: link)
        #expect(try Self.html(of: served).contains("href=\"https://testflight.apple.com/join/abc\""))
        served.app.internalBuilds = .none
        #expect(try !Self.html(of: served).contains("testflight.apple.com"))
        #expect(try !Self.html(of: try Served.app(rules: "")).contains("Join the beta"))
    }

    @Test(
        "the page tells what holds for the installed version",
        arguments: [
            ("version=2.2.0", "Version 2.2.0 has to be updated to 2.2.1 before it can be used."),
            ("version=2.2.1", "Version 2.2.1 may be used."),
            ("version=nonsense", "The address names no version that can be read"),
            ("version=" + String(repeating: "1", count: 100), "The address names no version that can be read"),
        ])
    func installed(query: String, sentence: String) throws {
        let html = try Self.html(query, of: try Served.app(rules: Served.broken))
        #expect(html.contains(sentence))
        #expect(try !Self.html(of: try Served.app(rules: Served.broken)).contains("The version you have"))
    }

    @Test("the gate is drawn in the visitor's language")
    func language() throws {
        let served = try Served.app(rules: Served.broken)
        #expect(try Self.html("version=2.2.0", languages: "ja-JP,en;q=0.5", of: served).contains("lang=\"ja\""))
        #expect(try Self.html("version=2.2.0&language=de", languages: "ja", of: served).contains("lang=\"de\""))
        #expect(try Self.html("version=2.2.1", languages: "ja", of: served).contains("lang=\"ja\"") == false)
    }

    @Test(
        "a visit is reduced to a language that has texts",
        arguments: [
            ("de-AT,de;q=0.9", "de"), ("zh-TW", "zh-Hant"), ("zh-CN", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"),
            ("pt-PT", "pt-BR"),
            ("xx, ko", "ko"), ("*", "en"), ("", "en"), (";;;,,,", "en"), ("xx,xx,xx,xx,xx,xx,xx,xx,xx,de", "de"),
            ("xx,xx,xx,xx,xx,xx,xx,xx,xx,xx,de", "en"),
        ])
    func languages(field: String, language: String) {
        #expect(Self.question(languages: field).language == language)
    }

    @Test("an app without policy, release and number has a page all the same")
    func unpublished() throws {
        let served = ServedApp(app: Served.app, state: .unpublished, catalog: nil)
        let html = try Self.html("version=1.0", agent: Self.windows, of: served)
        #expect(html.contains("It is not in the App Store yet.") && html.contains("No version is known yet."))
        #expect(html.contains("Version 1.0 may be used.") && !html.contains("QR code"))
    }

    @Test("nothing in the page leads into the dashboard")
    func links() throws {
        let html = try Self.html(
            "version=2.2.0", agent: Self.windows, of: try Served.app(rules: Served.broken),
            publicURL: "https://a.example")
        let links = html.matches(of: /(?:href|action|src)="([^"]*)"/).map { String($0.1) }
        let allowed = ["https://apps.apple.com/", "/assets/", "data:image/svg+xml,", "#main"]
        #expect(
            links.allSatisfy { link in
                allowed.contains { link.hasPrefix($0) }
            }, "\(links)")
        #expect(!html.contains("<script") && !html.contains("csrf"))
    }

    @Test("texts of the policy and of the address cannot put markup into the page")
    func hostile() throws {
        let message = "<script>alert(\\\"1\\\")</script>'"
        let rule = #"{"id": "r", "when": {"version": "2.2.0"}, "update": "required", "message": {"en": "\#(message)"}}"#
        let html = try Self.html("version=2.2.0", of: try Served.app(rules: rule))
        #expect(PublishingPages.isHarmless(html))
        let query =
            "version=" + PercentEncoding.encode(PageKit.hostile) + "&language="
            + PercentEncoding.encode(PageKit.hostile)
        #expect(try !Self.html(query, of: try Served.app(rules: "")).contains("alert"))
    }
}
