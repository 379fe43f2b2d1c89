import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

@Suite(.blocking) struct ApplyMarkdownTests {
    @Test(arguments: [
        ("@everyone", "` @everyone `"), ("a`b", "`` a`b ``"), ("a``b", "``` a``b ```"),
        ("<img src=x>\n# b", "` <img src=x> # b `"), ("\u{1B}[2J\u{202E}", "` \\u{1b}[2J\\u{202e} `"), ("", ""),
    ])
    func `foreign text is inline code`(text: String, expected: String) {
        #expect(Markdown.code(text) == expected)
    }

    @Test func `a block of code cannot be closed by its content`() {
        #expect(Markdown.block(["a", "```", "````html\n@b"]) == ["`````text", "a", "```", "````html", "@b", "`````"])
        #expect(Markdown.code(String(repeating: "x", count: 1_000)).count < 420)
    }

    @Test func `the plan of a hostile policy stays in code and has a limited length`() throws {
        let evil = "```\n</details><script>x</script> @admin [l](javascript:x) ::set-output name=a::b"
        let rules = (0..<200).map { index -> JSONValue in
            [
                "id": .string("r\(index)"), "when": ["version": .string("1.0.\(index)")], "update": "none",
                "meta": ["why": .string(evil), "long": .string(String(repeating: "`@x", count: 200))],
            ]
        }
        let policy: JSONValue = ["schema": 1, "rules": .array(rules)]
        let kit = try ApplyKit([
            "hashtags/app.yaml": ApplyKit.settings, "hashtags/policy.json": policy.jsonText(),
        ])
        let result = try kit.apply("--plan", "--markdown")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.utf16.count < Markdown.maximumLength)
        #expect(result.output.contains("The rest is left out"))
        let outside = Self.textOutsideOfCode(result.output)
        #expect(!outside.contains("@") && !outside.contains("<script") && !outside.contains("]("), "\(outside)")
    }

    @Test func `mistakes, refusals and results are in the Markdown`() throws {
        let kit = try ApplyKit([
            "hashtags/app.yaml": ApplyKit.settings, "hashtags/policy.yaml": ApplyKit.policy,
            "hashtags/catalog.yaml": ApplyKit.catalog,
        ])
        let applied = try kit.apply("--yes", "--markdown")
        #expect(applied.output.hasPrefix("## Airworthy\n\n**Plan: 1 of 1 app changes.**\n"))
        #expect(applied.output.contains("- done: ` hashtags: policy 1 published, revision 1 `\n"), "\(applied.output)")
        try kit.write(ApplyKit.policy.replacing("<1.4", with: "<9"), to: "hashtags/policy.yaml")
        let refused = try kit.apply("--plan", "--markdown")
        #expect(refused.status == 65)
        #expect(refused.output.contains("**The server refuses the policy of ` hashtags `**"))
        #expect(refused.output.contains("- error: ` airworthy/hashtags/policy.yaml:3:5 `"), "\(refused.output)")
        try kit.write("schema: 1\nrulez: []\n", to: "hashtags/policy.yaml")
        let broken = try kit.apply("--plan", "--markdown")
        #expect(broken.status == 65)
        #expect(broken.output.contains("### ` airworthy/hashtags/policy.yaml `"))
        #expect(broken.output.contains("- error: ` airworthy/hashtags/policy.yaml:2:1 `"), "\(broken.output)")
    }

    /// Returns Markdown without its blocks of code and inline code.
    private static func textOutsideOfCode(_ markdown: String) -> String {
        var text = ""
        var fence: Substring?
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            if let open = fence {
                if line == open { fence = nil }
            } else if line.hasPrefix("```") {
                fence = line.prefix { $0 == "`" }
            } else {
                text += line.replacing(/(`+) .*? \1(?!`)/, with: "") + "\n"
            }
        }
        #expect(fence == nil)
        return text
    }
}
