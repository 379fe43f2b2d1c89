import AirworthyPolicy
import AirworthySupport
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("Editor page", .timeLimit(.minutes(5)))
struct EditorPageTests {
    private static let page = "/apps/{app}/policy"

    private static let policy = """
        {
          "schema": 1,
          "rules": [
            { "id": "bad", "when": {"version": "1.3"}, "update": "required" },
            { "id": "own", "when": {"any": [{"version": "<1"}]}, "update": "recommended", "meta": {"a":  1} }
          ]
        }

        """

    private static func pages(_ text: String? = policy) async throws -> PublishingPages {
        let pages = try await PublishingPages()
        try await pages.checkIn()
        if let text { try await pages.server.publish(Array(text.utf8)) }
        return pages
    }

    /// The hidden fields of the forms.
    private static func state(_ html: String) throws -> [String: String] {
        var state: [String: String] = [:]
        for name in ["draft", "edit", "base"] {
            let start = try #require(html.range(of: "name=\"\(name)\" value=\""))
            state[name] = String(html[start.upperBound...].prefix { $0 != "\"" })
        }
        return state
    }

    private static func send(
        _ more: String, _ form: [String: String], from html: String, to pages: PublishingPages
    ) async throws -> PublishingPages.Answer {
        try await pages.send(.post, page + more, form: try state(html).merging(form) { $1 })
    }

    private static func own(_ pages: PublishingPages) async throws -> DraftRecord? {
        let principal = pages.request(page).principal
        return try await pages.server.plane.drafts.own(of: "hashtags", by: principal)
    }

    private static func text(_ pages: PublishingPages) async throws -> String {
        String(decoding: try #require(try await own(pages)).text, as: UTF8.self)
    }

    @Test("the policy in force is shown as cards with their installations, and as text with its lines")
    func cards() async throws {
        let pages = try await Self.pages()
        let html = try await pages.send(.get, Self.page).html
        #expect(html.contains("Block versions <code dir=\"auto\">bad</code>") && html.contains("Own rule"))
        #expect(html.contains("matches 100 installations, 10\u{A0}%"))
        #expect(html.contains("1\u{202F}000 installations that were active in the last 28 days"))
        #expect(html.contains("href=\"#L4\"") && html.contains("id=\"L4\""))
        #expect(html.contains("&quot;meta&quot;: {&quot;a&quot;:  1}"))
        #expect(html.contains("{\n  &quot;schema&quot;: 1,") && !html.contains("See its effect, and publish"))
        #expect(try await Self.own(pages) == nil)
    }

    @Test("the channels of Android are offered for an app that has it, and only for one")
    func channelsOfAndroid() async throws {
        let pages = try await Self.pages()
        #expect(try await !pages.send(.get, Self.page).html.contains("value=\"play.internal\""))
        _ = try await pages.server.plane.apps.update("hashtags", by: .server) { $0.platforms = [.ios, .android] }
        let html = try await pages.send(.get, Self.page).html
        for name in ["play", "play.internal", "play.closed", "play.open", "sideload"] {
            #expect(html.contains("name=\"channel\" value=\"\(name)\""), "\(name)")
        }
    }

    @Test("a change of a card begins a draft, changes only its line, and can be published")
    func change() async throws {
        let pages = try await Self.pages()
        let html = try await pages.send(.get, Self.page).html
        let answer = try await Self.send(
            "/card", ["place": "rule:0", "kind": "block", "list": "1.3, 1.4 (7)", "message": ""], from: html, to: pages)
        #expect(answer.next == "/apps/hashtags/policy?done=saved#card-0")
        #expect(try await Self.text(pages) == Self.policy.replacing("\"1.3\"", with: "[\"1.3\", \"1.4 (7)\"]"))
        let draft = try #require(try await Self.own(pages)).draft
        #expect(draft.base == 1 && draft.edit == 1)
        let next = try await pages.send(.get, Self.page).html
        #expect(next.contains("href=\"/apps/hashtags/publish/\(draft.id)\">See its effect, and publish"))
        let added = try await Self.send(
            "/card",
            ["action": "add", "kind": "exempt", "group": "attribute", "text": "kiosk", "value": "true"], from: next,
            to: pages)
        #expect(added.next == "/apps/hashtags/policy?done=saved#card-0")
        let last = try await pages.send(.get, Self.page).html
        #expect(
            try await Self.text(pages).contains("\"when\": {\"attributes\": {\"kiosk\": true}, \"ifMissing\": false}"))
        let removed = try await Self.send("/card", ["place": "rule:0", "action": "remove"], from: last, to: pages)
        #expect(removed.status == 303)
        #expect(try await Self.text(pages) == Self.policy.replacing("\"1.3\"", with: "[\"1.3\", \"1.4 (7)\"]"))
    }

    @Test("a new block leads to the App Store as long as no release is known", arguments: [false, true])
    func appStorePage(knowsReleases: Bool) async throws {
        let pages = try await PublishingPages()
        if knowsReleases { try await pages.checkIn() }
        try await pages.server.publish(Array(Self.policy.utf8))
        let html = try await pages.send(.get, Self.page).html
        let added = try await Self.send(
            "/card", ["action": "add", "kind": "block", "list": "8.1"], from: html, to: pages)
        #expect(added.status == 303)
        let text = try await Self.text(pages)
        #expect(text.contains("block-8.1"))
        #expect(text.contains("https://apps.apple.com/app/id6504763618") == !knowsReleases, "\(text)")
    }

    @Test(
        "a card that is filled in wrongly stays open with what was typed",
        arguments: [
            ["action": "add", "kind": "block", "list": "2.*"], ["action": "add", "kind": "block", "list": " , "],
            ["action": "add", "kind": "minimum", "text": "<2"],
            ["action": "add", "kind": "maintenance", "text": "soon"],
            ["action": "add", "kind": "exempt", "group": "channels", "list": "moon base"],
            ["action": "add", "kind": "exempt", "group": "attribute", "text": "a"],
            ["action": "add", "kind": "suggest", "remind": "often"], ["action": "add", "kind": "feature", "text": ""],
            ["action": "add", "kind": "rollout"], ["action": "add", "kind": "rollout", "share": "101"],
            ["action": "add", "kind": "rollout", "share": "1e1"], ["action": "add", "kind": "rollout", "share": "05"],
            ["action": "add", "kind": "rollout", "share": "0.12345"],
            ["action": "add", "kind": "feature", "text": "a", "channel": "debug", "share": "5"],
            ["place": "rule:0", "kind": "block", "list": "latest"], ["place": "rule:9", "kind": "block", "list": "2"],
            ["action": "remove"], ["kind": "own", "place": "rule:1"], [:],
        ])
    func mistakes(form: [String: String]) async throws {
        let pages = try await Self.pages()
        let html = try await pages.send(.get, Self.page).html
        let answer = try await Self.send("/card", form, from: html, to: pages)
        #expect(answer.status == 422 && answer.html.contains("role=\"alert\""))
        if let typed = form["list"], form["place"] != "rule:9" { #expect(answer.html.contains("value=\"\(typed)\"")) }
        #expect(try await Self.own(pages) == nil)
    }

    @Test("a text is saved with the line ends it had, whether it can be read or not")
    func text() async throws {
        for end in ["\n", "\r\n"] {
            let stored = Self.policy.replacing("\n", with: end)
            let pages = try await Self.pages(stored)
            let html = try await pages.send(.get, Self.page).html
            let browser = Self.policy.replacing("\n", with: "\r\n")
            let same = try await Self.send("", ["text": browser], from: html, to: pages)
            #expect(same.next == "/apps/hashtags/policy")
            #expect(try await Self.own(pages) == nil)
            let saved = try await Self.send(
                "", ["text": browser.replacing("\"1.3\"", with: "\"1.2\"")], from: html, to: pages)
            #expect(saved.next == "/apps/hashtags/policy?done=saved")
            #expect(try await Self.text(pages) == stored.replacing("\"1.3\"", with: "\"1.2\""))
            let broken = try await Self.send(
                "", ["text": "{\r\n\"schema\": 1,,"], from: try await pages.send(.get, Self.page).html, to: pages)
            #expect(broken.status == 303)
            let shown = try await pages.send(.get, Self.page).html
            #expect(shown.contains("The cards follow when line 2") && shown.contains("href=\"#L2\""))
            #expect(!shown.contains("name=\"place\""))
        }
    }

    @Test("a text never overwrites another save; its author sees the difference and decides")
    func clash() async throws {
        let pages = try await Self.pages()
        let first = try await pages.send(.get, Self.page).html
        let mine = Self.policy.replacing("1.3", with: "1.1")
        let theirs = Self.policy.replacing("1.3", with: "1.2")
        #expect(try await Self.send("", ["text": theirs], from: first, to: pages).status == 303)
        let late = try await Self.send("", ["text": mine], from: first, to: pages)
        #expect(late.status == 409 && late.html.contains("Not saved: the draft was changed meanwhile"))
        #expect(
            late.html.contains(
                "<del>    { &quot;id&quot;: &quot;bad&quot;, &quot;when&quot;: {&quot;version&quot;: &quot;1.2&quot;}"))
        #expect(late.html.contains("name=\"replace\" value=\"1\"") && late.html.contains("&quot;1.1&quot;"))
        #expect(try await Self.text(pages) == theirs)
        // Without the button the same form is refused again.
        #expect(try await Self.send("", ["text": mine], from: late.html, to: pages).status == 409)
        let stale = try await Self.send(
            "/card", ["place": "rule:0", "kind": "block", "list": "9"], from: first, to: pages)
        #expect(stale.status == 409)
        #expect(try await Self.text(pages) == theirs)
        let replaced = try await Self.send("", ["text": mine, "replace": "1"], from: late.html, to: pages)
        #expect(replaced.status == 303)
        #expect(try await Self.text(pages) == mine)
        #expect(try await Self.send("", ["text": theirs, "replace": "1"], from: late.html, to: pages).status == 409)
    }

    @Test("what was typed is not lost when the draft was published meanwhile")
    func published() async throws {
        let pages = try await Self.pages()
        let first = try await pages.send(.get, Self.page).html
        _ = try await Self.send("", ["text": Self.policy.replacing("1.3", with: "1.2")], from: first, to: pages)
        let html = try await pages.send(.get, Self.page).html
        let draft = try #require(try await Self.own(pages)).draft
        _ = try await pages.server.plane.drafts.publish(
            draft.id, of: "hashtags", expecting: 1, note: nil, forced: nil, by: .server)
        let late = try await Self.send("", ["text": Self.policy.replacing("1.3", with: "7.7")], from: html, to: pages)
        #expect(late.status == 409 && late.html.contains("&quot;7.7&quot;"))
        #expect(try await Self.own(pages) == nil)
    }

    @Test("a newer policy is announced with the differences")
    func standing() async throws {
        let pages = try await Self.pages()
        let first = try await pages.send(.get, Self.page).html
        _ = try await Self.send("", ["text": Self.policy.replacing("1.3", with: "1.2")], from: first, to: pages)
        try await pages.server.publish(Array(Self.policy.replacing("1.3", with: "1.1").utf8))
        let html = try await pages.send(.get, Self.page).html
        #expect(html.contains("Another policy was published meanwhile") && html.contains("<b>policy 2</b>"))
        #expect(html.contains("1 place was changed by both"))
        // A form that was made from the policy in force is refused once another is.
        let other = try await Self.pages()
        let old = try await other.send(.get, Self.page).html
        try await other.server.publish(Array(Self.policy.replacing("1.3", with: "1.1").utf8))
        let stale = try await Self.send(
            "/card", ["place": "rule:0", "kind": "block", "list": "9"], from: old, to: other)
        #expect(stale.status == 409 && stale.html.contains("Nothing was changed"))
        #expect(try await Self.own(other) == nil)
    }

    @Test("a finding stands at its line, and a button corrects what needs no thought")
    func remedies() async throws {
        let pages = try await Self.pages()
        let first = try await pages.send(.get, Self.page).html
        let wrong = Self.policy.replacing(
            "{\"version\": \"1.3\"}, \"update\"", with: "{\"verison\": \"1.3\"}, \"update\"")
        _ = try await Self.send("", ["text": wrong], from: first, to: pages)
        let html = try await pages.send(.get, Self.page).html
        #expect(html.contains("unknown-key") && html.contains(">Write “version”</button>"))
        let fixed = try await Self.send(
            "/remedy", ["code": "unknown-key", "path": "rules[0].when.verison"], from: html, to: pages)
        #expect(fixed.next == "/apps/hashtags/policy?done=saved#findings")
        #expect(try await Self.text(pages) == Self.policy)
        let again = try await Self.send(
            "/remedy", ["code": "unknown-key", "path": "rules[0].when.verison"], from: html, to: pages)
        #expect(again.status == 409)
    }

    @Test("an address can begin a card")
    func begun() async throws {
        let pages = try await Self.pages()
        let hostile = PercentEncoding.encode("\"><script>alert(1)</script>")
        let html = try await pages.send(.get, Self.page, query: "block=2.2.0").html
        #expect(html.contains("id=\"new-block\" open") && html.contains("value=\"2.2.0\""))
        let part = try await pages.send(.get, Self.page, query: "rollout=12.5").html
        #expect(part.contains("id=\"new-rollout\" open") && part.contains("name=\"share\" value=\"12.5\""))
        let bad = try await pages.send(
            .get, Self.page,
            query: "block=\(hostile)&minimum=\(hostile)&feature=\(hostile)&maintenance=\(hostile)&exempt=\(hostile)"
                + "&rollout=\(hostile)"
        ).html
        #expect(!bad.contains("<script>alert"))
    }

    @Test("who may not publish, and whose CI signs, sees text and no forms")
    func readers() async throws {
        let pages = try await Self.pages()
        let html = try await pages.send(.get, Self.page, rights: .read).html
        #expect(html.contains("may not publish") && html.contains(" readonly>") && html.contains("Block versions"))
        #expect(
            !html.contains("<summary>Change") && !html.contains("name=\"action\"")
                && !html.contains("<button>Save the draft"))
        let ci = try await PublishingPages(signing: .ci)
        let other = try await ci.send(.get, Self.page).html
        #expect(other.contains("CI signs this app’s policies") && !other.contains("name=\"action\""))
    }

    @Test("an app without a policy begins with one that has no rules")
    func empty() async throws {
        let pages = try await Self.pages(nil)
        let html = try await pages.send(.get, Self.page).html
        #expect(html.contains("This policy has no rules") && html.contains("&quot;rules&quot;: []"))
        let answer = try await Self.send(
            "/card", ["action": "add", "kind": "minimum", "text": "1.4", "message": "Old."], from: html, to: pages)
        #expect(answer.status == 303)
        #expect(try #require(try await Self.own(pages)).draft.base == 0)
        #expect(try await Self.text(pages).contains("\"when\": {\"version\": \"<1.4\"}"))
    }

    @Test("foreign text of a policy stays text")
    func hostile() async throws {
        let text = JSONValue.string(PublishingPages.hostile).jsonText()
        let pages = try await Self.pages()
        let policy = """
            {"schema": 1, "rules": [
            {"id": \(text), "when": {"version": "1.3"}, "update": "required", "message": {"en": \(text)}, \(text): 1},
            {"id": \(text), "when": {"any": [\(text)]}}], "features": {\(text): {"default": false}}}
            """
        let first = try await pages.send(.get, Self.page).html
        #expect(try await Self.send("", ["text": policy], from: first, to: pages).status == 303)
        let html = try await pages.send(.get, Self.page).html
        #expect(PublishingPages.isHarmless(html))
        let remove = try await Self.send(
            "/card", ["place": "feature:" + PublishingPages.hostile, "action": "remove"], from: html, to: pages)
        #expect(remove.status == 303)
        let typed = try await Self.send("", ["text": "</textarea>" + PublishingPages.hostile], from: html, to: pages)
        #expect(
            typed.status == 409 && PublishingPages.isHarmless(typed.html) && !typed.html.contains("</textarea><script"))
        let card = try await Self.send(
            "/card", ["action": "add", "kind": "block", "list": PublishingPages.hostile],
            from: try await pages.send(.get, Self.page).html, to: pages)
        #expect(card.status == 422 && !card.html.contains("<script>alert"))
    }

    @Test("a text that is too long is refused and stays in the field")
    func long() async throws {
        let pages = try await Self.pages()
        let html = try await pages.send(.get, Self.page).html
        let long = String(repeating: "x", count: DraftService.longestText + 1)
        let answer = try await Self.send("", ["text": long], from: html, to: pages)
        #expect(answer.status == 422 && answer.html.contains(long))
    }
}
