import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import Testing

@testable import Dashboard

@Suite("Roll back", .timeLimit(.minutes(5)))
struct RollbackPageTests {
    private static let page = "/apps/{app}/rollback"

    /// Pages over an app with two policies, of which the second blocks more.
    private static func pages() async throws -> PublishingPages {
        let pages = try await PublishingPages()
        try await pages.checkIn()
        try await pages.server.publish()
        pages.server.clock.advance(minutes: 5)
        try await pages.server.publish(Samples.policy(floor: "2.0"))
        return pages
    }

    @Test("two presses restore the earlier policy, and the note is kept")
    func rollBack() async throws {
        let pages = try await Self.pages()
        let overview = try await pages.send(.get, "/apps/{app}")
        #expect(overview.html.contains("href=\"/apps/hashtags/rollback?to=1\""))
        let html = try await pages.send(.get, Self.page, query: "to=1").html
        let tag = try await pages.tag
        #expect(html.contains("name=\"expected\" value=\"\(tag)\"") && html.contains("at each launch"))
        #expect(!html.contains("for this reason"))
        #expect(html.contains("900 that are blocked now will not be any more"))
        #expect(html.contains("Versions below 2.0 must update to the newest release."))
        let answer = try await pages.send(
            .post, Self.page, form: ["to": "1", "expected": tag, "note": "2.0 was too much"])
        #expect(answer.next == "/apps/hashtags?done=rolled-back")
        let current = try #require(try await pages.dashboard.currentPolicy(of: "hashtags"))
        #expect(current.version == 3 && current.rollbackOf == 1 && current.note == "2.0 was too much")
        #expect(current.author == "tester")
        // To take that back, too, says what it was for.
        let back = try await pages.send(.get, Self.page, query: "to=2").html
        #expect(back.contains("for this reason: <q dir=\"auto\">2.0 was too much</q>"))
        // The second press of an impatient finger is the same rollback.
        let again = try await pages.send(.post, Self.page, form: ["to": "1", "expected": tag])
        #expect(again.next != nil)
        #expect(try await pages.dashboard.currentPolicy(of: "hashtags")?.version == 3)
    }

    @Test("a publish by somebody else between the two presses is not overwritten, and the page says what happened")
    func conflict() async throws {
        let pages = try await Self.pages()
        let tag = try await pages.tag
        try await pages.server.publish(Samples.policy(floor: "1.5"))
        let answer = try await pages.send(.post, Self.page, form: ["to": "1", "expected": tag, "note": "mine"])
        #expect(answer.status == 409)
        #expect(answer.html.contains("somebody was faster") && answer.html.contains("<b>policy 3</b>"))
        #expect(answer.html.contains("/apps/hashtags/history?from=2&amp;to=3#comparison"))
        #expect(answer.html.contains(">mine</textarea>"))
        // The page is now made from the newer policy, so the next press works.
        let new = try await pages.tag
        #expect(new.hasPrefix("3-") && answer.html.contains("name=\"expected\" value=\"\(new)\""))
        #expect(try await pages.send(.post, Self.page, form: ["to": "1", "expected": new]).status == 303)
    }

    @Test("a form that does not say which policy it saw changes nothing")
    func withoutPrecondition() async throws {
        let pages = try await Self.pages()
        let answer = try await pages.send(.post, Self.page, form: ["to": "1", "note": "mine"])
        #expect(answer.status == 422)
        #expect(try await pages.dashboard.currentPolicy(of: "hashtags")?.version == 2)
    }

    @Test("a note that is too long or holds controls is kept in its field, with what is wrong beside it")
    func badNote() async throws {
        let pages = try await Self.pages()
        let tag = try await pages.tag
        let answer = try await pages.send(
            .post, Self.page, form: ["to": "1", "expected": tag, "note": PublishingPages.hostile])
        #expect(answer.status == 422)
        #expect(answer.html.contains("aria-invalid=\"true\" aria-describedby=\"note-problem\""))
        #expect(PublishingPages.isHarmless(answer.html))
        #expect(try await pages.dashboard.currentPolicy(of: "hashtags")?.version == 2)
    }

    @Test("a policy that is in force, or a session that may not publish, has no form")
    func nothingToDo() async throws {
        let pages = try await Self.pages()
        let same = try await pages.send(.get, Self.page, query: "to=2").html
        #expect(same.contains("nothing to roll back") && !same.contains("<textarea"))
        let reader = try await pages.send(.get, Self.page, query: "to=1", rights: .read).html
        #expect(reader.contains("may not publish") && !reader.contains("<textarea"))
        #expect(!(try await pages.send(.get, "/apps/{app}", rights: .read).html.contains("Roll back")))
    }

    @Test("an app that CI signs has no rollback on the overview")
    func signedByCI() async throws {
        let pages = try await PublishingPages(signing: .ci)
        #expect(!(try await pages.send(.get, "/apps/{app}").html.contains("Roll back")))
        #expect(try await pages.send(.get, "/apps/{app}/history").html.contains("only CI can roll back"))
    }

    @Test(
        "an address without a policy leads to the one before that in force, and a form has to name it",
        arguments: ["", "to="])
    func previous(query: String) async throws {
        let pages = try await Self.pages()
        let html = try await pages.send(.get, Self.page, query: query).html
        #expect(html.contains("Roll back to policy 1?"))
        await #expect(throws: PageError.self) {
            try await pages.send(.post, Self.page, form: ["expected": try await pages.tag])
        }
        let first = try await PublishingPages()
        try await first.server.publish()
        await #expect(throws: PageError.self) { try await first.send(.get, Self.page, query: query) }
    }

    @Test(
        "an address without a policy that exists is not found",
        arguments: ["to=x", "to=-1", "to=0", "to=99"])
    func unknownPolicy(query: String) async throws {
        let pages = try await Self.pages()
        await #expect { try await pages.send(.get, Self.page, query: query) } throws: { error in
            (error as? PageError)?.status == 404 || (error as? ControlPlaneError)?.kind == .notFound
        }
    }

    @Test("two policies are compared in words and line by line, and a wrong number is said")
    func comparison() async throws {
        let pages = try await Self.pages()
        let html = try await pages.send(.get, "/apps/{app}/history", query: "from=1&to=2").html
        #expect(html.contains("<h2>From policy 1 to policy 2</h2>") && html.contains("1 changed rule."))
        #expect(html.contains("<del>Versions below 1.4.0 must update to the newest release.</del>"))
        #expect(html.contains("<ins>Versions below 2.0 must update to the newest release.</ins>"))
        for query in ["from=1&to=9", "from=x&to=1", "from=1"] {
            let html = try await pages.send(.get, "/apps/{app}/history", query: query).html
            #expect(html.contains("role=\"alert\""), "\(query)")
        }
    }
}
