import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct RollbackCommandTests {
    private static let inForce = ScriptedServer.Answer.ok(
        RemoteKit.policy, headers: ["ETag": "\"7-abc\"", "Airworthy-Policy-Version": "7"])

    private static let old = ScriptedServer.Answer.ok(#"{"schema":1,"rules":[]}"#)
    private static let effect = ScriptedServer.Answer.ok(
        SampleResponses.preflight().dropLast()
            + #","impact":{"days":28,"source":"checkIns","installations":200,"newlyBlocked":100,"stuck":0}}"#)

    @Test func `rollback publishes an old policy on the condition that the shown one is still published`() throws {
        let kit = try RemoteKit(
            Self.inForce, .ok(SampleResponses.diff), Self.old, Self.effect, .ok(SampleResponses.publication()))
        let result = try kit.run("rollback", "--app", "hashtags", "--to-policy", "5", "--yes", "--note", "oops")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            kit.lines == [
                "GET /v1/admin/apps/hashtags/policy", "GET /v1/admin/apps/hashtags/diff?from=7&to=5",
                "GET /v1/admin/apps/hashtags/policies/5", "POST /v1/admin/apps/hashtags/preflight",
                "POST /v1/admin/apps/hashtags/rollback",
            ])
        // Half of the installations would be blocked, and still nothing has to be typed: taking back is always allowed.
        #expect(result.output.contains("\n100 of 200 installations (50.0 %) would be blocked.\n"), "\(result.output)")
        #expect(kit.requests.last?.text == #"{"policyVersion":5,"note":"oops"}"#)
        #expect(kit.requests.last?.headers["if-match"] == "\"7-abc\"")
        #expect(result.headline == "From the published policy 7 to policy 5:")
        #expect(result.output.contains("ROLLED BACK  hashtags, revision 43\n"))
    }

    @Test func `rollback goes ahead if the server cannot say whom it hits`() throws {
        let kit = try RemoteKit(
            Self.inForce, .ok(SampleResponses.diff), Self.old,
            .problem(503, name: "overloaded", detail: "Too much to do"), .ok(SampleResponses.publication()))
        let result = try kit.run("rollback", "--app", "hashtags", "--to-policy", "5", "--yes")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("Whom this hits is not known: Too much to do [overloaded]"), "\(result.output)")
        #expect(result.output.contains("ROLLED BACK"))
    }

    @Test func `rollback finds the policy of a revision`() throws {
        let kit = try RemoteKit(
            .ok(#"{"revisions":[{"revision":40,"policyVersion":5}]}"#), Self.inForce, .ok(SampleResponses.diff),
            Self.old, Self.effect, .ok(SampleResponses.publication()))
        let result = try kit.run("rollback", "--app", "hashtags", "--to-revision", "40", "--yes", "--json")
        #expect(kit.lines.first == "GET /v1/admin/apps/hashtags/history?before=41&limit=1")
        #expect(kit.requests.last?.text == #"{"revision":40}"#)
        #expect(try JSONReader.read(result.output).jsonValue["publication"]?["revision"] == 43)
    }

    @Test(arguments: [("ci", 65, "signed by CI; sign the old policy again"), ("server", 66, "nothing yet")])
    func `rollback without a published policy reports the reason`(signing: String, status: Int32, words: String) throws
    {
        let kit = try RemoteKit(
            .problem(404, name: "nothing-published", detail: "nothing yet"), .ok(SampleResponses.app(signing)))
        let result = try kit.run("rollback", "--app", "hashtags", "--to-policy", "5", "--yes")
        #expect(result.status == status && result.errors.contains(words))
    }

    @Test func `rollback to an unknown revision exits with 66`() throws {
        let kit = try RemoteKit(.ok(#"{"revisions":[{"revision":39,"policyVersion":5}]}"#))
        let result = try kit.run("rollback", "--app", "hashtags", "--to-revision", "40", "--yes")
        #expect(result.status == 66 && result.errors.contains("has no revision 40"))
    }

    @Test func `rollback to the published policy does nothing`() throws {
        let kit = try RemoteKit(Self.inForce, .ok(SampleResponses.noDiff))
        let result = try kit.run("rollback", "--app", "hashtags", "--to-policy", "5", "--yes")
        #expect(result.status == 0)
        #expect(
            result.output == "Nothing to do: the published policy 7 is the same as policy 5.\n")
        #expect(kit.lines.count == 2)
    }

    @Test func `rollback to policy 0 publishes a policy without rules in place of the first one`() throws {
        let kit = try RemoteKit(Self.inForce, Self.effect, .ok(SampleResponses.publication()))
        let result = try kit.run("rollback", "--app", "hashtags", "--to-policy", "0", "--yes", "--note", "oops")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            kit.lines == [
                "GET /v1/admin/apps/hashtags/policy", "POST /v1/admin/apps/hashtags/preflight",
                "PUT /v1/admin/apps/hashtags/policy?note=oops",
            ])
        #expect(kit.requests.last?.json == ["schema": 1, "app": "hashtags", "rules": []])
        #expect(result.output.contains("PUBLISHED  hashtags, revision 43"))

        let nothing = try RemoteKit(
            .problem(404, name: "nothing-published", detail: "nothing yet"), .ok(SampleResponses.app("server")))
        let refused = try nothing.run("rollback", "--app", "hashtags", "--to-policy", "0", "--yes")
        #expect(refused.status == 66 && refused.errors.contains("nothing yet"), "\(refused.errors)")
    }

    @Test func `rollback without a terminal needs --yes`() throws {
        let kit = try RemoteKit(Self.inForce, .ok(SampleResponses.diff), Self.old, Self.effect)
        let result = try kit.run("rollback", "--app", "hashtags", "--to-policy", "5")
        #expect(result.status == 64 && result.errors.contains("nothing was rolled back"))
        #expect(kit.lines.count == 4)
    }

    @Test(arguments: [[], ["--to-policy", "1", "--to-revision", "1"]])
    func `rollback needs exactly one of --to-policy and --to-revision`(options: [String]) throws {
        #expect(try Tool.run(["rollback", "--app", "hashtags"] + options).status == 64)
    }
}
