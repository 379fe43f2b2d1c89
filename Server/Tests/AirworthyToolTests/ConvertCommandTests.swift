import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct ConvertCommandTests {
    static let versions = """
        {"ios2": [
          {"required_version": "1.2.3", "last_version_available": "2.4.5", "requirements": {"region": "hr"}},
          {"required_version": "1.0", "last_version_available": "2.4.5",},
        ], "meta": {"z": 3}}
        """

    private func folder() throws -> ScratchFolder { try ScratchFolder(["versions.json": Self.versions]) }

    @Test func `a converted Prince of Versions file has the same decisions`() throws {
        let folder = try folder()
        let result = try folder.run("convert", "versions.json", "--to", "policy", "--app-id", "12", "-o", "policy.json")
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        for (facts, status) in [
            (["--version", "0.9"], "required"), (["--version", "1.1"], "recommended"), (["--version", "2.4.5"], "ok"),
            (["--version", "1.1", "--attribute", "region=hr"], "required"),
        ] {
            let decision = try folder.run(["decide", "--policy", "policy.json", "--json"] + facts)
            #expect(try JSONReader.read(decision.output).jsonValue["status"] == .string(status), "\(facts)")
        }
        let back = try folder.run("convert", "policy.json", "--to", "prince-of-versions")
        #expect(back.status == 0)
        #expect(try JSONReader.read(back.output).jsonValue["ios2"]?.arrayValue?.count == 2)
    }

    @Test func `convert prints only its result on standard output`() throws {
        let folder = try folder()
        let result = try folder.run("convert", "versions.json", "--to", "policy")
        #expect(result.status == 0)
        #expect(try JSONReader.read(result.output).jsonValue["rules"] != nil)
        #expect(result.errors.hasPrefix("versions.json:1:1: warning: "))
    }

    @Test func `releases that a policy cannot contain are reported`() throws {
        let result = try folder().run("convert", "versions.json", "--to", "policy", "--app-id", "12")
        #expect(result.errors.contains("A policy contains no releases, so ios 2.4.5 is lost"))
        let plain = try Tool.run(["convert", "config-minimum-only.json", "--to", "policy"])
        #expect(!plain.errors.contains("contains no releases"))
    }

    @Test(arguments: ["config-specific-versions.json", "config-minimum-only.json"])
    func `a config file converted to a policy and back has the same decisions`(name: String) throws {
        let there = try Tool.run(["convert", name, "--to", "policy"])
        let back = try Tool.run(["convert", "-", "--to", "config-json"], input: there.output)
        #expect(there.status == 0 && back.status == 0)
        for version in ["1.3.9", "1.4", "2.2.0", "2.2.1"] {
            let (before, after) = (
                try Tool.run(["decide", "--policy", name, "--version", version, "--json"]).output,
                try Tool.run(["decide", "--policy", "-", "--version", version, "--json"], input: back.output).output
            )
            #expect(before == after)
        }
    }

    @Test(arguments: [("config-json", "rules[2].update"), ("prince-of-versions", "rules[0].when.version")])
    func `a condition that a format cannot express is rejected with its path, and no file is written`(
        format: String, path: String
    )
        throws
    {
        let folder = try ScratchFolder()
        let policy = Tool.root.appendingPathComponent("Examples/data/hashtags.policy.yaml").path
        let result = try folder.run("convert", policy, "--to", format, "-o", "out.json")
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(": error: \(path)"))
        #expect(result.errors.contains("not converted to \(format)"))
        #expect(try folder.run([], program: .init(fileURLWithPath: "/bin/ls")).output.isEmpty)
    }

    @Test(
        arguments: [
            (["versions.json"], 64, "--to"), (["versions.json", "--to", "xml"], 64, "--to"),
            (["versions.json", "--to", "policy", "--from", "config-json"], 65, "url"),
            (["versions.json", "--to", "policy", "--app-id", "0"], 65, "--app-id"),
            (["nowhere", "--to", "policy"], 66, "no such file"),
            (["versions.json", "--to", "policy", "-o", "."], 73, "is a folder"),
        ] as [([String], Int32, String)])
    func `wrong arguments of convert are reported`(arguments: [String], status: Int32, words: String) throws {
        let result = try folder().run(["convert"] + arguments)
        #expect(result.status == status)
        #expect(result.errors.contains(words))
        #expect(result.output.isEmpty)
    }

    @Test func `a trailing comma is accepted in files of other formats only`() throws {
        let result = try Tool.run(
            ["decide", "--policy", "-", "--version", "1"], input: "{\"schema\": 1, \"rules\": [],}")
        #expect(result.status == 65)
        #expect(result.errors.contains("no comma before"))
    }
}
