import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct SignCommandTests {
    @Test func `a signed policy can be verified, and its payload has the default members`() throws {
        let kit = try SigningKit()
        let signed = try kit.sign("7")
        #expect(signed.status == 0)
        #expect(signed.output.hasPrefix("manifest.json: hashtags, revision 7, "))
        let verified = try kit.verify()
        #expect(verified.status == 0 && verified.errors.isEmpty)
        #expect(verified.headline == "VERIFIED  hashtags, revision 7")
        #expect(verified.output.contains("app        taken from the manifest"))
        #expect(!(try kit.verify("manifest.json", options: "--app", "hashtags").output.contains("taken from")))
        let payload = try kit.payload()
        #expect(payload?["audience"] == "production" && payload?["lineage"] == "hashtags")
        #expect(payload?["issuedAt"] == "2026-11-20T12:00:00Z" && payload?["expiresAt"] == "2026-12-20T12:00:00Z")
        #expect(try payload?["policy"] == JSONReader.read(SigningKit.policy).jsonValue)
    }

    @Test func `a YAML policy is signed with the types of its reader`() throws {
        let kit = try SigningKit()
        _ = try kit.folder.write(
            """
            schema: 1
            appleID: 12
            meta: {pi: 3.10, on: true}
            rules:
              - id: 7
                when: {version: 1.10, attributes: {plan: 5, vip: true}, ifMissing: false, rollout: 10}
                update: recommended
                skippable: true
                message: {en: 1.20}
              - {id: b, when: {all: [{os: {iOS: 16.0}}, {not: {build: 310}}]}, update: none}
            features:
              default: {default: 1.10, rules: [{when: {version: 2.0}, value: 2.50}]}
            """, to: "policy.yaml")
        let result = try kit.sign("1", policy: "policy.yaml")
        #expect(result.status == 0, "\(result.errors)")
        let policy = try kit.payload()?["policy"]
        #expect(
            policy?.jsonText()
                == #"{"schema":1,"appleID":12,"meta":{"pi":3.10,"on":true},"rules":[{"id":"7","when":{"version":"1.10","#
                + #""attributes":{"plan":5,"vip":true},"ifMissing":false,"rollout":10},"update":"recommended","#
                + #""skippable":true,"message":{"en":"1.20"}},{"id":"b","when":{"all":[{"os":{"iOS":"16.0"}},"#
                + #"{"not":{"build":"310"}}]},"update":"none"}],"features":{"default":{"default":1.10,"#
                + #""rules":[{"when":{"version":"2.0"},"value":2.50}]}}}"#)
    }

    @Test(arguments: ["hashtags.policy.yaml", "hidden.policy.yaml", "broken.policy.yaml", "birthdays.policy.yaml"])
    func `a policy with errors is not signed`(name: String) throws {
        let kit = try SigningKit()
        let path = Tool.root.appendingPathComponent("Examples/data/\(name)").path
        let isRight = try Tool.run(["check", path]).status == 0
        let app = name.hasPrefix("birthdays") ? "birthdays" : "hashtags"
        let result = try kit.sign("1", policy: path, options: "--app", app)
        #expect(result.status == (isRight ? 0 : 65))
        #expect(kit.exists("manifest.json") == isRight)
    }

    @Test func `a manifest contains the releases of catalogs and lookup answers`() throws {
        let kit = try SigningKit()
        let data = Tool.root.appendingPathComponent("Examples/data").path
        let result = try kit.sign(
            "1", policy: "\(data)/birthdays.policy.yaml", options: "--app", "birthdays", "--catalog",
            "\(data)/lookup-birthdays-jp.json@JP")
        #expect(result.status == 0 && result.errors.isEmpty)
        let decision = try kit.run(
            "decide", "--policy", "manifest.json", "--root", "keys/root-primary.pub", "--version", "4.6.7", "--now",
            "2026-11-20T12:00:00Z")
        #expect(decision.headline == "RECOMMENDED  4.6.7 → 4.6.8")
        #expect(decision.errors.isEmpty)
    }

    @Test(
        arguments: [
            (["--revision", "0"], 65, "--revision"), (["--revision", "-1"], 65, "--revision"),
            (["--revision", "auto"], 64, "--previous"), (["--revision", "9223372036854775808"], 65, "--revision"),
            (["--expires-in", "soon"], 65, "--expires-in"), (["--expires-in", "0d"], 65, "--expires-in"),
            (["--expires-in", "P1M"], 65, "--expires-in"), (["--app", "Hash Tags"], 65, "--app"),
            (["--app", "other"], 65, "is for the app \"hashtags\""), (["--key", "keys/online.pub"], 65, ".key"),
            (["--key", "nowhere"], 66, "no such file"), (["--keyring", "policy.json"], 65, "keyring"),
            (["--policy", "keyring.json"], 65, "a manifest, not a policy"),
            (["--catalog", "policy.json"], 65, "--policy"),
            (["-o", "keys"], 73, "is a folder"), (["-o", "nowhere/manifest.json"], 73, "does not exist"),
        ] as [([String], Int32, String)])
    func `sign reports invalid options and files, and writes nothing`(
        change: [String], status: Int32, words: String
    ) throws {
        let kit = try SigningKit()
        var options = [
            "--policy": "policy.json", "--key": "keys/online.key", "--app": "hashtags", "--revision": "1",
            "-o": "manifest.json", "--expires-in": "30d",
        ]
        options[change[0]] = change[1]
        let before = try kit.names()
        let result = try kit.folder.run(["sign"] + options.flatMap { [$0.key, $0.value] })
        #expect(result.status == status)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(try kit.names() == before)
    }

    @Test(arguments: [
        ("30d", "2026-12-20T12:00:00Z"), ("12h", "2026-11-21T00:00:00Z"), ("P1DT1H", "2026-11-21T13:00:00Z"),
        ("2w", "2026-12-04T12:00:00Z"),
    ])
    func `--expires-in accepts days, hours, weeks and periods`(text: String, end: String) throws {
        let kit = try SigningKit()
        #expect(try kit.sign("1", options: "--expires-in", text).status == 0)
        #expect(try kit.payload()?["expiresAt"] == .string(end))
    }

    @Test func `--expires-in never writes no expiry, and prints a note about 45 days`() throws {
        let kit = try SigningKit()
        let result = try kit.sign("1", options: "--expires-in", "never")
        #expect(result.status == 0)
        #expect(result.errors.contains("45 days"))
        #expect(try kit.payload()?["expiresAt"] == nil)
        #expect(try kit.verify(at: "2027-01-03T11:59:59Z").headline.hasPrefix("VERIFIED  "))
        #expect(try kit.verify(at: "2027-01-04T12:00:00Z").headline.hasPrefix("VERIFIED, EXPIRED  "))
    }

    @Test(arguments: ["1", "2"])
    func `a manifest is not replaced by another one of its revision or a lower one`(revision: String) throws {
        let kit = try SigningKit()
        _ = try kit.sign("2")
        let first = try String(contentsOf: kit.folder.url.appendingPathComponent("manifest.json"), encoding: .utf8)
        let again = try kit.sign(revision, options: "--expires-in", "20d")
        #expect(again.status == 65)
        #expect(
            again.errors.contains("is revision 2 already") && again.errors.contains("--revision auto"),
            "\(again.errors)")
        #expect(
            try String(contentsOf: kit.folder.url.appendingPathComponent("manifest.json"), encoding: .utf8) == first)
        #expect(try kit.sign("3").status == 0)
    }

    @Test func `--revision auto increases the previous revision and keeps its lineage`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("41", options: "--lineage", "first")
        let result = try kit.sign("auto", options: "--previous", "manifest.json")
        #expect(result.status == 0)
        #expect(!result.errors.contains("not verified"))
        #expect(try kit.payload()?["revision"] == 42 && kit.payload()?["lineage"] == "first")
        let strange = try kit.sign("auto", key: "spare/online", keyring: nil, options: "--previous", "manifest.json")
        #expect(strange.status == 0 && strange.errors.contains("not verified"))
    }

    @Test(arguments: [
        ("keys/online", true), ("keys/root-primary", true), ("spare/online", false), ("keys/root-backup", false),
    ])
    func `sign notes a key that the keyring does not list and that did not sign it`(key: String, isSilent: Bool) throws
    {
        let kit = try SigningKit()
        let result = try kit.sign("1", key: key)
        #expect(result.status == 0)
        #expect(result.errors.contains("keyring.json does not list \(key).key") == !isSilent, "\(result.errors)")
    }

    @Test(arguments: [
        (["--audience", "staging"], "audience"), (["--lineage", "other"], "lineage"),
        (["--revision", "5"], "not above"),
    ])
    func `a previous manifest with another audience, lineage or higher revision is rejected`(
        change: [String], words: String
    ) throws {
        let kit = try SigningKit()
        _ = try kit.sign("5", to: "previous.json")
        let revision = change[0] == "--revision" ? change[1] : "auto"
        let more = change[0] == "--revision" ? [] : change
        let result = try kit.folder.run(
            [
                "sign", "--policy", "policy.json", "--key", "keys/online.key", "--app", "hashtags", "--revision",
                revision,
                "--previous", "previous.json", "-o", "manifest.json",
            ] + more)
        #expect(result.status == 65)
        #expect(result.errors.contains(words))
        #expect(!kit.exists("manifest.json"))
    }

    @Test func `an output of - is standard output, with the summary on standard error`() throws {
        let kit = try SigningKit()
        let result = try kit.sign("1", to: "-")
        #expect(result.output.hasPrefix("{\"payload\":") && result.output.filter { $0 == "\n" }.count == 1)
        #expect(result.errors.contains("revision 1"))
        #expect(try !kit.names().contains("-"))
    }

    @Test func `a replaced file keeps its permissions, and a link its target`() throws {
        let kit = try SigningKit()
        let file = try kit.folder.write("old", to: "manifest.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        let link = kit.folder.url.appendingPathComponent("link.json").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "manifest.json")
        #expect(try kit.sign("1", to: "link.json").status == 0)
        #expect(try kit.mode("manifest.json") == 0o640)
        #expect(try kit.text("manifest.json").hasPrefix("{\"payload\":"))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "manifest.json")
        #expect(try !kit.names().contains { $0.hasSuffix(".tmp") })
    }
}
