import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@testable import AirworthyTool

/// `pull` with a real server.
@Suite(.blocking) struct PullCommandTests {
    private static let whole = [
        "hashtags/app.yaml": ApplyKit.settings, "hashtags/policy.yaml": ApplyKit.policy,
        "hashtags/catalog.yaml": ApplyKit.catalog,
    ]

    private func text(_ kit: ApplyKit, _ path: String) -> String {
        (try? String(contentsOf: kit.folder.url.appendingPathComponent(path), encoding: .utf8)) ?? ""
    }

    @Test func `what is in force becomes a folder with which apply changes nothing`() throws {
        let kit = try ApplyKit(Self.whole)
        #expect(try kit.apply("--yes").status == 0)
        let pulled = try kit.run(["pull", "copy/"])
        #expect(pulled.status == 0, "\(pulled.errors)")
        #expect(pulled.output == "hashtags  app.yaml new, policy.yaml new, catalog.yaml new\n")
        let settings = text(kit, "copy/hashtags/app.yaml")
        for line in ["schema: 1", "bundleID: com.example.hashtags", "platforms: [ios, macos]", "signing: server"] {
            #expect(settings.contains("\(line)\n"), "\(settings)")
        }
        #expect(
            text(kit, "copy/hashtags/policy.yaml")
                == """
                schema: 1
                rules:
                - id: floor
                  when: {version: <1.4}
                  update: required
                  url: https://apps.apple.com/app/id6504763618

                """)
        let nothing = try kit.run(["apply", "copy", "--yes"])
        #expect(nothing.status == 0 && nothing.output.contains("Nothing to do"), "\(nothing.output)\(nothing.errors)")
        let first = settings + text(kit, "copy/hashtags/policy.yaml") + text(kit, "copy/hashtags/catalog.yaml")
        let again = try kit.run(["pull", "copy"])
        #expect(again.output == "hashtags  no change\n", "\(again.output)\(again.errors)")
        #expect(try kit.run(["pull", "other", "--json"]).output.contains(#""change":"new""#))
        let second = ["app", "policy", "catalog"].map { text(kit, "other/hashtags/\($0).yaml") }.joined()
        #expect(first == second)
    }

    @Test func `a file that says the same keeps its comments, and others are replaced only after a yes`() throws {
        let kit = try ApplyKit(Self.whole)
        let commented = "# why: lost tags\n" + ApplyKit.policy
        try kit.write(commented, to: "hashtags/policy.yaml")
        #expect(try kit.apply("--yes").status == 0)
        #expect(try kit.run(["pull", "airworthy"]).output.contains("catalog.yaml") == false)
        #expect(text(kit, "airworthy/hashtags/policy.yaml") == commented)

        // Somebody publishes by hand, in the dashboard's JSON.
        let changed = #"{"schema": 1,  "rules": [{"id": "floor", "when": {"version": "<1.3"}, "update": "required"}]}"#
        _ = try kit.folder.write(changed, to: "by-hand.json")
        let published = try kit.run(["publish", "by-hand.json", "--app", "hashtags", "--yes"])
        #expect(published.status == 0, "\(published.errors)")
        let asked = try kit.run(["pull", "airworthy"])
        #expect(asked.status == 64 && asked.errors.contains("nothing was written"), "\(asked.errors)")
        #expect(text(kit, "airworthy/hashtags/policy.yaml") == commented)
        let taken = try kit.run(["pull", "airworthy", "--app", "hashtags", "--yes"])
        #expect(taken.output == "hashtags  policy.yaml replaced\n", "\(taken.output)\(taken.errors)")
        #expect(text(kit, "airworthy/hashtags/policy.yaml").contains("version: <1.3"))
        #expect(try kit.apply("--yes").output.contains("Nothing to do"))
    }

    @Test func `files keep their form, and only what was imported is a catalog`() throws {
        let kit = try ApplyKit(["hashtags/app.yaml": ApplyKit.settings])
        #expect(try kit.apply("--yes").status == 0)
        #expect(try kit.run(["pull", "copy"]).output == "hashtags  app.yaml new\n")
        try FileManager.default.removeItem(at: kit.folder.url.appendingPathComponent("copy/hashtags/app.yaml"))
        _ = try kit.folder.write(#"{"schema":1,"appleID":5}"#, to: "copy/hashtags/app.json")
        #expect(try kit.run(["pull", "copy", "--yes"]).output == "hashtags  app.json replaced\n")
        #expect(text(kit, "copy/hashtags/app.json").hasPrefix("{\n  \"schema\": 1,\n"))
    }

    @Test func `folders that cannot be meant are refused, and nothing is written`() throws {
        let kit = try ApplyKit(Self.whole)
        #expect(try kit.run(["pull", "copy"]).errors.contains("the server has no apps"))
        #expect(try kit.apply("--yes").status == 0)
        #expect(try kit.run(["pull", "airworthy/hashtags"]).errors.contains("name the folder above it"))
        #expect(try kit.run(["pull", "copy", "--app", "nobody"]).status == 66)
        #expect(try kit.run(["pull", ""]).status == 64)
        _ = try kit.folder.write("x", to: "file")
        #expect(try kit.run(["pull", "file"]).status == 66)
        let linkedFolder = kit.folder.url.appendingPathComponent("linked")
        try FileManager.default.createDirectory(at: linkedFolder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: linkedFolder.appendingPathComponent("hashtags").path, withDestinationPath: "/")
        let linked = try kit.run(["pull", "linked", "--yes"])
        #expect(linked.status == 73 && linked.errors.contains("not a folder"), "\(linked.errors)")
        try kit.write("schema: 1\n", to: "hashtags/policy.yml")
        #expect(try kit.run(["pull", "airworthy", "--yes"]).errors.contains("Keep one of them"))
    }

    @Test func `apps that CI signs have their manifest, byte for byte`() throws {
        let signing = try SigningKit()
        try #require(try signing.sign("7", at: Timestamp.format(Date())).status == 0)
        let kit = try ApplyKit([
            "ci.pub": try signing.text("keys/root-primary.pub"),
            "hashtags/app.yaml":
                "schema: 1\nbundleID: com.example.hashtags\nsigning: ci\npins: [{file: ci.pub, role: root}]\n",
            "hashtags/manifest.json": try signing.text("manifest.json"),
        ])
        #expect(try kit.apply("--yes").status == 0)
        #expect(try kit.run(["pull", "airworthy"]).output == "hashtags  no change\n")
        #expect(try kit.run(["pull", "copy"]).output == "hashtags  app.yaml new, manifest.json new\n")
        #expect(try text(kit, "copy/hashtags/manifest.json") == signing.text("manifest.json"))
        #expect(try kit.run(["apply", "copy", "--yes"]).output.contains("Nothing to do"))
        _ = try kit.folder.write("schema: 1\nrules: []\n", to: "copy/hashtags/policy.yaml")
        #expect(try kit.run(["pull", "copy", "--yes"]).errors.contains("CI signs this app; delete the file"))
    }
}

/// The YAML that commands write.
struct YAMLTextTests {
    @Test func `every value is read back as it was`() throws {
        let values: [JSONValue] = [
            "", " ", "yes", "no", "null", "~", "1.10", "2.2.0", "0x1", "1e3", "true", "<1.4", ">=2", "- a", "a: b",
            "a #b", "#", "<<", "=", "*a", "&a", "!x", "%", "@", "`", "'", "\"", "\\", "a\nb", "a\r\nb", "\t", "\u{0}",
            "\u{1B}[2J", "\u{202E}abc", "日本語", "😀", "\u{E0001}", "2026-11-20T00:00:00Z", "12:30:45", "a ", "é",
            [], [:], [[]], [[:]], nil, true, 1, 1.5, ["a": nil], ["": ""], ["<<": 1], ["a": [["b": [1, "x"]]]],
        ]
        for value in values + [.array(values)] {
            let object: JSONValue = ["value": value, "list": [value, value]]
            let text = try YAMLText.text(of: object)
            let read = try YAMLDocument.read(Array(text.utf8)).jsonValue
            #expect(read == object, "\(text)")
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E })
        }
    }
}
