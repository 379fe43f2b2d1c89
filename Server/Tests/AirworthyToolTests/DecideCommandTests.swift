import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct DecideCommandTests {
    static let hashtags = [
        "--policy", "hashtags.policy.yaml", "--catalog", "hashtags.catalog.yaml", "--now", "2026-11-22T00:00:00Z",
    ]

    private func decide(_ arguments: [String], input: String = "") throws -> Tool.Result {
        try Tool.run(["decide"] + arguments, input: input)
    }

    @Test(
        arguments: [
            (["--version", "2.2.0", "--os", "iOS=17.4"], "REQUIRED  2.2.0 → 2.2.1 (310)", 20),
            (["--version", "2.2.0", "--os", "iOS 17.4"], "REQUIRED  2.2.0 → 2.2.1 (310)", 20),
            (["--version", "1.3.9"], "REQUIRED  1.3.9 → 2.2.1 (310)", 20),
            (["--version", "2.1.0", "--build", "200"], "RECOMMENDED  2.1.0 (200) → 2.2.1 (310)", 10),
            (["--version", "2.2.1"], "OK  2.2.1 may carry on", 0),
            (["--version", "2.2.0", "--os", "iOS=15"], "REQUIRED, BUT UNAVAILABLE  2.2.0 may carry on", 30),
            (["--version", "2.2.0", "--storefront", "DEU"], "REQUIRED, BUT UNAVAILABLE  2.2.0 may carry on", 30),
            (["--version", "2.2.0", "--storefront", "jpn"], "REQUIRED  2.2.0 → 2.2.1 (310)", 20),
        ] as [([String], String, Int32)])
    func `the decision is in the first line, and in the exit code with --exit-code`(
        facts: [String], headline: String, code: Int32
    ) throws {
        let plain = try decide(Self.hashtags + facts)
        #expect(plain.status == 0)
        #expect(plain.headline == headline)
        #expect(plain.errors.isEmpty)
        #expect(try decide(Self.hashtags + facts + ["--exit-code"]).status == code)
    }

    @Test func `a version with its build in brackets is refused with the option for the build`() throws {
        let result = try decide(Self.hashtags + ["--version", "2.2.0 (5)"])
        #expect(result.status == 65 && result.errors.contains("Give a build with --build."), "\(result.errors)")
    }

    @Test func `decide --screen prints the screen of an app in a language`() throws {
        let result = try decide(Self.hashtags + ["--version", "2.2.0", "--os", "iOS 17.4", "--screen", "de"])
        #expect(result.status == 0)
        #expect(result.headline == "gate")
        #expect(result.output.contains("[Aktualisieren]"))
        let japanese = try decide(Self.hashtags + ["--version", "2.2.0", "--os", "iOS 17.4", "--screen", "ja"])
        #expect(japanese.output.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) })
        let nothing = try decide(Self.hashtags + ["--version", "2.2.1", "--screen", "ja"])
        #expect(nothing.output == "no screen\n")
    }

    @Test(arguments: [["--screen", "sv"], ["--screen", "ja", "--json"], ["--screen", "ja", "--explain"]])
    func `decide --screen refuses unknown languages and other outputs`(_ options: [String]) throws {
        let result = try decide(Self.hashtags + ["--version", "2.2.0"] + options)
        #expect(result.status == 64)
        #expect(result.errors.contains("--screen"))
    }

    @Test func `maintenance exits with 40`() throws {
        let policy = """
            schema: 1
            rules:
              - {id: works, when: {}, maintenance: {until: 2026-11-23T00:00:00Z}}
            """
        let result = try decide(
            ["--policy", "-", "--version", "1", "--exit-code", "--now", "2026-11-22T00:00:00Z"], input: policy)
        #expect(result.status == 40)
        #expect(result.headline == "MAINTENANCE  until 2026-11-23T00:00:00Z")
    }

    @Test func `decide --json prints the decision on one line, with the trace if --explain is given`() throws {
        for (options, hasTrace) in [(["--json"], false), (["--json", "--explain"], true)] {
            let result = try decide(Self.hashtags + ["--version", "2.2.0"] + options)
            #expect(result.output.hasSuffix("}\n") && result.output.filter { $0 == "\n" }.count == 1)
            let decision = try JSONReader.read(result.output).jsonValue
            #expect(decision["status"] == "required")
            #expect(decision["rule"] == "broken-migration")
            #expect(decision["channel"] == "appstore")
            #expect(decision["installed"]?["platform"] == "ios")
            #expect(decision["update"]?["build"] == "310")
            #expect((decision["trace"] != nil) == hasTrace)
        }
    }

    @Test func `the explanation shows rules, conditions, compared values and missing ones`() throws {
        let result = try decide(Self.hashtags + ["--version", "2.2.0", "--explain"])
        for line in [
            "  ✓ broken-migration: required 2.2.1 (310)  ← decided", "      ✗ version: <1.4.0, seen 2.2.0",
            "  2.2.1 (310)  appstore JP  installable",
            "  os: not given, so it is unknown whether the update runs on this system",
        ] {
            #expect(result.output.contains(line + "\n"))
        }
    }

    @Test func `attributes have JSON types, and quoted ones are strings`() throws {
        let policy = """
            schema: 1
            rules:
              - {id: text, when: {attributes: {plan: "5"}}, update: none}
              - {id: number, when: {attributes: {plan: 5}}, update: none}
              - {id: flag, when: {attributes: {plan: true}}, update: none}
              - {id: word, when: {attributes: {plan: "a=b"}}, update: none}
            """
        for (attribute, rule) in [
            ("plan=\"5\"", "text"), ("plan=5.0", "number"), ("plan=true", "flag"), ("plan=a=b", "word"),
        ] {
            let result = try decide(
                ["--policy", "-", "--version", "1", "--json", "--attribute", attribute], input: policy)
            #expect(try JSONReader.read(result.output).jsonValue["rule"] == .string(rule))
        }
    }

    @Test(arguments: [
        ["--version", "abc"], ["--version", ""], ["--version", "-1"], ["--version", "1", "--build", "x"],
        ["--version", "1", "--channel", "store"], ["--version", "1", "--platform", "symbian"],
        ["--version", "1", "--os", "17.4"], ["--version", "1", "--os", "BeOS=5"],
        ["--version", "1", "--storefront", "Japan"], ["--version", "1", "--now", "2026-11-22"],
        ["--version", "1", "--now="],
    ])
    func `an invalid value is bad data, and the error names the option`(arguments: [String]) throws {
        for format in [[], ["--json"]] {
            let result = try decide(["--policy", "hashtags.policy.yaml"] + arguments + format)
            #expect(result.status == 65)
            #expect(result.output.isEmpty)
            let option = (arguments.last?.hasPrefix("--") ?? false) ? "--now" : arguments[arguments.count - 2]
            #expect(result.errors.hasPrefix("airworthy: \(option): "))
        }
    }

    @Test(arguments: [
        [], ["--version", "1"], ["--policy", "hashtags.policy.yaml"],
        ["--policy", "hashtags.policy.yaml", "--version", "1", "--attribute", "x"],
        ["--policy", "hashtags.policy.yaml", "--version", "1", "--attribute", "=x"],
        ["--policy", "hashtags.policy.yaml", "--version", "1", "--attribute", "a=1", "--attribute", "a=2"],
        ["--policy", "hashtags.policy.yaml", "--version", "1", "--format", "xml"],
        ["--policy", "hashtags.policy.yaml", "--version", "1", "--nonsense"],
        ["--policy", "-", "--catalog", "-", "--version", "1"],
    ])
    func `wrong arguments of decide print an error and no decision`(arguments: [String]) throws {
        let result = try decide(arguments)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("airworthy: "))
    }

    @Test(arguments: [#"{"schema":1,"#, "not JSON", #"{"schema":1,"app":"hashtags","revision":"x"}"#])
    func `a changed manifest is refused for its signature before its content is read`(payload: String) throws {
        let kit = try SigningKit()
        _ = try kit.sign("1")
        let signed = try JSONReader.read(try kit.text("manifest.json")).jsonValue["payload"]?.stringValue ?? ""
        let changed = try kit.text("manifest.json").replacing(signed, with: Data(payload.utf8).base64EncodedString())
        _ = try kit.folder.write(changed, to: "changed.json")
        let checked = try kit.run(
            "decide", "--policy", "changed.json", "--root", "keys/root-primary.pub", "--version", "1")
        #expect(checked.status == 65)
        #expect(checked.errors.contains("[bad-signature]"), "\(checked.errors)")
        let unchecked = try kit.run("decide", "--policy", "changed.json", "--version", "1")
        #expect(unchecked.status == 65)
        #expect(unchecked.errors.contains("[malformed-manifest]"), "\(unchecked.errors)")
        #expect(!unchecked.errors.contains("signature is valid"))
    }
}
