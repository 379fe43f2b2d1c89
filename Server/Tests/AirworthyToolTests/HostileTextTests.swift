import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

/// Words from a server or a file, which no terminal may obey.
@Suite struct HostileTextTests {
    /// A command with the responses that it gets; the strings of `body` become hostile.
    struct Case: Sendable, CustomTestStringConvertible {
        let command: String
        var before: [String] = []
        let body: String
        var after: [String] = []
        var headers: [String: String] = [:]

        var testDescription: String { command }
    }

    private static let tag = ["ETag": "\"7-abc\"", "Airworthy-Policy-Version": "7"]
    private static let findings =
        #"[{"code":"a-code","severity":"warning","path":"rules[0]","line":1,"column":9,"message":"Look here."}]"#

    private static let forcedPolicies = """
        {"policies":[{"version":3,"createdAt":"2026-11-20T00:00:00Z","author":"ann","rollbackOf":null,
          "forced":"it burns","note":"n"}]}
        """
    private static let tokens = """
        {"tokens":[{"id":"k3j9x0aq71mz","kind":"ci","name":"release","rights":["read"],"apps":["hashtags"],
          "createdAt":"2026-11-20T00:00:00Z","createdBy":"ann","expiresAt":"2027-02-18T00:00:00Z","revokedAt":null}]}
        """
    private static let synchronisation = """
        {"asOf":"2026-11-20T00:00:00Z","stale":true,"complete":false,
         "sources":[{"name":"lookup:JP","asOf":"2026-11-20T00:00:00Z","stale":true,"interval":900,"problem":"timed out"}],
         "outcomes":[{"name":"lookup:JP","outcome":"failed","problem":"timed out"}]}
        """

    private static let cases: [Case] = [
        Case(command: "history --app a", body: HistoryCommandTests.revisions),
        Case(command: "history --app a --policies", body: forcedPolicies),
        Case(command: "apps list", body: #"{"apps":[\#(SampleResponses.app())]}"#),
        Case(command: "apps show hashtags", body: SampleResponses.app()),
        Case(command: "apps update hashtags --language ja --yes", body: SampleResponses.app()),
        Case(command: "tokens list", body: tokens),
        Case(command: "tokens create --name a", body: TokensCommandTests.made),
        Case(command: "catalog show --app a", before: [CatalogCommandTests.catalog], body: CatalogCommandTests.sources),
        Case(command: "catalog show --app a", body: CatalogCommandTests.catalog, after: [CatalogCommandTests.sources]),
        Case(command: "catalog show --app a -o -", body: CatalogCommandTests.catalog),
        Case(command: "catalog sync --app a", body: synchronisation),
        Case(command: "catalog reset --app a --yes", body: CatalogCommandTests.receipt),
        Case(command: "heads bump --app a --at-least 5 --yes", body: SampleResponses.publication()),
        Case(
            command: "publish policy.json --app hashtags --yes", body: SampleResponses.preflight(findings),
            after: [SampleResponses.publication()]),
        Case(
            command: "publish policy.json --app hashtags --yes", before: [SampleResponses.preflight()],
            body: SampleResponses.publication()),
        Case(
            command: "rollback --app hashtags --to-policy 5 --yes", before: [RemoteKit.policy],
            body: SampleResponses.diff,
            after: [SampleResponses.publication()], headers: tag),
    ]

    private static func expectHarmless(_ result: Tool.Result, _ words: String) {
        for text in [result.output, result.errors] {
            #expect(!HostileText.isHostile(text), "\(words): \(text.debugDescription)")
        }
        #expect(result.status != 70, "\(words): \(result.errors)")
    }

    @Test(arguments: cases)
    func `no column of a table obeys hostile words of a server`(_ example: Case) throws {
        for (number, body) in try HostileText.variants(of: example.body).enumerated() {
            let answers = example.before + [body] + example.after
            let hasJSON = number == 0 && !example.command.hasSuffix("-o -")
            for options in hasJSON ? [[], ["--json"]] : [[]] {
                let server = try ScriptedServer(answers.map { .ok($0, headers: example.headers) })
                let folder = try ScratchFolder(["policy.json": RemoteKit.policy])
                let result = try folder.run(
                    example.command.split(separator: " ").map(String.init) + options,
                    environment: ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
                Self.expectHarmless(result, "\(example.command) \(options)")
                if !options.isEmpty, result.status == 0, !result.output.isEmpty {
                    #expect(throws: Never.self) { try JSONReader.read(result.output) }
                }
            }
        }
    }

    @Test(arguments: [400, 404, 503])
    func `no error obeys hostile words of a server`(_ status: Int) throws {
        let problem =
            #"{"type":"urn:airworthy:problem:invalid","title":"No","status":\#(status),"detail":"Not that.","pointer":"/a","#
            + #""instance":"abc","findings":\#(Self.findings)}"#
        for body in try HostileText.variants(of: problem) + ["<html>\(HostileText.sample)", HostileText.sample] {
            for command in ["publish policy.json --app hashtags --yes", "apps list --json"] {
                let server = try ScriptedServer([.http("\(status) X", body: body)])
                let folder = try ScratchFolder(["policy.json": RemoteKit.policy])
                let result = try folder.run(
                    command.split(separator: " ").map(String.init),
                    environment: ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
                Self.expectHarmless(result, command)
                #expect(result.status != 0)
            }
        }
    }

    @Test(arguments: ["fine\nok  hashtags  published", "fine\r\nok"])
    func `words of a server start no line of their own`(_ detail: String) throws {
        let problem = JSONValue.object([
            "type": "urn:airworthy:problem:invalid", "title": "No", "status": 400, "detail": .string(detail),
            "findings": [["code": "a-code", "severity": "error", "path": "", "message": .string(detail)]],
        ])
        let server = try ScriptedServer([.http("400 X", body: problem.jsonText())])
        let result = try Tool.run(
            ["apps", "list"], environment: ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
        #expect(result.errors.split(separator: "\n").allSatisfy { !$0.hasPrefix("ok") }, "\(result.errors)")
        #expect(result.errors.contains("fine ok"))
    }

    private static let hostilePolicy =
        #"{"schema":1,"app":"hashtags","defaultLanguage":"en","support":"https://example.com/help","rules":["#
        + #"{"id":"floor","when":{"version":"<1.10"},"update":"required","url":"https://apps.apple.com/app/id1","#
        + #""title":{"en":"Title"},"message":{"en":"Words"}}],"#
        + #""features":{"editor":{"default":"plain","rules":[{"when":{"channel":"testflight"},"value":"new"}]}}}"#

    @Test func `no command obeys hostile words of a file`() throws {
        let often = [
            "check policy.json", "decide --policy policy.json --version 1 --explain", "diff policy.json other.json",
            "convert policy.json --to policy -o written.json",
        ]
        let once = [
            "check policy.json --json", "decide --policy policy.json --version 1 --json",
            "diff policy.json other.json --json", "convert policy.json --to policy",
            "convert policy.json --to config-json",
            "sign --policy policy.json --key no.key --app hashtags --revision 1 -o -",
            "verify policy.json --root no.pub",
            "simulate --policy policy.json --installs policy.json",
        ]
        let garbage = [HostileText.sample, "{\(HostileText.sample)"]
        for (number, policy) in (garbage + (try HostileText.variants(of: Self.hostilePolicy))).enumerated() {
            let folder = try ScratchFolder(["policy.json": policy, "other.json": Self.hostilePolicy])
            for command in number < 3 ? often + once : often {
                let result = try folder.run(command.split(separator: " ").map(String.init))
                Self.expectHarmless(result, command)
            }
            let written = folder.url.appendingPathComponent("written.json")
            guard let text = try? String(contentsOf: written, encoding: .utf8) else { continue }
            #expect(!HostileText.isHostile(text))
            let messages = try [text, policy].map { json in
                try JSONReader.read(json).jsonValue["rules"]?.arrayValue?.first?["message"]
            }
            #expect(messages[0] == messages[1])
        }
    }

    @Test func `no argument is obeyed when an error repeats it`() throws {
        let hostile = HostileText.sample.replacing("\u{1B}", with: "\u{9B}")
        for arguments in [
            ["decide", "--policy", hostile, "--version", "1"], ["compare", hostile, "1"], ["matches", "1", hostile],
            ["decide", "--\(hostile)"], [hostile], ["history", "--app", hostile],
        ] {
            Self.expectHarmless(try Tool.run(arguments), arguments[0].debugDescription)
        }
    }

    @Test func `only the tool's own colours stay, and only on a terminal`() {
        let coloured = TerminalStyle(isColoured: true)("OK", as: .green, .bold)
        #expect(TerminalText.harmless(coloured, keepsColours: true) == coloured)
        #expect(TerminalText.harmless(coloured) == #"\u001b[32;1mOK\u001b[0m"#)
        for code in ["8", "30", "40", "38;5;0", "", "1;8", "99999999999999999999", "2J"] {
            let text = "\u{1B}[\(code)mhidden"
            #expect(TerminalText.harmless(text, keepsColours: true) == #"\u001b[\#(code)mhidden"#)
        }
        #expect(TerminalText.harmless("a\rb\r\nc\td…\u{E9}") == "a\nb\nc\td…\u{E9}")
    }

    @Test func `every scalar that a terminal obeys is escaped, and no other one is`() {
        let ranges: [ClosedRange<UInt32>] = [0...0x3FFF, 0xFE00...0x1_0FFF, 0x1_BC00...0x1_D2FF, 0xE_0000...0xE_1000]
        for value in ranges.joined() {
            guard let scalar = Unicode.Scalar(value), scalar != "\n", scalar != "\t", scalar != "\r" else { continue }
            let (text, safe) = (String(scalar), TerminalText.harmless(String(scalar)))
            #expect((safe == text) == !HostileText.isHostile(text))
            #expect(!HostileText.isHostile(safe) && !HostileText.isHostile(text.printable))
        }
    }
}
