import AirworthyPolicy
import Testing
import ToolTesting

@Suite struct DiffCommandTests {
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
        #expect(report["changeSides"] == 1)
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
