import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct InputFileTests {
    @Test(
        arguments: [
            (["--policy", "nowhere.json"], 66, "nowhere.json: no such file"),
            (["--policy", "."], 66, "is a folder"),
            (["--policy", ""], 66, "empty"),
            (["--policy", "good.json", "--catalog", "nowhere.json@JP"], 66, "nowhere.json: no such file"),
            (["--policy", "bad.json"], 65, "bad.json:1:15: error: "),
            (["--policy", "page.html"], 65, "web page"),
            (["--policy", "empty.json"], 65, "empty"),
            (["--policy", "typo.json"], 65, "typo.json:3:13: error: rules[0].when.verison: Unknown key"),
            (["--policy", "catalog.json"], 65, "--catalog"),
            (["--policy", "lookup.json"], 65, "--catalog"),
            (["--policy", "envelope.json"], 65, "[wrong-payload-type]"),
            (["--policy", "good.json", "--catalog", "envelope.json"], 65, "signed"),
            (["--policy", "good.json", "--catalog", "good.json"], 65, "--policy"),
            (["--policy", "good.json", "--catalog", "catalog.json@JP"], 65, "leave out @JP"),
            (["--policy", "good.json", "--catalog", "other.json"], 65, "\"other\""),
            (["--policy", "bare.json", "--catalog", "catalog.json", "--catalog", "other.json"], 65, "\"other\""),
            (["--policy", "good.json", "--catalog", "lookup.json@JP"], 65, "no result for the policy's app"),
            (["--policy", "good.json", "--format", "config-json"], 65, "url"),
        ] as [([String], Int32, String)])
    func `an unusable file is reported with its reason`(arguments: [String], status: Int32, sentence: String) throws {
        let folder = try ScratchFolder(Self.files)
        let result = try folder.run(["decide", "--version", "1", "--json"] + arguments)
        #expect(result.status == status)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains(sentence))
        #expect(result.errors.split(separator: "\n").last?.hasPrefix("airworthy: ") == true)
    }

    static let files = [
        "good.json": #"{"schema": 1, "app": "good", "bundleID": "com.example.good", "rules": []}"#,
        "bare.json": #"{"schema": 1, "rules": []}"#,
        "bad.json": #"{"schema": 1, , }"#,
        "page.html": "<!doctype html>",
        "empty.json": "",
        "typo.json": "{\"schema\": 1,\n \"rules\": [\n  {\"when\": {\"verison\": \"1\"}, \"update\": \"none\"}]}",
        "catalog.json": #"{"schema": 1, "app": "good", "releases": []}"#,
        "other.json": #"{"schema": 1, "app": "other", "releases": []}"#,
        "lookup.json": #"{"resultCount": 1, "results": [{"bundleId": "com.example.other", "version": "1"}]}"#,
        "envelope.json": #"{"payload": "", "payloadType": "x", "signatures": []}"#,
    ]

    @Test func `a file above the size limit is rejected`() throws {
        let folder = try ScratchFolder(["big.json": String(repeating: " ", count: 5 << 20)])
        let result = try folder.run("decide", "--policy", "big.json", "--version", "1")
        #expect(result.status == 65)
        #expect(result.errors.contains("4 MiB"))
    }

    @Test func `an unsigned manifest is used with a note`() throws {
        let manifest = """
            {"schema": 1, "app": "a", "revision": 42, "issuedAt": "2026-11-20T00:00:00Z",
             "policy": {"rules": [{"id": "all", "when": {}, "update": "required"}]},
             "catalog": {"releases": [{"version": "2", "offers": [
               {"channel": "appstore", "url": "https://apps.apple.com/app/id1"}]}]}}
            """
        let folder = try ScratchFolder(["manifest.json": manifest])
        let result = try folder.run(
            "decide", "--policy", "manifest.json", "--version", "1", "--now", "2026-11-22T00:00:00Z", "--json")
        #expect(result.status == 0)
        #expect(result.errors.contains("note: manifest.json: a manifest without a signature"))
        #expect(try JSONReader.read(result.output).jsonValue["revision"] == 42)
    }

    @Test func `an at sign belongs to the file name if such a file exists`() throws {
        let lookup = #"{"resultCount": 1, "results": [{"version": "2", "trackId": 1, "kind": "software"}]}"#
        let folder = try ScratchFolder(["a@JP": lookup, "b": lookup, "policy": InputFileTests.files["bare.json"] ?? ""])
        // The installation is in Japan, so a lookup answer of the United States does not apply.
        for (argument, isForJapan) in [("a@JP", true), ("b@JP", true), ("a@JP@US", false), ("b@jpn", true)] {
            let result = try folder.run(
                "decide", "--policy", "policy", "--catalog", argument, "--version", "1", "--json", "--storefront", "JP")
            #expect(result.status == 0)
            let newest = try JSONReader.read(result.output).jsonValue["newest"]
            #expect((newest?["version"] == "2") == isForJapan)
        }
    }

    @Test func `an empty lookup answer means unknown, not up to date`() throws {
        let folder = try ScratchFolder([
            "none.json": #"{"resultCount": 0, "results": []}"#,
            "policy.json":
                #"{"schema": 1, "rules": [{"id": "n", "when": {"version": "<latest"}, "update": "required"}]}"#,
        ])
        let result = try folder.run(
            "decide", "--policy", "policy.json", "--catalog", "none.json@JP", "--version", "1", "--json")
        #expect(result.status == 0)
        #expect(result.errors.contains("note: Not found in storefront JP"))
        #expect(try JSONReader.read(result.output).jsonValue["status"] == "ok")
    }
}
