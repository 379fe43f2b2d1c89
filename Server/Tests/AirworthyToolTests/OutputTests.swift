import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

@Suite(.blocking) struct OutputTests {
    @Test func `output to a pipe has no colours`() throws {
        let result = try Tool.run(["decide", "--policy", "birthdays.policy.yaml", "--version", "1", "--explain"])
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test func `control characters in a policy text are escaped`() throws {
        let policy =
            ##"{"schema": 1, "rules": [{"id": "a", "when": {}, "update": "required", "##
            + ##""url": "https://apps.apple.com/app/id1", "message": {"en": "red \u001b[31m\u202e"}}]}"##
        let result = try Tool.run(["decide", "--policy", "-", "--version", "1"], input: policy)
        #expect(result.output.contains(#"red \u{1b}[31m\u{202e}"#))
    }

    @Test func `a coloured text is wrapped in escape codes`() {
        #expect(TerminalStyle(isColoured: true)("OK", as: .green, .bold) == "\u{1B}[32;1mOK\u{1B}[0m")
        #expect(TerminalStyle(isColoured: false)("OK", as: .green, .bold) == "OK")
    }

    @Test func `labelled values are aligned, and values of many lines are shortened`() {
        var lines = LabelledLines(style: .plain)
        lines.add("a", value: "1")
        lines.add("long", value: (1...12).map(String.init).joined(separator: "\n"))
        lines.add("none", value: nil)
        lines.add("empty", value: "")
        #expect(lines.lines.count == 9)
        #expect(lines.lines.prefix(3) == ["  a     1", "  long  1", "        2"])
        #expect(lines.lines.last == "        … and 5 more lines")
    }

    @Test(arguments: [[], ["--help"], ["help"], ["help", "decide"], ["compare", "--help"], ["--version"]])
    func `help and version exit with 0`(arguments: [String]) throws {
        let result = try Tool.run(arguments)
        #expect(result.status == 0)
        #expect(!result.output.isEmpty && result.errors.isEmpty)
    }

    @Test(arguments: [
        "decide", "check", "simulate", "diff", "keys new", "keyring", "sign", "verify", "convert", "compare", "matches",
        "bucket", "publish", "history", "rollback", "catalog import", "catalog show", "apps list", "apps show",
        "apps create", "apps update", "apps delete", "tokens list", "tokens create", "tokens revoke", "heads bump",
        "clock confirm", "drafts list", "drafts show", "drafts publish",
    ])
    func `the help of each command has an example`(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        #expect(try Tool.run(words + ["--help"]).output.contains("  $ airworthy \(command)"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `completion scripts contain commands, channels and platforms`(shell: String) throws {
        let script = try Tool.run(["--generate-completion-script", shell])
        #expect(script.status == 0)
        for word in ["matches", "testflight.internal", "visionos"] { #expect(script.output.contains(word)) }
    }

    @Test func `an incomplete decide call with --version does not print the version of the tool`() throws {
        #expect(try Tool.run(["decide", "--version", "2.2.0"]).status == 64)
        #expect(try Tool.run(["decide", "--version"]).status == 64)
    }
}

@Suite(.blocking) struct ClosedOutputTests {
    @Test func `a closed output pipe causes no error message`() throws {
        let command = """
            "$AIRWORTHY" decide --policy birthdays.policy.yaml --version 1 --explain | exit 0
            (trap '' PIPE; "$AIRWORTHY" decide --policy birthdays.policy.yaml --version 1 --explain) | exit 0
            """
        let result = try Tool.run(
            ["-c", command], program: URL(fileURLWithPath: "/bin/sh"),
            environment: ["AIRWORTHY": try Tool.executable().path])
        #expect(result.errors.isEmpty)
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can make links of other users"),
        arguments: [(uid_t(0), true), (65_534, false)])
    func `a file is not written through a link of another user`(owner: uid_t, isFollowed: Bool) throws {
        let folder = try ScratchFolder(["policy.json": RemoteKit.policy, "target": "kept"])
        let link = folder.url.appendingPathComponent("out.json").path
        #expect(symlink(folder.url.appendingPathComponent("target").path, link) == 0)
        #expect(lchown(link, owner, gid_t(owner)) == 0)
        let result = try folder.run(["convert", "policy.json", "--to", "policy", "-o", "out.json"])
        #expect(result.status == (isFollowed ? 0 : 73), "\(result.errors)")
        let target = try String(contentsOf: folder.url.appendingPathComponent("target"), encoding: .utf8)
        #expect((target == "kept") == !isFollowed)
    }
}
