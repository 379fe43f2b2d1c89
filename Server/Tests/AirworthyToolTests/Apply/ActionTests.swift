import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import Foundation
import Testing
import ToolTesting

/// The GitHub action, without GitHub.
@Suite(.blocking) struct ActionTests {
    private static let marker = "<!-- airworthy:plan -->\n"

    @Test func `no text of an event or an input is part of a script`() throws {
        let action = try ActionKit.Action()
        #expect(!action.script.contains("${{"))
        #expect(action.environment.values.allSatisfy { $0.hasPrefix("${{ inputs.") })
        #expect(Set(action.defaults.keys).count == action.environment.count)
    }

    @Test func `a pull request gets one comment with the plan, which the next run updates`() throws {
        let kit = try ActionKit()
        // A stranger can write the marker, but not make the action write into his comment.
        kit.github.add(Self.marker + "all is well", type: "User")
        for index in 0..<120 { kit.github.add("talk \(index)", type: "User") }
        let first = try kit.run(ActionKit.pullRequest(), named: "pull_request")
        #expect(first.status == 0, "\(first.output)\(first.errors)")
        #expect(kit.github.comments.count == 122)
        let comment = try #require(kit.github.comments.last)
        #expect(comment.body.hasPrefix(Self.marker + "## Airworthy\n\n**Plan: 1 of 1 app changes.**"))
        #expect(comment.body.contains("  + floor\n"))
        #expect(kit.text(of: "summary.md").contains("**Plan: 1 of 1 app changes.**"))
        #expect(try kit.policyVersion() == nil)

        try kit.apply.write(ApplyKit.policy.replacing("floor", with: "ceiling"), to: "hashtags/policy.yaml")
        #expect(try kit.run(ActionKit.pullRequest(), named: "pull_request").status == 0)
        #expect(kit.github.comments.count == 122)
        #expect(kit.github.comments.last?.body.contains("  + ceiling\n") == true)
        #expect(kit.github.comments.first?.body == Self.marker + "all is well")
        let other = try kit.run(ActionKit.pullRequest(), named: "pull_request", inputs: ["comment-id": "staging"])
        #expect(other.status == 0 && kit.github.comments.count == 123)
    }

    @Test func `a push to the default branch publishes with the commit's first line as the note`() throws {
        let kit = try ActionKit()
        let branch = try kit.run(ActionKit.push(), named: "push", ref: "refs/heads/rule")
        #expect(branch.status == 0 && branch.output.contains("nothing is published"))
        #expect(try kit.policyVersion() == nil)
        let result = try kit.run(ActionKit.push(), named: "push")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let history = try kit.apply.get("/v1/admin/apps/hashtags/history")
        #expect(history?["revisions"]?.arrayValue?.first?["note"] == "Block 1.3")
        #expect(kit.text(of: "summary.md").contains("hashtags: policy 1 published, revision 1"))
        #expect(kit.github.server.requests.isEmpty)
        #expect(try kit.run(ActionKit.push(), named: "push").status == 0)
        #expect(try kit.run(ActionKit.push(), named: "push", inputs: ["require-change": "true"]).status == 1)
        #expect(try kit.policyVersion() == 1)
    }

    @Test(arguments: [
        "$(touch pwned)", "`touch pwned`", "\"; touch pwned; \"", "'; touch pwned; '", "-x --force\u{1B}[2J",
        "@all\n::error::x",
        "${{ github.token }}", " ",
    ])
    func `hostile titles, branches and messages change nothing`(text: String) throws {
        let kit = try ActionKit()
        let event = ActionKit.pullRequest(title: text, branch: text)
        #expect(try kit.run(event, named: "pull_request", ref: text).status == 0)
        #expect(kit.github.comments.count == 1)
        let result = try kit.run(ActionKit.push(message: text), named: "push")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try kit.policyVersion() == 1)
        #expect(!kit.text(of: "pwned").contains("x"))
        let names = try FileManager.default.contentsOfDirectory(atPath: kit.apply.folder.url.path)
        #expect(!names.contains("pwned"))
    }

    @Test func `a refused policy fails the check, and the comment says why`() throws {
        let kit = try ActionKit([
            "hashtags/policy.yaml": "schema: 1\nrules: [{id: a, wehn: {}}]\n",
            "hashtags/catalog.yaml": ApplyKit.catalog,
        ])
        let result = try kit.run(ActionKit.pullRequest(), named: "pull_request")
        #expect(result.status == 65)
        #expect(kit.github.comments.last?.body.contains("did you mean \"when\"?") == true)
        try kit.apply.write(ApplyKit.policy, to: "hashtags/policy.yaml")
        let limited = try kit.run(ActionKit.pullRequest(), named: "pull_request", inputs: ["max-blocked": "2%"])
        #expect(limited.status == 69)
        #expect(kit.github.comments.last?.body.contains("no installations of hashtags are known") == true)
        try kit.apply.write("schema: 1\nrules: [\n", to: "hashtags/policy.yaml")
        let push = try kit.run(ActionKit.push(), named: "push")
        #expect(push.status == 65 && kit.text(of: "summary.md").contains("files have mistakes"))
    }

    @Test func `workflow commands in a policy are only shown`() throws {
        let kit = try ActionKit([
            "hashtags/policy.json":
                #"{"schema":1,"rules":[{"id":"a","when":{"version":"1"},"update":"none","meta":{"x":"a\n::error::b"}}]}"#
        ])
        let result = try kit.run(ActionKit.pullRequest(), named: "pull_request")
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("::stop-commands::") == true)
        let token = try #require(lines.first?.dropFirst("::stop-commands::".count))
        #expect(token.count == 32 && lines.contains("::\(token)::"))
    }

    @Test func `without secrets the files are checked without the server`() throws {
        let kit = try ActionKit(["hashtags/policy.yaml": ApplyKit.policy, "hashtags/catalog.yaml": ApplyKit.catalog])
        let good = try kit.run(ActionKit.pullRequest(), named: "pull_request", inputs: ["token": "", "server": ""])
        #expect(good.status == 0, "\(good.output)\(good.errors)")
        #expect(good.output.contains("forks and Dependabot get no secrets"))
        #expect(good.output.contains("airworthy/hashtags/policy.yaml: 1 warning"))
        try kit.apply.write(ApplyKit.policy.replacing("<1.4", with: "<9"), to: "hashtags/policy.yaml")
        let bad = try kit.run(ActionKit.pullRequest(), named: "pull_request", inputs: ["token": ""])
        #expect(bad.status == 1 && kit.text(of: "summary.md").contains("The check found errors"))
        #expect(kit.github.server.requests.isEmpty)
        let push = try kit.run(ActionKit.push(), named: "push", inputs: ["token": ""])
        #expect(push.status == 77 && push.errors.contains("no token"))
    }

    @Test func `wrong events, inputs and rights end with a sentence`() throws {
        let kit = try ActionKit()
        let target = try kit.run(ActionKit.pullRequest(), named: "pull_request_target")
        #expect(target.status == 64 && target.errors.contains("gives secrets to strangers"))
        #expect(try kit.run([:], named: "schedule").errors.contains("set mode"))
        for (input, value, words) in [
            ("directory", "nowhere", "no folder \"nowhere\""), ("mode", "both", "write auto, comment or publish"),
            ("tool", "no-such-tool", "no program \"no-such-tool\""), ("comment-id", "a b", "letters, digits and -"),
            ("tool-url", "http://example.com/x", "write an address with https"),
            ("tool-url", "https://127.0.0.1:9/x", "64 hexadecimal digits"),
        ] {
            let result = try kit.run(ActionKit.pullRequest(), named: "pull_request", inputs: [input: value])
            #expect(result.status != 0 && result.errors.contains(words), "\(result.errors)")
        }
        kit.github.refuse(with: 403)
        let forbidden = try kit.run(ActionKit.pullRequest(), named: "pull_request")
        #expect(forbidden.status == 77 && forbidden.errors.contains("pull-requests: write"))
        let revoked = try kit.run(ActionKit.push(), named: "push", inputs: ["token": "adm_gone"])
        #expect(revoked.status == 77 && kit.text(of: "summary.md").contains("[unauthorized]"))
    }

    @Test func `the program is downloaded and run only if its digest is right`() throws {
        let kit = try ActionKit()
        let program = "#!/bin/bash\necho '## fetched'\n"
        let host = try ScriptedServer { _ in .http("200 OK", body: program) }
        let digest = ContentDigest.hex(Array(program.utf8))
        let inputs = ["tool-url": "\(host.address)/airworthy", "tool-sha256": digest]
        let good = try kit.run(ActionKit.pullRequest(), named: "pull_request", inputs: inputs)
        #expect(good.status == 0, "\(good.errors)")
        #expect(kit.github.comments.last?.body == Self.marker + "## fetched\n")
        let wrong = try kit.run(
            ActionKit.pullRequest(), named: "pull_request",
            inputs: inputs.merging(["tool-sha256": String(digest.reversed())]) { $1 })
        #expect(wrong.status == 65 && wrong.errors.contains("it was not run"))
        host.stop()
    }
}
