import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("Publish a draft", .timeLimit(.minutes(5)))
struct PublishPageTests {
    private static let page = "/apps/{app}/publish/{draft}"

    /// Pages over an app with one policy.
    private static func pages() async throws -> PublishingPages {
        let pages = try await PublishingPages()
        try await pages.checkIn()
        try await pages.server.publish()
        pages.server.clock.advance(minutes: 5)
        return pages
    }

    private static func draft(
        _ text: [UInt8] = Samples.policy(floor: "1.5"), base: Int = 1, name: String = "night gate",
        note: String? = nil, in pages: PublishingPages
    ) async throws -> Draft {
        try await pages.server.plane.drafts.create(
            .init(text: text, base: base, name: name, note: note), of: "hashtags", by: .server)
    }

    private static func send(
        _ method: PageRoute.Method = .get, _ more: String = "", of draft: Draft, form: [String: String] = [:],
        rights: Rights = .all, to pages: PublishingPages
    ) async throws -> PublishingPages.Answer {
        try await pages.send(method, page + more, form: form, parameters: ["draft": draft.id], rights: rights)
    }

    @Test("a draft is shown with its effect and published with its note, and the history says so")
    func publish() async throws {
        let pages = try await Self.pages()
        let draft = try await Self.draft(note: "1.4 is old", in: pages)
        let html = try await Self.send(of: draft, to: pages).html
        #expect(html.contains("Publish <bdi>“night gate”</bdi>?") && html.contains(">1.4 is old</textarea>"))
        #expect(html.contains("name=\"edit\" value=\"1\""))
        #expect(html.contains("<ins>Versions below 1.5 must update to the newest release.</ins>"))
        #expect(html.contains("Nobody of 1 000 installations") || html.contains("obody of"))
        #expect(!html.contains("name=\"confirm\"") && !html.contains("name=\"reason\""))
        #expect(html.contains("airworthy drafts show \(draft.id) --app hashtags --text &gt; policy.json"))
        #expect(html.contains("airworthy publish policy.json --app hashtags --note"))
        let answer = try await Self.send(.post, of: draft, form: ["edit": "1", "note": "better"], to: pages)
        #expect(answer.next == "/apps/hashtags/history?done=published")
        let current = try #require(try await pages.dashboard.currentPolicy(of: "hashtags"))
        #expect(current.version == 2 && current.note == "better" && current.author == "tester")
        await #expect(throws: ControlPlaneError.self) { try await Self.send(of: draft, to: pages) }
    }

    @Test("the number of newly blocked installations has to be typed if they are more than one in a hundred")
    func confirmation() async throws {
        let pages = try await Self.pages()
        let draft = try await Self.draft(Samples.policy(floor: "2.0"), in: pages)
        let html = try await Self.send(of: draft, to: pages).html
        #expect(html.contains("newly block 900 installations, 90\u{A0}% of all") && html.contains("name=\"confirm\""))
        for typed in ["", "899", "nine hundred", "<script>alert(\"1\")</script>'"] {
            let answer = try await Self.send(
                .post, of: draft, form: ["edit": "1", "confirm": typed, "note": "mine"], to: pages)
            #expect(answer.status == 422 && answer.html.contains("id=\"confirm-problem\"") == true, "\(typed)")
            #expect(answer.html.contains(">mine</textarea>") && !answer.html.contains("<script>alert"))
        }
        #expect(try await pages.dashboard.currentPolicy(of: "hashtags")?.version == 1)
        let answer = try await Self.send(.post, of: draft, form: ["edit": "1", "confirm": " 900 "], to: pages)
        #expect(answer.status == 303)
    }

    @Test("a newer policy takes the button away, shows what both changed, and can be taken into the draft")
    func conflict() async throws {
        let pages = try await Self.pages()
        let text = String(decoding: Samples.policy(), as: UTF8.self)
        let mine = text.replacing("\"schema\": 1,", with: "\"schema\": 1, \"features\": {},")
        let draft = try await Self.draft(Array(mine.utf8), in: pages)
        let theirs = text.replacing("1.4.0", with: "1.4.1")
        // The two changed lines touch, so somebody has to choose.
        try await pages.server.publish(Array(theirs.utf8))
        let clash = try await Self.send(of: draft, to: pages).html
        #expect(clash.contains("Another policy was published meanwhile") && clash.contains("<b>policy 2</b>"))
        #expect(clash.contains("1 place was changed by both") && !clash.contains("/merge\""))
        #expect(!clash.contains("<textarea") && !clash.contains("What changes"))
        let refused = try await Self.send(.post, of: draft, form: ["edit": "1"], to: pages)
        #expect(refused.status == 409 && refused.html.contains("role=\"alert\""))

        let apart = mine.replacing("{ \"schema\"", with: "{\n\n\"schema\"")
        let base = text.replacing("{ \"schema\"", with: "{\n\n\"schema\"").replacing("  \"rules\"", with: "\n\"rules\"")
        try await pages.server.publish(Array(base.utf8))
        let changed = base.replacing("\"schema\": 1,", with: "\"schema\": 1, \"features\": {},")
        #expect(apart != changed)
        let other = try await Self.draft(Array(changed.utf8), base: 3, name: "other", in: pages)
        try await pages.server.publish(Array(base.replacing("1.4.0", with: "1.4.1").utf8))
        let html = try await Self.send(of: other, to: pages).html
        #expect(html.contains("both changes fit together") && html.contains("name=\"version\" value=\"4\""))
        let late = try await Self.send(.post, "/merge", of: other, form: ["edit": "1", "version": "3"], to: pages)
        #expect(late.status == 409)
        let answer = try await Self.send(.post, "/merge", of: other, form: ["edit": "1", "version": "4"], to: pages)
        #expect(answer.next == "/apps/hashtags/publish/\(other.id)?done=merged")
        let merged = try await pages.server.plane.drafts.draft(other.id, of: "hashtags")
        #expect(String(decoding: merged.text, as: UTF8.self) == changed.replacing("1.4.0", with: "1.4.1"))
        #expect(merged.draft.base == 4)
        #expect(try await Self.send(.post, of: other, form: ["edit": "2"], to: pages).status == 303)
    }

    @Test("a save by somebody else between page and press publishes nothing")
    func savedMeanwhile() async throws {
        let pages = try await Self.pages()
        let draft = try await Self.draft(in: pages)
        _ = try await pages.server.plane.drafts.save(
            draft.id, of: "hashtags", with: .init(text: Samples.policy(floor: "1.6")), expecting: 1, by: .server)
        for form in [["edit": "1"], [:], ["edit": "x"]] {
            let answer = try await Self.send(.post, of: draft, form: form, to: pages)
            #expect(answer.status == (form["edit"] == "1" ? 409 : 422) && answer.html.contains("role=\"alert\""))
            #expect(answer.html.contains("name=\"edit\" value=\"2\""))
        }
        #expect(try await Self.send(.post, "/delete", of: draft, form: ["edit": "1"], to: pages).status == 409)
        #expect(try await pages.dashboard.currentPolicy(of: "hashtags")?.version == 1)
    }

    @Test("errors are listed and need a reason, and a text that is no policy has no button")
    func errors() async throws {
        let pages = try await Self.pages()
        let draft = try await Self.draft(Samples.badPolicy, in: pages)
        #expect(try await Self.send(of: draft, to: pages).html.contains("name=\"reason\""))
        #expect(try await Self.send(.post, of: draft, form: ["edit": "1"], to: pages).status == 422)
        #expect(
            try await Self.send(.post, of: draft, form: ["edit": "1", "reason": "urgent"], to: pages).status == 303)
        let broken = try await Self.draft(Array("{".utf8), base: 2, name: "broken", in: pages)
        let html = try await Self.send(of: broken, to: pages).html
        #expect(html.contains("cannot be published as it is") && !html.contains("<textarea"))
        let same = try await Self.draft(Samples.badPolicy, base: 2, name: "same", in: pages)
        #expect(try await Self.send(of: same, to: pages).html.contains("nothing to publish"))
    }

    @Test("a session that may not publish sees everything but the buttons")
    func reader() async throws {
        let pages = try await Self.pages()
        let draft = try await Self.draft(in: pages)
        let html = try await Self.send(of: draft, rights: .read, to: pages).html
        #expect(html.contains("may not publish") && html.contains("Whom it affects"))
        #expect(
            !html.contains("<textarea") && !html.contains("Delete") && !html.contains("method=\"post\" action=\"/apps"))
    }

    @Test("foreign text in name, note and policy stays text")
    func hostileText() async throws {
        let pages = try await Self.pages()
        let name = "<script>alert(\"1\")</script>'"
        let policy = Samples.policy(more: ", \"x\": \"<script>alert(1)</script>'\"")
        let draft = try await Self.draft(policy, name: name, note: name, in: pages)
        try await pages.server.publish(Samples.policy(floor: "1.6"))
        for html in [
            try await Self.send(of: draft, to: pages).html, try await pages.send(.get, "/apps/{app}").html,
            try await Self.send(.post, of: draft, form: ["edit": "1", "note": PublishingPages.hostile], to: pages).html,
        ] {
            #expect(PublishingPages.isHarmless(html))
        }
        #expect(try await Self.send(.post, "/delete", of: draft, form: ["edit": "1"], to: pages).status == 303)
    }

    @Test("the overview lists open drafts, and the page of all apps counts them")
    func lists() async throws {
        let pages = try await Self.pages()
        #expect(!(try await pages.send(.get, "/apps/{app}").html.contains("Open drafts")))
        let draft = try await Self.draft(note: "why", in: pages)
        var html = try await pages.send(.get, "/apps/{app}").html
        #expect(html.contains("Open drafts") && html.contains("/apps/hashtags/publish/\(draft.id)"))
        #expect(!html.contains("older than the policy in force"))
        #expect(try await pages.send(.get, "/apps").html.contains(">1 open draft</a>"))
        try await pages.server.publish(Samples.policy(floor: "1.6"))
        html = try await pages.send(.get, "/apps/{app}").html
        #expect(html.contains("older than the policy in force"))
    }
}
