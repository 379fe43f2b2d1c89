import Testing
import ToolTesting

@testable import AirworthyTool

/// The words that completion scripts get from a server.
@Suite(.blocking) struct ServerCompletionTests {
    private static let apps = #"{"apps":[{"slug":"hashtags"},{"slug":"birthdays"}]}"#

    /// Runs what a completion script runs when somebody presses Tab behind `words`.
    private func completions(_ kit: RemoteKit, of option: String, in command: String, after words: String...) throws
        -> Tool.Result
    {
        try kit.run(["---completion", command, "--", option, "\(words.count)", "0", "airworthy"] + words + [""])
    }

    @Test func `apps are those of the server`() throws {
        let kit = try RemoteKit(.ok(Self.apps))
        let result = try completions(kit, of: "--app", in: "publish", after: "publish", "p.yaml", "--app")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "hashtags\nbirthdays\n")
        #expect(kit.lines == ["GET /v1/admin/apps"])
    }

    @Test func `policies are those of the typed app, each once`() throws {
        let history =
            #"{"revisions":[{"policyVersion":7},{"policyVersion":7},{"policyVersion":3},{"policyVersion":null}]}"#
        let kit = try RemoteKit(.ok(history))
        let result = try completions(
            kit, of: "--to-policy", in: "rollback", after: "rollback", "--app", "\"hashtags\"", "--to-policy")
        #expect(result.output == "7\n3\n")
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/history?limit=50"])
    }

    @Test func `the typed server is asked instead of that of the environment`() throws {
        let other = try RemoteKit(.ok(Self.apps))
        let kit = try RemoteKit()
        let result = try completions(
            kit, of: "--app", in: "history", after: "history", "--server", other.server.address, "--app")
        #expect(result.output == "hashtags\nbirthdays\n")
        #expect(other.lines.count == 1)
    }

    @Test(
        arguments: [
            .problem(401, name: "unauthorized", detail: "no"), .hangUp, .ok("[]"), .ok(#"{"apps":[{"slug":7}]}"#),
            .ok(#"{"apps":[{"slug":"a\u001b[31m\nb"}]}"#),
        ] as [ScriptedServer.Answer])
    func `nothing is offered, and nothing printed, if the server does not answer as expected`(
        answer: ScriptedServer.Answer
    ) throws {
        let kit = try RemoteKit(answer)
        let result = try completions(kit, of: "--app", in: "publish", after: "publish", "--app")
        #expect(result.status == 0)
        #expect(result.output.trimmed.isEmpty && result.errors.isEmpty, "\(result)")
    }

    @Test func `without an app there are no policies, and no request`() throws {
        let kit = try RemoteKit()
        #expect(
            try completions(kit, of: "--to-policy", in: "rollback", after: "rollback", "--to-policy").output.trimmed
                == "")
        #expect(kit.lines.isEmpty)
    }
}
