import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation
import Testing
import ToolTesting

/// `apply` with a real server.
@Suite(.blocking) struct ApplyCommandTests {
    private static let whole = [
        "hashtags/app.yaml": ApplyKit.settings, "hashtags/policy.yaml": ApplyKit.policy,
        "hashtags/catalog.yaml": ApplyKit.catalog, "README.md": "for people", "hashtags/.gitkeep": "",
    ]

    @Test func `a folder is planned, applied, and then there is nothing to do`() throws {
        let kit = try ApplyKit(Self.whole)
        let plan = try kit.apply("--plan")
        #expect(plan.status == 0, "\(plan.errors)")
        for line in [
            "hashtags  new app, catalog, policy", "  bundleID: com.example.hashtags", "    + iOS 2.2.1", "  + floor",
            "airworthy/hashtags/policy.yaml: 1 warning", "Plan: 1 of 1 app changes.",
        ] { #expect(plan.output.contains(line + "\n"), "\(line)\n\(plan.output)") }
        #expect(try kit.get("/v1/admin/apps")?["apps"] == [])

        let applied = try kit.apply("--yes", "--note", "from Git")
        #expect(applied.status == 0, "\(applied.errors)")
        for line in ["CREATED  hashtags", "IMPORTED  hashtags, 1 release", "PUBLISHED  hashtags, revision 1"] {
            #expect(applied.output.contains(line), "\(line)\n\(applied.output)")
        }
        let app = try #require(try kit.get("/v1/admin/apps/hashtags"))
        #expect(app["appleID"] == 6_504_763_618 && app["platforms"] == ["ios", "macos"])
        let history = try kit.get("/v1/admin/apps/hashtags/history")
        #expect(history?["revisions"]?.arrayValue?.first?["note"] == "from Git")

        for options in [["--yes"], ["--plan"], []] {
            let again = try kit.run(["apply", "airworthy"] + options)
            #expect(again.status == 0 && again.output.contains("Nothing to do"), "\(again.errors)")
        }
        let required = try kit.apply("--yes", "--require-change")
        #expect(required.status == 1 && required.errors.contains("nothing changes"))
        #expect(try kit.get("/v1/admin/apps/hashtags")?["head"]?["revision"] == 1)
    }

    @Test func `only what the folder has is changed, and other apps stay`() throws {
        let kit = try ApplyKit(Self.whole)
        try kit.setup.createApp("other", pins: [kit.setup.key.publicKey], on: kit.server)
        #expect(try kit.apply("--yes").status == 0)
        try kit.write("schema: 1\nappleID: null\nstorefronts: [NO, jp]\n", to: "hashtags/app.yaml")
        let plan = try kit.apply("--plan")
        #expect(plan.output.hasPrefix("hashtags  settings\n"), "\(plan.output)")
        for line in ["  appleID: 6504763618 → (none)", "  storefronts: US → NO, JP"] {
            #expect(plan.output.contains(line + "\n"), "\(plan.output)")
        }
        #expect(plan.output.contains("No folder, so left as they are: other\n"))
        #expect(try kit.apply("--yes").status == 0)
        let app = try #require(try kit.get("/v1/admin/apps/hashtags"))
        #expect(app["appleID"] == .null && app["storefronts"] == ["NO", "JP"])
        #expect(app["platforms"] == ["ios", "macos"] && app["bundleID"] == "com.example.hashtags")
    }

    @Test func `releases and rules that are changed together have no second advice about publishing`() throws {
        let kit = try ApplyKit(Self.whole)
        #expect(try kit.apply("--yes").status == 0)
        try kit.write(ApplyKit.policy.replacing("<1.4", with: "<1.5"), to: "hashtags/policy.yaml")
        try kit.write(ApplyKit.catalog.replacing("2.2.1", with: "2.3.0"), to: "hashtags/catalog.yaml")
        let plan = try kit.apply("--plan")
        #expect(plan.status == 0 && !plan.output.contains("The signed manifest will have"), "\(plan.output)")
        let applied = try kit.apply("--yes")
        #expect(applied.status == 0 && applied.output.contains("PUBLISHED  hashtags"), "\(applied.errors)")
        #expect(!applied.output.contains("Will be published") && !applied.output.contains("catalog publish"))
    }

    @Test func `pins that trust none of the server's keys are refused, and nothing is changed`() throws {
        let kit = try ApplyKit(Self.whole)
        #expect(try kit.apply("--yes").status == 0)
        let strange = try PrivateKey.generate().publicKey.base64
        try kit.write(ApplyKit.settings + "pins: [{key: \(strange), role: root}]\n", to: "hashtags/app.yaml")
        let refused = try kit.apply("--yes")
        #expect(refused.status == 65, "\(refused.output)\(refused.errors)")
        #expect(refused.errors.contains("nothing was changed: this server signs with"), "\(refused.errors)")
        #expect(try kit.get("/v1/admin/apps/hashtags")?["head"]?["state"] == "live")
        let direct = try kit.setup.send(
            "PATCH", to: "/v1/admin/apps/hashtags", on: kit.server,
            body: #"{"pins": [{"key": "\#(strange)", "role": "root"}]}"#)
        #expect(direct.status == 422 && direct.body.contains("not-trusted"), "\(direct.body)")
        try kit.write(
            "schema: 1\nbundleID: com.example.b\npins: [{key: \(strange), role: root}]\n", to: "birthdays/app.yaml")
        try kit.write(ApplyKit.settings, to: "hashtags/app.yaml")
        let new = try kit.apply("--yes")
        #expect(new.status == 65 && new.errors.contains("the app was not created"), "\(new.errors)")
        #expect(try kit.get("/v1/admin/apps")?["apps"]?.arrayValue?.count == 1)
    }

    @Test func `a refused policy changes nothing in any app, unless it is forced with a reason`() throws {
        let kit = try ApplyKit(Self.whole)
        let harmful = ApplyKit.policy.replacing("<1.4", with: "<9")
        try kit.write("schema: 1\nbundleID: com.example.b\n", to: "birthdays/app.yaml")
        try kit.write(ApplyKit.policy, to: "birthdays/policy.yaml")
        try kit.write(harmful, to: "hashtags/policy.yaml")
        let refused = try kit.apply("--yes")
        #expect(refused.status == 65, "\(refused.output)\(refused.errors)")
        #expect(refused.output.contains("airworthy/hashtags/policy.yaml:3:"), "\(refused.output)")
        #expect(refused.errors.contains("nothing was changed") && refused.errors.contains("--force --reason"))
        #expect(try kit.get("/v1/admin/apps")?["apps"] == [])

        let forced = try kit.apply("--yes", "--force", "--reason", "the old server ends")
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try kit.get("/v1/admin/apps/hashtags")?["head"]?["policyVersion"] == 1)
    }

    @Test func `a policy is checked beside the catalog of the same folder`() throws {
        let kit = try ApplyKit(Self.whole)
        #expect(try kit.apply("--yes").status == 0)
        try kit.write(ApplyKit.policy.replacing("<1.4", with: "<2.2.2"), to: "hashtags/policy.yaml")
        let alone = try kit.apply("--plan")
        #expect(alone.status == 65, "\(alone.output)")
        try kit.write(ApplyKit.catalog.replacing("2.2.1", with: "2.2.2"), to: "hashtags/catalog.yaml")
        let both = try kit.apply("--yes")
        #expect(both.status == 0, "\(both.output)\(both.errors)")
        #expect(both.output.contains("PUBLISHED  hashtags"))
    }

    @Test func `the number of the app changes in its settings and its policy at once`() throws {
        let kit = try ApplyKit(Self.whole)
        #expect(try kit.apply("--yes").status == 0)
        try kit.write(ApplyKit.settings.replacing("6504763618", with: "7"), to: "hashtags/app.yaml")
        try kit.write(
            ApplyKit.policy.replacing("schema: 1", with: "schema: 1\nappleID: 7"), to: "hashtags/policy.yaml")
        let result = try kit.apply("--yes")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("  appleID: (none) → 7\n") && result.output.contains("PUBLISHED  hashtags"))
        #expect(try kit.apply("--yes").output.contains("Nothing to do"))
    }

    @Test func `a manifest that CI signed is published byte for byte`() throws {
        let signing = try SigningKit()
        let signed = try signing.sign("7", at: Timestamp.format(Date()))
        try #require(signed.status == 0, "\(signed.errors)")
        let kit = try ApplyKit()
        try kit.write(try signing.text("keys/root-primary.pub"), to: "ci.pub")
        try kit.write(
            "schema: 1\nbundleID: com.example.hashtags\nsigning: ci\npins: [{file: ci.pub, role: root}]\n",
            to: "hashtags/app.yaml")
        try kit.write(try signing.text("manifest.json"), to: "hashtags/manifest.json")
        let applied = try kit.apply("--yes")
        #expect(applied.status == 0, "\(applied.output)\(applied.errors)")
        let served = try kit.server.send("GET", to: "/v1/apps/hashtags/manifest").body
        #expect(try served == signing.text("manifest.json"))
        #expect(try kit.apply("--yes").output.contains("Nothing to do"))

        try #require(try signing.sign("8", at: Timestamp.format(Date())).status == 0)
        try kit.write(try signing.text("manifest.json"), to: "hashtags/manifest.json")
        let planned = try kit.apply("--plan")
        #expect(planned.output.contains("No installations are known"), "\(planned.output)\(planned.errors)")
        let limited = try kit.apply("--yes", "--max-blocked", "1%")
        #expect(limited.errors.contains("no installations of hashtags are known"), "\(limited.errors)")
        try kit.write(
            "schema: 1\nbundleID: com.example.hashtags\nsigning: ci\nappleID: 7\npins: [{file: ci.pub, role: root}]\n",
            to: "hashtags/app.yaml")
        let both = try kit.apply("--yes")
        #expect(
            both.status == 0 && both.output.contains("Whom it hits is not known while"), "\(both.output)\(both.errors)")

        try FileManager.default.removeItem(
            at: kit.folder.url.appendingPathComponent("airworthy/hashtags/manifest.json"))
        try kit.write(ApplyKit.policy, to: "hashtags/policy.yaml")
        let policy = try kit.apply("--yes")
        #expect(policy.status == 65 && policy.errors.contains("CI signs this app"), "\(policy.errors)")
    }

    @Test func `a setting that can never change is reported with its place`() throws {
        let kit = try ApplyKit(Self.whole)
        #expect(try kit.apply("--yes").status == 0)
        try kit.write(ApplyKit.settings + "lineage: other\n", to: "hashtags/app.yaml")
        let result = try kit.apply("--yes")
        #expect(result.status == 65)
        #expect(
            result.errors.contains("airworthy/hashtags/app.yaml:5:1: lineage can never be changed"), "\(result.errors)")
    }

    @Test func `missing rights are found before the first change`() throws {
        let kit = try ApplyKit(Self.whole)
        let narrow = try kit.apply("--yes", token: try kit.token(rights: ["read", "publish"]))
        #expect(narrow.status == 77 && narrow.errors.contains("lacks the right `apps`"), "\(narrow.errors)")
        #expect(try kit.get("/v1/admin/apps")?["apps"] == [])
        #expect(try kit.apply("--yes").status == 0)

        try kit.write(ApplyKit.policy.replacing("1.4", with: "1.3"), to: "hashtags/policy.yaml")
        let reading = try kit.token(rights: ["read"], apps: ["hashtags"])
        #expect(try kit.apply("--plan", token: reading).status == 0)
        let refused = try kit.apply("--yes", token: reading)
        #expect(refused.status == 77 && refused.errors.contains("lacks the right `publish`"), "\(refused.errors)")
        let foreign = try kit.token(rights: ["read", "publish"], apps: ["hashtags"])
        try kit.write(ApplyKit.policy, to: "birthdays/policy.yaml")
        let outside = try kit.apply("--yes", token: foreign)
        #expect(outside.status == 66 && outside.errors.contains("birthdays: no such app"), "\(outside.errors)")
        #expect(try kit.get("/v1/admin/apps/hashtags")?["head"]?["policyVersion"] == 1)
        #expect(try kit.apply("--yes", "--app", "hashtags", token: foreign).status == 0)
        #expect(try kit.apply("--yes", token: "adm_0123456789").status == 77)
    }

    @Test func `a limit of hit installations is kept, in the plan, too`() throws {
        let kit = try ApplyKit(Self.whole)
        #expect(try kit.apply("--yes", "--max-blocked", "2%").status == 0)
        try kit.write(ApplyKit.policy.replacing("<1.4", with: "<1.5"), to: "hashtags/policy.yaml")
        let unknown = try kit.apply("--yes", "--max-blocked", "2%")
        #expect(unknown.status == 69 && unknown.errors.contains("no installations of hashtags are known"))
        _ = try kit.folder.write(
            "platform,version,build,channel,os,storefront,count\nios,1.4.5,1,appstore,17.4,US,100\n", to: "installs.csv"
        )
        let imported = try kit.run(["adoption", "import", "installs.csv", "--app", "hashtags"])
        try #require(imported.status == 0, "\(imported.errors)")
        for options in [["--plan"], ["--yes"]] {
            let refused = try kit.run(["apply", "airworthy", "--max-blocked", "2%"] + options)
            #expect(refused.status == 1 && refused.errors.contains("100.0 %"), "\(refused.errors)")
            #expect(refused.output.contains("100 installations"), "\(refused.output)")
        }
        let plan = try kit.run(["apply", "airworthy", "--plan"])
        #expect(plan.status == 0 && plan.output.contains("Applying this needs --max-blocked."), "\(plan.output)")
        let grave = try kit.apply("--yes")
        #expect(grave.status == 64 && grave.errors.contains("give --max-blocked 100% if this is"), "\(grave.errors)")
        #expect(try kit.get("/v1/admin/apps/hashtags")?["head"]?["policyVersion"] == 1)
        #expect(try kit.apply("--yes", "--max-blocked", "100%").status == 0)
    }

    @Test func `the plan and the results are one line of JSON`() throws {
        let kit = try ApplyKit(Self.whole)
        let result = try kit.apply("--yes", "--json")
        #expect(result.output.filter { $0 == "\n" }.count == 1)
        let json = try JSONReader.read(result.output).jsonValue
        #expect(json["changes"] == 1 && json["refused"] == 0 && json["failure"] == .null)
        #expect(json["apps"]?.arrayValue?.first?["settings"]?["action"] == "create")
        #expect(json["applied"]?.arrayValue?.compactMap { $0["change"] } == ["creation", "catalog", "policy"])
        try kit.write("schema: 1\nrules: [\n", to: "hashtags/policy.yaml")
        let broken = try JSONReader.read(try kit.apply("--plan", "--json").output).jsonValue
        #expect(broken["problems"]?.arrayValue?.first?["file"] == "airworthy/hashtags/policy.yaml")
    }

    @Test func `without a terminal the plan is shown and --yes is needed`() throws {
        let kit = try ApplyKit(Self.whole)
        let result = try kit.apply()
        #expect(result.status == 64 && result.errors.contains("nothing was changed") && result.errors.contains("--yes"))
        #expect(try kit.get("/v1/admin/apps")?["apps"] == [])
    }
}
