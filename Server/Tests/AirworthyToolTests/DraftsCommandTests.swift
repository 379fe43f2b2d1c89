import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct DraftsCommandTests {
    private static let id = "k3j9x0aq71mz"

    private static func draft(outdated: Bool = false, text: String = #"{\"rules\":[]}"#) -> ScriptedServer.Answer {
        .ok(
            #"{"id":"\#(id)","name":"night gate","author":"Ada","base":7,"note":"why","edit":3,"#
                + #""updatedAt":"2026-11-20T12:00:00Z","outdated":\#(outdated),"text":"\#(text)\n"}"#,
            headers: ["ETag": "\"\(id)-3\""])
    }

    @Test func `drafts list prints a row for each draft`() throws {
        let kit = try RemoteKit(
            .ok(#"{"drafts":[{"id":"\#(Self.id)","name":"","author":"Ada","base":0,"edit":1,"note":null}]}"#))
        let result = try kit.run("drafts", "list", "--app", "hashtags")
        #expect(result.status == 0 && kit.lines == ["GET /v1/admin/apps/hashtags/drafts"])
        #expect(result.output.contains(Self.id) && result.output.contains("nothing"))
        let none = try RemoteKit(.ok(#"{"drafts":[]}"#)).run("drafts", "list", "--app", "hashtags")
        #expect(none.output == "no drafts of hashtags\n")
    }

    @Test func `drafts show prints the facts and the text, or the text alone`() throws {
        let kit = try RemoteKit(Self.draft(outdated: true), Self.draft())
        let result = try kit.run("drafts", "show", Self.id, "--app", "hashtags")
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/drafts/\(Self.id)"])
        #expect(result.output.contains("night gate") && result.output.contains("policy 7"))
        #expect(result.output.contains("Another policy was published since"))
        let text = try kit.run("drafts", "show", Self.id, "--app", "hashtags", "--text")
        #expect(text.output == "{\"rules\":[]}\n")
    }

    @Test func `drafts publish shows the effect and publishes the save that it has shown`() throws {
        let kit = try RemoteKit(
            Self.draft(), .ok(#"{"findings":[],"refused":false,"changesNothing":false,"basedOn":"7-abc"}"#),
            .ok(SampleResponses.publication()))
        let result = try kit.run("drafts", "publish", Self.id, "--app", "hashtags", "--yes", "--note", "now")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            kit.lines == [
                "GET /v1/admin/apps/hashtags/drafts/\(Self.id)", "POST /v1/admin/apps/hashtags/preflight",
                "POST /v1/admin/apps/hashtags/drafts/\(Self.id)/publish",
            ])
        #expect(kit.requests[1].text == "{\"rules\":[]}\n")
        #expect(kit.requests.last?.text == #"{"note":"now"}"#)
        #expect(kit.requests.last?.headers["if-match"] == "\"\(Self.id)-3\"")
        #expect(result.output.contains("PUBLISHED  hashtags, revision 43\n"))
    }

    @Test func `drafts publish keeps the limits, and exits with 75 if another policy came first`() throws {
        let preflight = ScriptedServer.Answer.ok(
            #"{"findings":[],"impact":{"installations":100,"newlyBlockedAtMost":5,"stuckAtMost":0}}"#)
        let limited = try RemoteKit(Self.draft(), preflight)
            .run("drafts", "publish", Self.id, "--app", "hashtags", "--yes", "--max-blocked", "2%")
        #expect(limited.status == 1 && limited.errors.contains("--max-blocked allows"), "\(limited.errors)")
        let late = try RemoteKit(Self.draft(outdated: true))
            .run("drafts", "publish", Self.id, "--app", "hashtags", "--yes")
        #expect(late.status == 75 && late.errors.contains("nothing was published"))
        let refused = try RemoteKit(Self.draft(), .ok(#"{"findings":[],"refused":true}"#))
            .run("drafts", "publish", Self.id, "--app", "hashtags", "--yes")
        #expect(refused.status == 65)
    }

    @Test(arguments: ["", "../tokens", "a b", "a_b", String(repeating: "a", count: 65)])
    func `an id that is none is rejected before anything is sent`(id: String) throws {
        let kit = try RemoteKit()
        for command in ["show", "publish"] {
            #expect(try kit.run("drafts", command, id, "--app", "hashtags").status == 65)
        }
        #expect(kit.lines == [])
    }
}
