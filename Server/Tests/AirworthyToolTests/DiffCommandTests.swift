import AirworthyPolicy
import Testing
import ToolTesting

@Suite(.blocking) struct DiffCommandTests {
    static let old = """
        schema: 1
        rules:
          - {id: broken, when: {version: 2.2.0}, update: required, url: "https://apps.apple.com/app/id1"}
          - {id: floor, when: {version: <1.4}, update: required, url: "https://apps.apple.com/app/id1"}
          - {id: nudge, when: {version: <2.0}, update: recommended, url: "https://apps.apple.com/app/id1"}
        features:
          editor: {default: false}
        """
    static let new = """
        schema: 1
        support: https://example.com/help
        rules:
          - {id: floor, when: {version: <1.5}, update: required, url: "https://apps.apple.com/app/id1"}
          - {id: broken, when: {version: 2.2.0}, update: required, url: "https://apps.apple.com/app/id1"}
          - {id: beta, when: {channel: testflight}, update: none}
        features:
          editor: {default: true}
        """

    private func diff(_ old: String, _ new: String, input: String = "", _ options: String...) throws -> Tool.Result {
        let folder = try ScratchFolder(["old.yaml": old, "new.yaml": new])
        return try folder.run(["diff", "old.yaml", "new.yaml"] + options, input: input)
    }

    @Test func `diff prints each changed rule with old and new values`() throws {
        let result = try diff(Self.old, Self.new)
        #expect(result.status == 0)
        for line in [
            "  support: (none) → https://example.com/help", "  ~ floor",
            "      when: {\"version\":\"<1.4\"} → {\"version\":\"<1.5\"}", "  ~ broken  moved from place 1 to 2",
            "  - nudge",
            "  + beta", "      update: none", "      default: false → true",
        ] {
            #expect(result.output.contains(line + "\n"), "\(line)\n\(result.output)")
        }
    }

    @Test func `diff counts the installations whose decision changes`() throws {
        let result = try diff(
            Self.old, Self.new, input: "version,count\n1.3,10\n1.4.2,30\n1.9,20\n2.2.0,40\n", "--installs", "-")
        #expect(result.output.contains("Changed decisions: 50 of 100 installations (50.0 %)\n"))
        #expect(result.output.contains("recommended (nudge)  →  required (floor)  30  30.0 %  █████████\n"))
        #expect(result.output.contains("recommended (nudge)  →  ok                20  20.0 %  ██████\n"))
    }

    @Test func `diff --json contains rules and changed decisions`() throws {
        let result = try diff(Self.old, Self.new, input: "version\n1.9\n", "--installs", "-", "--json")
        let report = try JSONReader.read(result.output).jsonValue
        #expect(report["different"] == true)
        let rules = report["rules"]?.arrayValue
        #expect(rules?.map { $0["change"]?.stringValue } == ["changed", "moved", "removed", "added"])
        #expect(report["moves"]?.arrayValue?.first?["from"] == ["status": "recommended", "rule": "nudge"])
        #expect(report["changed"] == 1)
    }

    @Test(arguments: [(old, old, 0), (old, new, 1)] as [(String, String, Int32)])
    func `diff --exit-code exits with 1 if there is a difference`(old: String, new: String, status: Int32) throws {
        #expect(try diff(old, new, "--exit-code").status == status)
        #expect(try diff(old, new).status == 0)
        #expect(try (diff(old, new).output == "no difference\n") == (status == 0))
    }

    @Test func `rules without ids are matched by their content`() throws {
        func policy(_ rules: String...) -> String { "schema: 1\nrules:\n" + rules.map { "  - \($0)\n" }.joined() }
        let (one, two) = ("{when: {version: 1.0}, update: none}", "{when: {version: 2.0}, update: none}")
        let result = try diff(policy(one, two), policy("{when: {build: 5}, update: none}", one, two), "--json")
        let rules = try JSONReader.read(result.output).jsonValue["rules"]?.arrayValue
        #expect(rules?.count == 1)
        #expect(rules?.first?["change"] == "added")
    }

    @Test func `a policy and its manifest have no differing rules`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("1")
        let report = try JSONReader.read(try kit.run("diff", "policy.json", "manifest.json", "--json").output).jsonValue
        #expect(report["rules"] == [] && report["policy"] == [] && report["features"] == [])
    }
}

@Suite(.blocking) struct RemoteDiffTests {
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

    /// A server on which the kit's policy and a catalog are published.
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
