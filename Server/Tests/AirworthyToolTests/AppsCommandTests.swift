import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct AppsCommandTests {
    @Test func `apps are listed as a table`() throws {
        let kit = try RemoteKit(
            .ok(#"{"apps":[\#(SampleResponses.app()),\#(SampleResponses.app("ci", revision: 0))]}"#))
        let result = try kit.run("apps", "list")
        #expect(kit.lines == ["GET /v1/admin/apps"])
        #expect(
            result.output == """
                  APP       STATE  REVISION  EXPIRES (UTC)     SIGNED BY  BUNDLE ID
                  hashtags  live         42  2026-12-20 12:00  server     com.example.hashtags
                  hashtags  live             2026-12-20 12:00  ci         com.example.hashtags

                """)
    }

    @Test func `a sentence replaces an empty list of apps`() throws {
        #expect(try RemoteKit(.ok(#"{"apps":[]}"#)).run("apps", "list").output.hasPrefix("no apps yet; "))
    }

    @Test func `apps show prints the settings of an app`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.app()), .ok(SampleResponses.app()))
        let result = try kit.run("apps", "show", "hashtags")
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags"])
        #expect(result.headline == "LIVE  hashtags")
        for line in [
            "Apple ID         12", "platforms        ios, macos", "pins             root  51d8  AAAA",
            "expires          2026-12-20 12:00 UTC",
        ] { #expect(result.output.contains("  \(line)\n"), "\(result.output)") }
        let json = try kit.run("apps", "show", "hashtags", "--json")
        #expect(json.output == #"{"schema":1,"# + SampleResponses.app().dropFirst() + "\n")
    }

    @Test func `apps create sends all settings and keys`() throws {
        let keys = try SigningKit()
        let server = try ScriptedServer([.http("201 Created", body: SampleResponses.app(revision: 0))])
        let result = try keys.folder.run(
            [
                "apps", "create", "hashtags", "--bundle-id", "com.example.hashtags", "--apple-id", "12", "--platform",
                "ios", "--platform", "macos", "--language", "ja", "--internal-builds", "none", "--testflight-notes",
                "all",
                "--storefront", "jpn", "--storefront", "US", "--apple-key", "2X9R4HXF34", "--root",
                "keys/root-primary.pub", "--online", "keys/online.pub", "--audience", "staging", "--lineage", "first",
            ], environment: ["AIRWORTHY_SERVER": server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.headline == "created: hashtags")
        #expect(result.output.hasSuffix("Next: airworthy publish policy.yaml --app hashtags\n"))
        #expect(server.requests.map(\.line) == ["POST /v1/admin/apps"])
        let body = server.requests.first?.json
        let pins = body?["pins"]?.arrayValue
        #expect(pins?.map { $0["role"] } == ["root", "online"])
        #expect(pins?.allSatisfy { $0["key"]?.stringValue?.utf8.count == 44 } == true)
        var rest = body?.objectValue
        rest?["pins"] = nil
        #expect(
            rest.map(JSONValue.object)?.jsonText()
                == #"{"slug":"hashtags","bundleID":"com.example.hashtags","signing":"server","appleID":12,"#
                + #""platforms":["ios","macos"],"storefronts":["JP","US"],"appleKeyID":"2X9R4HXF34","defaultLanguage":"ja","#
                + #""internalBuilds":"none","testFlightNotes":"all","audience":"staging","#
                + #""lineage":"first"}"#)
    }

    @Test func `apps create sends only the given settings`() throws {
        let kit = try RemoteKit(.http("201 Created", body: SampleResponses.app("ci")))
        _ = try kit.run("apps", "create", "hashtags", "--bundle-id", "a.b", "--signing", "ci")
        #expect(kit.requests.first?.text == #"{"slug":"hashtags","bundleID":"a.b","signing":"ci"}"#)
    }

    @Test(
        arguments: [
            (["--platform", "ios"], #"{"platforms":["ios"]}"#),
            (["--testflight-notes", "none"], #"{"testFlightNotes":"none"}"#), (["--no-apple-id"], #"{"appleID":null}"#),
            (["--bundle-id", "a.b", "--apple-id", "5"], #"{"appleID":5,"bundleID":"a.b"}"#),
        ])
    func `apps update sends only the given settings`(options: [String], body: String) throws {
        let kit = try RemoteKit(.ok(SampleResponses.app()))
        let result = try kit.folder.run(
            ["apps", "update", "hashtags"] + options,
            environment: ["AIRWORTHY_SERVER": kit.server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
        #expect(result.status == 0, "\(result.errors)")
        #expect(kit.lines == ["PATCH /v1/admin/apps/hashtags"])
        #expect(kit.requests.first?.text == body)
    }

    @Test(
        arguments: [
            (["create", "Hash", "--bundle-id", "a"], 65), (["create", "hash"], 64), (["update", "hashtags"], 64),
            (["create", "hash", "--bundle-id", "a", "--platform", "amiga"], 65),
            (["update", "hash", "--testflight-notes", "internal"], 64),
            (["create", "hash", "--bundle-id", "a", "--apple-id", "-1"], 65),
            (["create", "hash", "--bundle-id", "a", "--root", "policy.json"], 65),
            (["update", "hash", "--apple-id", "1", "--no-apple-id"], 64), (["show", "../x"], 65),
        ] as [([String], Int32)])
    func `invalid arguments of apps commands send no request`(arguments: [String], status: Int32) throws {
        let kit = try RemoteKit(.ok("{}"))
        let result = try kit.folder.run(
            ["apps"] + arguments,
            environment: ["AIRWORTHY_SERVER": kit.server.address, "AIRWORTHY_TOKEN": RemoteKit.token])
        #expect(result.status == status, "\(result.errors)")
        #expect(kit.lines.isEmpty)
    }

    @Test(arguments: [["create", "hash", "--bundle-id", "a", "--pin", "a.pub"], ["update", "hash", "--pin", "a.pub"]])
    func `the former option --pin names its replacement`(arguments: [String]) throws {
        let result = try ScratchFolder().run(["apps"] + arguments)
        #expect(result.status == 64)
        #expect(result.errors.contains("--pin was renamed to --root"), "\(result.errors)")
    }

    @Test func `apps delete needs a confirmation`() throws {
        let kit = try RemoteKit(.ok(SampleResponses.app()), .http("204 No Content", body: ""))
        let asked = try kit.run("apps", "delete", "hashtags")
        #expect(asked.status == 64)
        #expect(asked.errors.hasPrefix("hashtags has revision 42 published. Its name can never be used again.\n"))
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags"])
        let done = try kit.run("apps", "delete", "hashtags", "--yes")
        #expect(done.status == 0 && done.output == "deleted: hashtags\n")
        #expect(kit.lines == ["GET /v1/admin/apps/hashtags", "DELETE /v1/admin/apps/hashtags"])
    }
}
