import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct PublishCommandTests {
    @Test func `a policy is checked, shown and published byte for byte`() throws {
        let kit = try RemoteKit(
            .ok(SampleResponses.preflight()), .http("201 Created", body: SampleResponses.publication()))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes", "--note", "lost tags & more")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            kit.lines == [
                "POST /v1/admin/apps/hashtags/preflight",
                "PUT /v1/admin/apps/hashtags/policy?note=lost%20tags%20%26%20more",
            ])
        #expect(kit.requests.map(\.text) == [RemoteKit.policy, RemoteKit.policy])
        #expect(kit.requests.last?.headers["if-match"] == "\"7-abc\"")
        #expect(kit.requests.last?.headers["if-none-match"] == nil)
        #expect(kit.requests.allSatisfy { $0.headers["authorization"] == "Bearer \(RemoteKit.token)" })
        #expect(kit.requests.allSatisfy { $0.headers["content-type"] == "application/json" })
        #expect(result.headline == "policy.json: no errors")
        for line in [
            "  ~ floor", "      when: {\"version\":\"<1.4\"} → {\"version\":\"<1.10\"}",
            "PUBLISHED  hashtags, revision 43", "  policy   8", "  issued   2026-11-20 12:34 UTC",
            "  size     2,345 bytes",
        ] { #expect(result.output.contains(line + "\n"), "\(line)\n\(result.output)") }
        #expect(result.output.hasSuffix("airworthy rollback --app hashtags --to-policy 7\n"))
    }

    @Test func `the first policy is published on the condition that there is none`() throws {
        let kit = try RemoteKit(
            .ok(SampleResponses.preflight(basedOn: nil)), .http("201 Created", body: SampleResponses.publication()))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes")
        #expect(result.output.contains("Nothing is published yet; everything is new."))
        #expect(kit.requests.last?.headers["if-none-match"] == "*")
        #expect(kit.requests.last?.headers["if-match"] == nil)
    }

    @Test func `a YAML policy is sent as JSON, and findings have positions in the file`() throws {
        let policy = """
            schema: 1
            rules:
              - id: floor
                when: {version: 1.10}
                update: none
            """
        let findings =
            #"[{"code":"a-code","severity":"warning","path":"rules[0].when.version","line":1,"column":99,"#
            + #""message":"Look here."}]"#
        let kit = try RemoteKit(
            .ok(SampleResponses.preflight(findings)), .ok(SampleResponses.publication()), files: ["policy.yaml": policy]
        )
        let result = try kit.run("publish", "policy.yaml", "--app", "hashtags", "--yes")
        #expect(result.headline == "policy.yaml:4:12: warning: rules[0].when.version: Look here. [a-code]")
        #expect(kit.requests.first?.json?["rules"]?.arrayValue?.first?["when"] == ["version": "1.10"])
    }

    @Test func `publish without a terminal shows the report and needs --yes`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.preflight()))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags")
        #expect(result.status == 64)
        #expect(result.output.contains("  ~ floor\n"))
        #expect(result.errors.contains("nothing was published") && result.errors.contains("--yes"))
        #expect(kit.lines == ["POST /v1/admin/apps/hashtags/preflight"])
    }

    @Test(arguments: [("y", 0, 2), ("YES", 0, 2), ("n", 1, 1), ("", 1, 1), ("yikes", 1, 1)] as [(String, Int32, Int)])
    func `publish asks for confirmation at a terminal`(typed: String, status: Int32, requests: Int) throws {
        let kit = try RemoteKit(
            .ok(SampleResponses.preflight()), .http("201 Created", body: SampleResponses.publication()))
        let result = try kit.runAtTerminal(typing: typed, "publish", "policy.json", "--app", "hashtags")
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains("Publish to hashtags? [y/N] "))
        #expect(result.errors.contains("nothing was published") == (status == 1))
        #expect(result.output.contains("PUBLISHED") == (status == 0))
        #expect(kit.lines.count == requests)
    }

    @Test func `a rejected policy is published with --force and --reason only`() throws {
        let finding = #"[{"code":"loop","severity":"error","path":"rules[0]","line":2,"column":3,"message":"Loops."}]"#
        let kit = try RemoteKit(.ok(SampleResponses.preflight(finding, refused: true)))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes")
        #expect(result.status == 65)
        #expect(result.headline == "policy.json:2:3: error: rules[0]: Loops. [loop]")
        #expect(
            result.errors.contains(
                "nothing was published: policy.json: 1 error; to publish it anyway give --force --reason"))
        #expect(kit.lines.count == 1)

        let forcing = try RemoteKit(
            .ok(SampleResponses.preflight(finding, refused: true)), .ok(SampleResponses.publication()))
        let forced = try forcing.run(
            "publish", "policy.json", "--app", "hashtags", "--yes", "--force", "--reason", "it burns")
        #expect(forced.status == 0)
        #expect(forcing.lines.last == "PUT /v1/admin/apps/hashtags/policy?force=it%20burns")
    }

    @Test func `a policy that changes nothing is not published`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.preflight(changesNothing: true)))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes")
        #expect(result.status == 0)
        #expect(result.output.contains("Nothing to do: this policy is already published for hashtags.\n"))
        #expect(kit.lines.count == 1)
    }

    @Test func `a policy that changes nothing takes waiting release data along`() throws {
        let preflight =
            #"{"findings":[],"refused":false,"changesNothing":true,"takesReleasesAlong":true,"basedOn":"7-a"}"#
        let publication = #"{"revision":43,"policyVersion":7,"cause":"catalog","new":true}"#
        let kit = try RemoteKit(.ok(preflight), .ok(publication))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes")
        #expect(
            result.output.contains("This policy is already published, but release data wait; they will be published."))
        #expect(result.output.contains("PUBLISHED  hashtags, revision 43\n") && !result.output.contains("rollback"))
        #expect(kit.requests.last?.headers["if-match"] == "\"7-a\"")
    }

    @Test func `publish says of which rules clients of a config.json hear nothing`() throws {
        let policy = """
            {"schema": 1, "app": "hashtags", "rules": [
             {"id": "bad", "when": {"version": "2.2.0"}, "update": "required"},
             {"id": "nudge", "when": {"version": "<latest"}, "update": "recommended"}]}
            """
        let kit = try RemoteKit(
            .ok(SampleResponses.preflight()), .ok(SampleResponses.publication()), files: ["mixed.json": policy])
        let result = try kit.run("publish", "mixed.json", "--app", "hashtags", "--yes")
        #expect(result.output.contains("do not hear of the rule \"nudge\""), "\(result.output)")
        #expect(!result.output.contains("hear of the rule \"bad\""))
    }

    @Test func `a repeated publish reports that the policy is published already`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.preflight()), .ok(SampleResponses.publication(isNew: false)))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes")
        #expect(result.output.contains("PUBLISHED ALREADY  hashtags, revision 43\n"))
    }

    @Test func `publish exits with 75 if another admin published first`() throws {
        let kit = try RemoteKit(
            .ok(SampleResponses.preflight()),
            .problem(412, name: "precondition-failed", detail: "ann published policy 8 in between."))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes")
        #expect(result.status == 75)
        #expect(
            result.errors
                == "airworthy: ann published policy 8 in between; check the published policy and run the command again "
                + "[precondition-failed]\n")
    }

    @Test func `a lost connection says that repeating the command is safe`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.preflight()), .hangUp)
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes")
        #expect(result.status == 75)
        #expect(result.errors.contains("repeating the same command is safe"))
        #expect(kit.lines.count == 2)
    }

    @Test(
        arguments: [
            ("broken.json", #"{"schema": 1, "rules": [}"#, "broken.json:1:25: error:"),
            ("typo.yaml", "schema: 1\nrules:\n  - {id: a, wehn: {}, update: none}\n", "typo.yaml:3:13: error:"),
            ("other.json", #"{"schema": 1, "app": "birthdays", "rules": []}"#, "is for the app \"birthdays\""),
            ("catalog.json", #"{"schema": 1, "releases": []}"#, "catalog import"),
            ("manifest.json", #"{"policy": {}, "revision": 1}"#, "without its signature"),
        ])
    func `an unreadable policy is not sent`(name: String, text: String, words: String) throws {
        let kit = try RemoteKit(.ok(SampleResponses.preflight()), files: [name: text])
        let result = try kit.run("publish", name, "--app", "hashtags", "--yes")
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(kit.lines.isEmpty)
    }

    @Test(
        arguments: [
            ["--force"], ["--reason", "why"], ["--force", "--reason", " "], ["--timeout", "0"],
        ])
    func `contradicting options of publish are usage errors`(options: [String]) throws {
        let kit = try RemoteKit()
        let result = try kit.folder.run(["publish", "policy.json", "--app", "hashtags", "--yes"] + options)
        #expect(result.status == 64)
    }

    @Test func `publish --json prints one line with the preflight and the publication`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.preflight()), .ok(SampleResponses.publication()))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes", "--json")
        #expect(result.output.filter { $0 == "\n" }.count == 1)
        let answer = try JSONReader.read(result.output).jsonValue
        #expect(answer["schema"] == 1 && answer["publication"]?["revision"] == 43)
        #expect(answer["preflight"]?["basedOn"] == "7-abc")
        #expect(result.errors.contains("~ floor"))

        let refusing = try RemoteKit(.ok(SampleResponses.preflight(refused: true)))
        let refused = try refusing.run("publish", "policy.json", "--app", "hashtags", "--yes", "--json")
        #expect(refused.status == 65)
        #expect(try JSONReader.read(refused.output).jsonValue["publication"] == .null)
    }
}

@Suite(.blocking) struct PublishEffectTests {
    @Test func `what cannot be known and where numbers come from stand in the output`() throws {
        let impact = """
            {"days":28,"source":"import","origin":"old\\u001b[2J.csv","importedAt":"2026-11-20T08:00:00Z",
             "asOf":"2026-11-27T08:00:00Z","installations":1000,"unknowable":300,"blockedBefore":0,"blocked":20,
             "newlyBlocked":20,"newlyBlockedStuck":5,"newlyBlockedAtMost":320,"stuckBefore":0,"stuck":5,"stuckAtMost":5,"waiting":7,
             "matrix":[{"from":"ok","to":"ok","count":680},{"from":"ok","to":"required","count":20}],
             "groups":[{"rule":"floor","from":"ok","to":"required","version":"1.3","channel":"appstore","count":20}],
             "stuckBy":[{"reason":"osTooOld","count":5}],"rules":[{"rule":"floor","status":"required","count":20}],
             "storefronts":[{"value":"JP","installations":1000,"newlyBlocked":20,"stuck":5}],"later":[]}
            """.replacing("\n", with: "")
        let preflight = SampleResponses.preflight().dropLast() + #","impact":\#(impact)}"#
        let kit = try RemoteKit(.ok(String(preflight)), .ok(SampleResponses.publication()))
        let result = try kit.run("publish", "policy.json", "--app", "hashtags", "--yes", "--max-blocked", "40%")
        #expect(result.status == 0, "\(result.errors)")
        for words in [
            "20 of 1,000 installations (2.0 %) would be blocked; 5 of them cannot update: the update needs a newer system.",
            "imported at 2026-11-20 08:00 UTC", "cannot  be  known", "  300  30.0 %",
            "At most 32.0 % are newly blocked.", "7 installations will be asked once",
        ] { #expect(result.output.contains(words), "\(words) is missing in:\n\(result.output)") }
        #expect(!result.output.utf8.contains(0x1B))
    }
}

@Suite(.blocking) struct PublishManifestTests {
    private static let effect = ScriptedServer.Answer.ok(
        #"{"impact":{"days":28,"source":"checkIns","installations":200,"newlyBlocked":10,"newlyBlockedAtMost":10,"stuck":0}}"#
    )

    @Test func `a manifest signed by CI keeps the limits, too`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("41", to: "old.json")
        _ = try kit.sign("42")
        for (options, status) in [(["--yes"], 64), (["--max-blocked", "4%"], 1)] as [([String], Int32)] {
            let server = try ScriptedServer([
                .ok(SampleResponses.app("ci", revision: 41, policy: 0)), .ok(try kit.text("old.json")), Self.effect,
            ])
            let result = try kit.folder.run(
                ["publish", "manifest.json", "--app", "hashtags"] + options,
                environment: ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
            #expect(result.status == status && result.errors.contains("nothing was published: 10 of 200"))
            #expect(server.requests.count == 3)
        }
    }

    @Test func `a manifest signed by CI is sent byte for byte`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("41", to: "old.json")
        _ = try kit.sign("42")
        let server = try ScriptedServer([
            .ok(SampleResponses.app("ci", revision: 41, policy: 0)), .ok(try kit.text("old.json")), Self.effect,
            .ok(SampleResponses.publication(42)),
        ])
        let result = try kit.folder.run(
            ["publish", "manifest.json", "--app", "hashtags", "--yes", "--note", "42", "--max-blocked", "5%"],
            environment: ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            server.requests.map(\.line) == [
                "GET /v1/admin/apps/hashtags", "GET /v1/admin/apps/hashtags/manifests/41",
                "POST /v1/admin/apps/hashtags/manifest/preflight",
                "PUT /v1/admin/apps/hashtags/manifest?note=42&maxBlocked=5",
            ])
        #expect(server.requests[2].text == server.requests[3].text)
        #expect(result.output.contains("\n10 of 200 installations (5.0 %) would be blocked.\n"), "\(result.output)")
        #expect(try server.requests.last?.text == kit.text("manifest.json"))
        #expect(result.output.contains("  revision: 41 → 42\n"))
        #expect(result.output.contains("PUBLISHED  hashtags, revision 42\n"))
    }

    @Test func `a manifest is rejected if the server signs the app`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("42")
        let server = try ScriptedServer([.ok(SampleResponses.app())])
        let result = try kit.folder.run(
            ["publish", "manifest.json", "--app", "hashtags", "--yes"],
            environment: ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
        #expect(result.status == 65)
        #expect(result.errors.contains("the server signs this app; publish the policy"))
        #expect(server.requests.count == 1)
    }

    @Test func `a manifest of another app, or with --force, is rejected before any request`() throws {
        let kit = try SigningKit()
        _ = try kit.sign("42")
        let settings = ["AIRWORTHY_SERVER": "http://127.0.0.1:9", "AIRWORTHY_TOKEN": RemoteKit.token]
        let other = try kit.folder.run(
            ["publish", "manifest.json", "--app", "birthdays", "--yes"], environment: settings)
        #expect(other.status == 65 && other.errors.contains("is for the app \"hashtags\", not for \"birthdays\""))
        let forced = try kit.folder.run(
            ["publish", "manifest.json", "--app", "hashtags", "--yes", "--force", "--reason", "x"],
            environment: settings)
        #expect(forced.status == 64 && forced.errors.contains("--force is for policies"))
    }
}
