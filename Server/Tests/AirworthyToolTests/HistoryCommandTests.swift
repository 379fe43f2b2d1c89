import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite struct HistoryCommandTests {
    static let revisions =
        #"{"revisions":[{"revision":43,"policyVersion":8,"digest":"b","cause":"rollback","issuedAt":"#
        + #""2026-11-20T12:34:56Z","expiresAt":null,"size":9,"author":"ann","note":"two\nlines","stored":true},"#
        + #"{"revision":42,"policyVersion":7,"digest":"a","cause":"renewal","issuedAt":"2026-11-19T00:00:00Z","#
        + #""expiresAt":"2026-12-19T00:00:00Z","size":9,"author":"airworthy","note":null,"stored":false}]}"#

    @Test func `history lists revisions, the newest first`() throws {
        let kit = try RemoteKit(.ok(Self.revisions))
        let result = try kit.run("history", "--app", "hashtags", "--limit", "2", "--before", "44")
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/history?before=44&limit=2"])
        #expect(
            result.output == """
                  REVISION  POLICY  CAUSE                   ISSUED (UTC)      EXPIRES (UTC)     BY         NOTE
                        43       8  rollback                2026-11-20 12:34  never             ann        two lines
                        42       7  renewal (bytes pruned)  2026-11-19 00:00  2026-12-19 00:00  airworthy

                For older ones: airworthy history --app hashtags --before 42

                """)
    }

    @Test func `history --policies lists rollbacks and forced policies`() throws {
        let kit = try RemoteKit(
            .ok(
                #"{"policies":[{"version":3,"createdAt":"2026-11-20T00:00:00Z","author":"ann","rollbackOf":1,"note":null},"#
                    + #"{"version":2,"createdAt":"2026-11-19T00:00:00Z","author":"bob","forced":"it burns","note":"n"}]}"#
            ))
        let result = try kit.run("history", "--app", "hashtags", "--policies")
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags/policies?limit=20"])
        #expect(result.output.contains("       3  2026-11-20 00:00  ann  policy 1 again\n"))
        #expect(result.output.contains("       2  2026-11-19 00:00  bob  forced: it burns  n\n"))
    }

    @Test func `a sentence replaces an empty history, and --json prints the server's response`() throws {
        let kit = try RemoteKit(.ok(#"{"revisions":[]}"#), .ok(Self.revisions))
        #expect(try kit.run("history", "--app", "hashtags").output == "nothing was published for hashtags yet\n")
        let json = try kit.run("history", "--app", "hashtags", "--json").output
        #expect(try JSONReader.read(json).jsonValue["revisions"]?.arrayValue?.count == 2)
    }

    @Test(arguments: [["--limit", "0"], ["--limit", "201"]])
    func `a --limit out of range is a usage error`(options: [String]) throws {
        #expect(try Tool.run(["history", "--app", "hashtags"] + options).status == 64)
    }
}

@Suite struct RemoteDiffTests {
    @Test func `diff compares two policies of the history`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.diff), .ok(SampleResponses.diff), .ok(SampleResponses.noDiff))
        let result = try kit.run("diff", "--app", "hashtags", "--from", "6", "--to", "7")
        #expect(result.output.hasPrefix("Rules\n  ~ floor\n"))
        let json = try kit.run("diff", "--app", "hashtags", "--from", "6", "--json", "--exit-code")
        #expect(json.status == 1 && json.output == SampleResponses.diff + "\n")
        #expect(try kit.run("diff", "--app", "hashtags", "--from", "6").output == "no difference\n")
        #expect(
            kit.lines.prefix(2) == [
                "GET /v1/admin/apps/hashtags/diff?from=6&to=7", "GET /v1/admin/apps/hashtags/diff?from=6",
            ])
    }

    /// A server that has the kit's policy in force, with a catalog.
    private func published(_ kit: SigningKit) throws -> ScriptedServer {
        _ = try kit.folder.write(CatalogCommandTests.catalog, to: "catalog.json")
        _ = try kit.sign("42", options: "--catalog", "catalog.json")
        return try ScriptedServer([.ok(SampleResponses.app()), .ok(try kit.text("manifest.json"))])
    }

    private func diff(_ kit: SigningKit, _ server: ScriptedServer, _ arguments: String...) throws -> Tool.Result {
        try kit.folder.run(
            ["diff"] + arguments + ["--app", "hashtags"],
            environment: ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
    }

    @Test func `members added by the server are no difference to the published policy`() throws {
        let kit = try SigningKit()
        let server = try published(kit)
        let result = try diff(kit, server, "policy.json")
        #expect(result.status == 0 && result.output == "no difference\n", "\(result.errors)")
        #expect(
            server.requests.map(\.line) == [
                "GET /v1/admin/apps/hashtags", "GET /v1/admin/apps/hashtags/manifests/42",
            ])
    }

    @Test func `changed decisions are counted with the published releases`() throws {
        let kit = try SigningKit()
        let server = try published(kit)
        let policy =
            #"{"schema": 1, "app": "hashtags", "rules": [{"id": "floor", "when": {"version": "<2.2.1"}, "update": "required", "url": "https://apps.apple.com/app/id1"}]}"#
        _ = try kit.folder.write(policy, to: "new.json")
        _ = try kit.folder.write("version,count\n1.0,10\n2.0,30\n2.2.1,60\n", to: "installs.csv")
        let result = try diff(kit, server, "new.json", "--installs", "installs.csv")
        #expect(result.output.contains("Changed decisions: 30 of 100 installations (30.0 %)\n"), "\(result.output)")
    }

    @Test func `every rule is new if nothing is published`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.app(revision: 0)))
        let result = try kit.run("diff", "policy.json", "--app", "hashtags")
        #expect(result.errors.contains("nothing is published for hashtags yet"))
        #expect(result.output.contains("  + floor\n"))
    }

    @Test func `the newest revision of a degraded app is compared`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("42")
        let app = #"{"slug":"hashtags","head":{"state":"degraded","problem":"why","revision":null}}"#
        let server = try ScriptedServer([
            .ok(app), .ok(#"{"revisions":[{"revision":42,"policyVersion":7}]}"#), .ok(try kit.text("manifest.json")),
        ])
        #expect(try diff(kit, server, "policy.json").output == "no difference\n")
        #expect(server.requests.dropFirst().first?.line == "GET /v1/admin/apps/hashtags/history?limit=1")
    }

    @Test(arguments: [
        ["a.json"], ["a.json", "--from", "1"], ["--app", "a"], ["a.json", "b.json", "--app", "a"],
        ["a.json", "--app", "a", "--from", "1"], ["--app", "a", "--to", "1"], ["a.json", "b.json", "--server", "x"],
    ])
    func `contradicting options of diff are usage errors`(arguments: [String]) throws {
        #expect(try Tool.run(["diff"] + arguments).status == 64)
    }
}

@Suite struct RollbackCommandTests {
    private static let inForce = ScriptedServer.Answer.ok(
        RemoteKit.policy, headers: ["ETag": "\"7-abc\"", "Airworthy-Policy-Version": "7"])

    @Test func `rollback publishes an old policy on the condition that the shown one is still published`() throws {
        let kit = try RemoteKit(Self.inForce, .ok(SampleResponses.diff), .ok(SampleResponses.publication()))
        let result = try kit.run("rollback", "--app", "hashtags", "--to-policy", "5", "--yes", "--note", "oops")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            kit.lines == [
                "GET /v1/admin/apps/hashtags/policy", "GET /v1/admin/apps/hashtags/diff?from=7&to=5",
                "POST /v1/admin/apps/hashtags/rollback",
            ])
        #expect(kit.requests.last?.text == #"{"policyVersion":5,"note":"oops"}"#)
        #expect(kit.requests.last?.headers["if-match"] == "\"7-abc\"")
        #expect(result.headline == "From the published policy 7 to policy 5:")
        #expect(result.output.contains("ROLLED BACK  hashtags, revision 43\n"))
    }

    @Test func `rollback finds the policy of a revision`() throws {
        let kit = try RemoteKit(
            .ok(#"{"revisions":[{"revision":40,"policyVersion":5}]}"#), Self.inForce, .ok(SampleResponses.diff),
            .ok(SampleResponses.publication()))
        let result = try kit.run("rollback", "--app", "hashtags", "--to-revision", "40", "--yes", "--json")
        #expect(kit.lines.first == "GET /v1/admin/apps/hashtags/history?before=41&limit=1")
        #expect(kit.requests.last?.text == #"{"revision":40}"#)
        #expect(try JSONReader.read(result.output).jsonValue["publication"]?["revision"] == 43)
    }

    @Test(arguments: [("ci", 65, "signed by CI; sign the old policy again"), ("server", 66, "nothing yet")])
    func `rollback without a published policy reports the reason`(signing: String, status: Int32, words: String) throws {
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

    @Test func `rollback without a terminal needs --yes`() throws {
        let kit = try RemoteKit(Self.inForce, .ok(SampleResponses.diff))
        let result = try kit.run("rollback", "--app", "hashtags", "--to-policy", "5")
        #expect(result.status == 64 && result.errors.contains("nothing was rolled back"))
        #expect(kit.lines.count == 2)
    }

    @Test(arguments: [[], ["--to-policy", "1", "--to-revision", "1"]])
    func `rollback needs exactly one of --to-policy and --to-revision`(options: [String]) throws {
        #expect(try Tool.run(["rollback", "--app", "hashtags"] + options).status == 64)
    }
}

@Suite struct HeadsCommandTests {
    @Test func `heads bump raises the revision after a confirmation`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.publication(1200)), .ok(SampleResponses.app()))
        let result = try kit.run("heads", "bump", "--app", "hashtags", "--at-least", "1200", "--yes")
        #expect(result.headline == "RAISED  hashtags, revision 1200")
        #expect(kit.requests.first?.line == "POST /v1/admin/apps/hashtags/head/bump")
        #expect(kit.requests.first?.text == #"{"atLeast":1200}"#)
        let asked = try kit.run("heads", "bump", "--app", "hashtags", "--at-least", "1300")
        #expect(asked.status == 64)
        #expect(asked.errors.hasPrefix("hashtags is at revision 42; a revision can never be lowered.\n"))
        #expect(try kit.run("heads", "bump", "--app", "hashtags", "--at-least", "0").status == 65)
        #expect(kit.lines.count == 2)
    }
}
