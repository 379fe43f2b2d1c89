import AirworthyPolicy
import Testing
import ToolTesting

@Suite(.blocking) struct CheckCommandTests {
    static let wrong = """
        schema: 1
        rules:
          - id: a
            when: {verison: 1.0}
            update: requierd
        """

    @Test func `check prints findings in the order of the text, with a summary`() throws {
        let result = try ScratchFolder(["p.yaml": Self.wrong]).run("check", "p.yaml")
        #expect(result.status == 1)
        #expect(result.errors.isEmpty)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("p.yaml:4:12: error: rules[0].when.verison: Unknown key \"verison\""))
        #expect(lines[0].hasSuffix("[unknown-key]"))
        #expect(lines[1].hasPrefix("p.yaml:5:13: error: rules[0].update: "))
        #expect(lines[2] == "p.yaml: 2 errors")
    }

    @Test(arguments: [true, false])
    func `check notes on request of which rules clients of a config.json hear nothing`(isAsked: Bool) throws {
        let policy = """
            {"schema": 1, "appleID": 42, "rules": [
             {"id": "bad", "when": {"version": "2.2.0"}, "update": "required"},
             {"id": "nudge", "when": {"version": "<latest"}, "update": "recommended"}]}
            """
        let folder = try ScratchFolder(["p.json": policy])
        let result = try folder.run(["check", "p.json"] + (isAsked ? ["--old-clients"] : []))
        #expect(result.status == 0)
        let note =
            "rules[1]: Clients that read a config.json do not hear of the rule \"nudge\". The format can only require an update."
        #expect(result.output.contains(note) == isAsked, "\(result.output)")
    }

    @Test func `check --json prints the findings on one line`() throws {
        let result = try ScratchFolder(["p.yaml": Self.wrong]).run("check", "p.yaml", "--json")
        #expect(result.status == 1)
        #expect(result.output.filter { $0 == "\n" }.count == 1)
        let report = try JSONReader.read(result.output).jsonValue
        #expect(report["errors"] == 2 && report["warnings"] == 0)
        let first = report["findings"]?.arrayValue?.first
        #expect(first?.objectValue?.keys == ["code", "severity", "path", "line", "column", "message"])
        #expect(first?["line"] == 4 && first?["column"] == 12)
    }

    @Test func `check lists at most 200 findings and counts all of them`() throws {
        let rule = #"{"when":{"version":">=2 <1"},"update":"none","deadline":"2020-01-01T00:00:00Z"}"#
        let rules = Array(repeating: rule, count: 300).joined(separator: ",")
        let folder = try ScratchFolder(["p.json": #"{"schema":1,"rules":[\#(rules)]}"#])
        let text = try folder.run("check", "p.json")
        #expect(text.status == 1)
        let lines = text.output.split(separator: "\n")
        #expect(lines.count { $0.contains("[empty-range]") } == 200)
        #expect(lines.count == 204)
        #expect(lines[200].hasPrefix("p.json: error: And 100 more errors"))
        #expect(lines.last == "p.json: 300 errors, 300 warnings")
        let report = try JSONReader.read(folder.run("check", "p.json", "--json").output).jsonValue
        #expect(report["errors"] == 300 && report["warnings"] == 300)
        #expect(report["findings"]?.arrayValue?[200]["code"] == "more-findings")
        #expect(report["findings"]?.arrayValue?[200]["count"] == 100)
    }

    @Test func `check fails for errors although hundreds of warnings come first`() throws {
        let rule = #"{"when":{"version":"<1"},"update":"none","target":"2"}"#
        let rules = Array(repeating: rule, count: 300).joined(separator: ",")
        let wrong = #"{"when":{"version":">=2 <1"},"update":"none"}"#
        let result = try ScratchFolder(["p.json": #"{"schema":1,"rules":[\#(rules),\#(wrong)]}"#]).run(
            "check", "p.json")
        #expect(result.status == 1)
        #expect(result.output.contains("[empty-range]"))
        #expect(result.output.hasSuffix("p.json: 1 error, 300 warnings\n"))
    }

    @Test func `check warns of control characters in the notes of a catalog`() throws {
        let catalog = #"{"schema":1,"releases":[{"version":"1","offers":[{"channel":"web","notes":"a\u001b[2Jb"}]}]}"#
        let result = try ScratchFolder(["c.json": catalog]).run("check", "c.json")
        #expect(result.status == 0)
        #expect(result.output.contains("[hidden-characters]"))
    }

    @Test func `a file of no known format is named as such, with what to do`() throws {
        let folder = try ScratchFolder(["mine.json": #"{"min_version":"1.2","force":true,"store_url":"https://x.com"}"#]
        )
        for command in [["check", "mine.json"], ["decide", "--policy", "mine.json", "--version", "1"]] {
            let result = try folder.run(command)
            #expect(result.status != 0)
            let text = result.output + result.errors
            #expect(
                text.contains("mine.json:1:1: error: This is no policy, and none of the other known formats"), "\(text)"
            )
            #expect(text.contains(".json(url) { … }") && !text.contains("\"schema\" is missing"))
        }
        let policy = try ScratchFolder(["p.json": #"{"schema":1,"ruels":[]}"#]).run("check", "p.json")
        #expect(policy.output.contains("\"rules\" is missing"), "\(policy.output)")
    }

    @Test func `a format without channels gets advice that can be followed`() throws {
        let result = try Tool.run(["check", "config-specific-versions.json"])
        #expect(result.output.contains("note: It blocks installations from the App Store only."), "\(result.output)")
        #expect(!result.output.contains("add releases") && !result.output.contains("rules[0]"))
    }

    @Test func `findings of the linter have the position of the rule`() throws {
        let policy = """
            schema: 1
            rules:
              - id: ask
                when: {version: "<2"}
                update: recommended
              - id: floor
                when: {version: "<1"}
                update: required
            """
        let result = try ScratchFolder(["p.yaml": policy]).run("check", "p.yaml")
        #expect(result.status == 1)
        #expect(result.output.contains("p.yaml:3:5: error: rules[0]: "))
        #expect(result.output.contains("[weaker-above-stronger]"))
        #expect(result.output.contains("[catalog-checks-skipped]"))
    }

    @Test(arguments: [
        (["config-minimum-only.json"], "no errors", "app-store-only"),
        (["config-specific-versions.json"], "no errors", "app-store-only"),
        (["lookup-birthdays-jp.json"], "no errors", ""),
        (["hashtags.policy.yaml"], "1 warning", "needs-catalog"),
        (["hashtags.policy.yaml", "--catalog", "hashtags.catalog.yaml"], "no errors", ""),
        (["hashtags.catalog.yaml"], "no errors", ""), (["hashtags.last-beta.yaml"], "no errors", ""),
        (["birthdays.policy.yaml"], "no errors", ""),
    ])
    func `the examples have no errors`(arguments: [String], summary: String, code: String) throws {
        let result = try Tool.run(["check"] + arguments)
        #expect(result.status == 0)
        #expect(result.output.hasSuffix("\(arguments[0]): \(summary)\n"))
        #expect(code.isEmpty || result.output.contains("[\(code)]"))
    }

    @Test func `a required rule that can never be enforced is an error, and is none with its catalog`() throws {
        let policy = """
            schema: 1
            rules:
              - id: broken-migration
                when: {version: 2.2.0}
                update: required
            """
        let catalog = """
            schema: 1
            releases:
              - version: 2.2.1
                offers: [{channel: appstore, url: "https://apps.apple.com/app/id42"}, {channel: testflight}]
            """
        let folder = try ScratchFolder(["p.yaml": policy, "c.yaml": catalog])
        let alone = try folder.run("check", "p.yaml")
        #expect(alone.status == 1)
        #expect(
            alone.output.contains("p.yaml:3:5: error: rules[0]: The rule \"broken-migration\" requires an update but"))
        #expect(alone.output.contains("[never-enforced]"))
        let together = try folder.run("check", "p.yaml", "--catalog", "c.yaml")
        #expect(together.status == 0, "\(together.output)")
    }

    @Test(arguments: [
        ("{", "unexpected-end"), ("", "empty-document"), ("a: [", "invalid-yaml"), ("<html>", "markup"),
        ("[1, 2]", "wrong-type"), ("text", "wrong-type"),
        (#"{"payload": "", "payloadType": ""}"#, "wrong-payload-type"),
    ])
    func `a file that cannot be parsed has one finding`(text: String, code: String) throws {
        let result = try Tool.run(["check", "-", "--json"], input: text)
        #expect(result.status == 1)
        let findings = try JSONReader.read(result.output).jsonValue["findings"]?.arrayValue
        #expect(findings?.count == 1)
        #expect(findings?.first?["code"] == .string(code))
    }

    @Test func `the policy and the catalog of a manifest are checked strictly`() throws {
        let manifest = """
            {"schema": 1, "revision": 1,
             "policy": {"rules": [{"id": "a", "when": {}, "update": "none", "colour": 1}]},
             "catalog": {"releases": [{"version": 2, "offers": []}]}}
            """
        let result = try Tool.run(["check", "-"], input: manifest)
        #expect(result.status == 1)
        #expect(result.output.contains("<standard input>:2:65: error: policy.rules[0].colour: Unknown key"))
        #expect(result.output.contains("<standard input>:3:39: error: catalog.releases[0].version: "))
    }

    @Test(
        arguments: [
            (["nowhere"], 66), (["."], 66), ([], 64), (["hashtags.policy.yaml", "--catalog", "nowhere"], 66),
            (["hashtags.policy.yaml", "--now", "today"], 65),
            (["hashtags.policy.yaml", "--catalog", "config-minimum-only.json"], 65),
        ] as [([String], Int32)])
    func `check exits with a failure status if it cannot read its input`(arguments: [String], status: Int32) throws {
        let result = try Tool.run(["check"] + arguments)
        #expect(result.status == status)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("airworthy: "))
    }
}
