import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("The page of an app's settings", .timeLimit(.minutes(5)))
struct SettingsPageTests {
    private static let page = "/apps/{app}/settings"

    private static func form(_ kit: PageKit, _ changes: [String: String] = [:]) async throws -> [(String, String)] {
        let app = try await kit.plane.apps.app("hashtags")
        var fields = [
            "expected": app.entityTag, "bundleID": app.bundleID, "appleID": "\(app.appleID ?? 0)", "platforms": "ios",
            "language": "en", "storefronts": "US", "appleKeyID": "",
        ]
        for (name, value) in changes { fields[name] = value }
        return fields.map { ($0.key, $0.value) }
    }

    @Test("the stores and the key are saved, and the audit tells")
    func save() async throws {
        let kit = try await PageKit()
        let form = try await Self.form(
            kit, ["storefronts": "US, JP", "platforms": "ios macos", "appleKeyID": "ABC1234567"])
        let answer = try await kit(.post, Self.page + "/app", form: form)
        #expect(answer.next == "/apps/hashtags/settings?done=settings-saved")
        let app = try await kit.plane.apps.app("hashtags")
        #expect(app.storefronts.map(\.code) == ["US", "JP"] && app.appleKeyID == "ABC1234567")
        #expect(app.platforms.map(\.description) == ["ios", "macos"])
        let entry = try #require(try await kit.plane.history.audit(app: "hashtags", before: nil, limit: 1).first)
        #expect(entry.action == "app.updated" && entry.actor == "tester")
        let again = try await kit(
            .post, Self.page + "/app",
            form: try await Self.form(
                kit,
                [
                    "storefronts": "US, JP", "platforms": "ios,macos", "appleKeyID": "ABC1234567",
                ]))
        #expect(again.next == "/apps/hashtags/settings?done=settings-unchanged")
        for name in ["saved", "reissue", "unchanged", "problem"] { #expect(Notice.text("settings-\(name)") != nil) }
    }

    @Test(
        "a field that cannot be used is kept, with what is wrong",
        arguments: [
            (["appleID": "x"], "The Apple ID is not a number"), (["storefronts": "us"], "two capital letters"),
            (["platforms": "windows"], "each platform once"), (["platforms": ""], "each platform once"),
            (["bundleID": "a b"], "is not a bundle id"), (["language": "english!"], "is not a language tag"),
            (["expected": ""], "does not say which settings it saw"),
        ])
    func problems(changes: [String: String], problem: String) async throws {
        let kit = try await PageKit()
        let before = try await kit.plane.apps.app("hashtags")
        let answer = try await kit(.post, Self.page + "/app", form: try await Self.form(kit, changes))
        #expect(answer.status == 422 && answer.html.contains(problem))
        for (name, value) in changes where name != "expected" {
            #expect(answer.html.contains("name=\"\(name)\" value=\"\(value)\""))
        }
        #expect(try await kit.plane.apps.app("hashtags") == before)
    }

    @Test("what somebody else changed meanwhile is not overwritten")
    func conflict() async throws {
        let kit = try await PageKit()
        let form = try await Self.form(kit, ["storefronts": "JP"])
        _ = try await kit.plane.apps.update("hashtags", by: .server) { $0.internalBuilds = App.InternalBuilds.none }
        let answer = try await kit(.post, Self.page + "/app", form: form)
        #expect(answer.status == 409 && answer.html.contains("somebody else changed the settings"))
        #expect(answer.html.contains("name=\"storefronts\" value=\"JP\""))
        #expect(answer.html.contains("<option value=\"none\" selected>nothing about TestFlight"))
        #expect(try await kit.plane.apps.app("hashtags").storefronts.map(\.code) == ["US"])
        // The page has the new tag, so that saving again works.
        let tag = try await kit.plane.apps.app("hashtags").entityTag
        #expect(answer.html.contains("name=\"expected\" value=\"\(tag)\""))
    }

    @Test("what is public about TestFlight is saved, and devices get it with the next revision")
    func testFlight() async throws {
        let kit = try await PageKit()
        try await kit.server.publish()
        let tag = try await kit.plane.apps.app("hashtags").entityTag
        let form = [("expected", tag), ("internalBuilds", "none"), ("testFlightNotes", "none")]
        let answer = try await kit(.post, Self.page + "/testflight", form: form)
        #expect(answer.next == "/apps/hashtags/settings?done=settings-reissue")
        #expect(try await kit.plane.apps.app("hashtags").internalBuilds == App.InternalBuilds.none)
        let wrong = try await kit(
            .post, Self.page + "/testflight",
            form: [("expected", tag), ("internalBuilds", "x"), ("testFlightNotes", "all")])
        #expect(wrong.status == 422)
    }

    @Test("keys are changed only when the name of the app is typed, and wrong ones are told")
    func pins() async throws {
        let kit = try await PageKit()
        let app = try await kit.plane.apps.app("hashtags")
        let key = try PrivateKey.generate().publicKey
        let line = "root \(key.base64)"
        func send(_ pins: String, confirm: String) async throws -> PageAnswer {
            try await kit(
                .post, Self.page + "/pins",
                form: [("expected", app.entityTag), ("pins", pins), ("confirm", confirm)])
        }
        #expect(try await send(line, confirm: "").html.contains("Type the name of the app"))
        #expect(try await send("root nonsense", confirm: "hashtags").html.contains("Line 1 of the keys"))
        #expect(try await send("", confirm: "hashtags").status == 422)
        #expect(try await kit.plane.apps.app("hashtags").pins == app.pins)
        // This server's key is not among them.
        let refused = try await send(line, confirm: "hashtags")
        #expect(refused.status == 422 && refused.html.contains("builds do not trust"))
        #expect(try await kit.plane.apps.app("hashtags").pins == app.pins)
        let lines = app.pins.map { "\($0.role.rawValue) \($0.key.base64)" } + [line]
        #expect(try await send(lines.joined(separator: "\n"), confirm: "hashtags").status == 303)
        #expect(try await kit.plane.apps.app("hashtags").pins == app.pins + [PinnedKey(key, role: .root)])
    }

    @Test("an app is removed only when its name is typed")
    func removal() async throws {
        let kit = try await PageKit()
        for wrong in ["", "Hashtags", "hashtag"] {
            let answer = try await kit(.post, Self.page + "/remove", form: [("confirm", wrong)])
            #expect(answer.status == 422 && answer.html.contains("Nothing was removed."))
        }
        #expect(try await kit.plane.apps.app("hashtags").slug == "hashtags")
        let done = try await kit(.post, Self.page + "/remove", form: [("confirm", "hashtags")])
        #expect(done.next == "/apps?done=app-removed" && Notice.text("app-removed") != nil)
        await #expect(throws: ControlPlaneError.self) { try await kit.html(Self.page) }
    }

    @Test("a session without the right to change apps sees the settings as text")
    func reading() async throws {
        let kit = try await PageKit()
        let html = try await kit.html(Self.page, rights: .read)
        #expect(html.contains("lacks the right <code>apps</code>") && html.contains("com.example.hashtags"))
        #expect(!html.contains("action=\"/apps/hashtags/settings") && !html.contains("<input id="))
        #expect(!html.contains("Remove this app"))
        let routes = try kit.dashboard.settingsRoutes
        #expect(routes.filter { $0.method == .post }.allSatisfy { $0.right == .apps })
        #expect(routes.count { $0.method == .post } == 4)
    }

    @Test("the address for Apple's webhooks and whether a secret is configured are shown")
    func webhook() async throws {
        var kit = try await PageKit()
        let before = try await kit.html(Self.page)
        #expect(before.contains("not configured</span> so every announcement is refused"))
        #expect(before.contains("No announcement has arrived") && before.contains("They begin with the first policy."))
        kit.surroundings.publicURL = "https://updates.example.com"
        kit.surroundings.hasWebhookSecret = { $0 == "hashtags" }
        let html = try await kit.html(Self.page)
        #expect(html.contains("https://updates.example.com/hooks/app-store-connect/hashtags"))
        #expect(html.contains("<span class=\"tag good\">configured</span>"))
    }

    @Test("the latest announcements of App Store Connect are listed, the newest first, and refused ones are counted")
    func announcements() throws {
        let log = WebhookLog()
        let app = App(slug: "hashtags", bundleID: "com.example.hashtags", pins: [], createdAt: FixedClock.start)
        func model() -> SettingsModel {
            SettingsModel(
                app, form: SettingsForm(app), signingProblem: nil, appleKeys: [], publicURL: nil,
                hasWebhookSecret: true,
                webhooks: log.record(of: "hashtags"), mayChange: false, now: FixedClock.start)
        }
        #expect(model().deliveries.isEmpty && model().refusals == nil)
        for number in 1...(WebhookLog.length + 2) {
            log.receive("event \(number)", of: "hashtags", at: FixedClock.start - 3_600, result: "asked Apple for news")
            log.receive("other", of: "birthdays", at: FixedClock.start, result: "nothing to do")
        }
        log.receive(String(repeating: "x", count: 10_000), of: "hashtags", at: FixedClock.start, result: "")
        #expect(model().deliveries.count == WebhookLog.length && model().deliveries[0].event.count == 64)
        #expect(model().deliveries[1].event == "event 12" && model().deliveries[9].event == "event 4")
        log.refuse(of: "hashtags", at: FixedClock.start - 7_200)
        log.refuse(of: "hashtags", at: FixedClock.start - 3_600)
        #expect(model().refusals?.hasPrefix("2 announcements were refused, the last one 60 minutes ago") == true)
    }

    @Test("what was typed cannot put markup into the page")
    func hostile() async throws {
        let kit = try await PageKit()
        for name in ["bundleID", "appleID", "platforms", "language", "storefronts", "appleKeyID"] {
            let answer = try await kit(
                .post, Self.page + "/app", form: try await Self.form(kit, [name: PageKit.hostile]))
            #expect(answer.status == 422 && answer.html.escapesHostileText, "\(name)")
        }
        let tag = try await kit.plane.apps.app("hashtags").entityTag
        let pins = try await kit(
            .post, Self.page + "/pins", form: [("expected", tag), ("pins", PageKit.hostile), ("confirm", "hashtags")])
        #expect(pins.status == 422 && pins.html.escapesHostileText)
    }
}
