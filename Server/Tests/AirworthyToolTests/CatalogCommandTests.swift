import AirworthyPolicy
import Foundation
import Testing
import ToolTesting

@Suite(.blocking) struct CatalogCommandTests {
    static let catalog = """
        {"schema": 1, "app": "hashtags", "asOf": "2026-11-20T00:00:00Z", "releases": [
          {"platform": "ios", "version": "2.2.1", "build": "310", "offers": [
            {"channel": "appstore", "storefronts": ["JP", "US"], "publishedAt": "2026-11-13T00:00:00Z"}]}]}
        """
    static let sources =
        #"{"asOf":"2026-11-20T00:00:00Z","stale":true,"sources":["#
        + #"{"name":"appStoreConnect","asOf":null,"changedAt":null,"stale":false,"interval":300,"lastAttempt":null,"problem":null},"#
        + #"{"name":"lookup:JP","asOf":"2026-11-20T00:00:00Z","changedAt":"2026-11-20T00:00:00Z","stale":true,"#
        + #""interval":900,"lastAttempt":"2026-11-20T01:00:00Z","problem":"timed out"}]}"#
    static let receipt =
        #"{"new":true,"digest":"d","asOf":"2026-11-20T00:00:00Z","releases":1,"publication":null,"#
        + #""publishesAt":"2026-11-20T12:10:00Z","alert":"an error is new"}"#

    @Test func `withdraw shows whom it hits before it asks, and goes ahead if nobody can say`() throws {
        let effect = #"{"impact":{"days":28,"source":"checkIns","installations":200,"newlyBlocked":0,"stuck":100}}"#
        let kit = try RemoteKit(.ok(Self.catalog), .ok(effect), .ok(Self.receipt))
        let result = try kit.run("catalog", "withdraw", "2.2.1", "--build", "310", "--app", "hashtags", "--yes")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            kit.lines == [
                "GET /v1/admin/apps/hashtags/catalog", "POST /v1/admin/apps/hashtags/catalog/withdraw/preflight",
                "POST /v1/admin/apps/hashtags/catalog/withdraw",
            ])
        #expect(kit.requests[1].text == kit.requests[2].text)
        #expect(
            result.output.hasPrefix(
                "None of 200 installations would be newly blocked; 100 would be told to update and cannot.\n"),
            "\(result.output)")
        let failing = try RemoteKit(
            .ok(Self.catalog), .problem(503, name: "overloaded", detail: "Too much to do"), .ok(Self.receipt))
        let anyway = try failing.run("catalog", "withdraw", "2.2.1", "--app", "hashtags", "--yes", "--json")
        #expect(
            anyway.status == 0 && anyway.errors.contains("Whom this hits is not known: Too much to do [overloaded]"))
        #expect(try JSONReader.read(anyway.output).jsonValue["new"] == true)
        // Without a confirmation nothing is withdrawn.
        let asking = try RemoteKit(.ok(Self.catalog), .ok(effect))
        #expect(try asking.run("catalog", "withdraw", "2.2.1", "--app", "hashtags").status == 64)
    }

    @Test func `a JSON catalog is sent byte for byte`() throws {
        let kit = try RemoteKit(.ok(Self.receipt), files: ["catalog.json": Self.catalog])
        let result = try kit.run("catalog", "import", "catalog.json", "--app", "hashtags")
        #expect(result.status == 0, "\(result.errors)")
        #expect(kit.lines == ["PUT /v1/admin/apps/hashtags/catalog"])
        #expect(kit.requests.first?.text == Self.catalog)
        #expect(
            result.output == """
                IMPORTED  hashtags, 1 release as of 2026-11-20 00:00 UTC
                Will be published by 2026-11-20 12:11 UTC: additions wait a while after the last automatic publish.
                Publish now: airworthy catalog publish --app hashtags
                alert: an error is new

                """)
    }

    @Test(
        arguments: [
            (
                #"{"new":true,"releases":2,"publication":\#(SampleResponses.publication())}"#,
                "Published as revision 43. "
            ),
            (
                #"{"new":true,"releases":2,"publication":null,"unpublished":"no-policy"}"#,
                "Not published: there is no policy yet"
            ),
            (
                #"{"new":true,"releases":2,"publication":null,"unpublished":"signed-elsewhere"}"#,
                "Not published: CI signs this app"
            ),
            (
                #"{"new":true,"releases":2,"publication":null,"unpublished":"no-difference"}"#,
                "Not published: apps see no difference.\n"
            ),
            (
                #"{"new":false,"releases":2,"publication":null}"#,
                "NO CHANGE  hashtags already has this catalog, 2 releases\n"
            ),
        ])
    func `the result of an import is printed`(receipt: String, words: String) throws {
        let kit = try RemoteKit(.ok(receipt), files: ["catalog.json": Self.catalog])
        #expect(try kit.run("catalog", "import", "catalog.json", "--app", "hashtags").output.contains(words))
    }

    @Test func `a lookup answer is imported for its own app only`() throws {
        let path = Tool.root.appendingPathComponent("Examples/data/lookup-birthdays-jp.json").path
        let bundle =
            try JSONReader.read(String(contentsOfFile: path, encoding: .utf8)).jsonValue["results"]?
            .arrayValue?.first?["bundleId"]?.stringValue ?? ""
        let right = try RemoteKit(
            .ok(#"{"slug":"birthdays","bundleID":"\#(bundle)","appleID":null}"#), .ok(Self.receipt))
        let result = try right.run("catalog", "import", "\(path)@JP", "--app", "birthdays")
        #expect(result.status == 0, "\(result.errors)")
        #expect(right.lines == ["GET /v1/admin/apps/birthdays", "PUT /v1/admin/apps/birthdays/catalog"])
        let release = right.requests.last?.json?["releases"]?.arrayValue?.first
        #expect(release?["version"] == "4.6.8")
        #expect(release?["offers"]?.arrayValue?.first?["storefronts"] == ["JP"])

        let app = #"{"slug":"birthdays","bundleID":"com.example.other","appleID":null}"#
        let kit = try RemoteKit(.ok(app))
        let wrong = try kit.run("catalog", "import", "\(path)@JP", "--app", "birthdays")
        #expect(wrong.status == 65 && wrong.errors.contains("no result for the policy's app"))
        #expect(kit.lines == ["GET /v1/admin/apps/birthdays"])
    }

    @Test func `YAML and several files are merged into one catalog`() throws {
        let more = """
            schema: 1
            releases: [{platform: ios, version: 2.3.0, build: 320, offers: [{channel: testflight.internal}]}]
            """
        let kit = try RemoteKit(.ok(Self.receipt), files: ["catalog.json": Self.catalog, "more.yaml": more])
        let result = try kit.run("catalog", "import", "catalog.json", "more.yaml", "--app", "hashtags", "--json")
        #expect(result.output.hasPrefix(#"{"schema":1,"new":true,"#))
        let releases = kit.requests.first?.json?["releases"]?.arrayValue
        #expect(releases?.compactMap { $0["version"]?.stringValue }.sorted() == ["2.2.1", "2.3.0"])
    }

    @Test(
        arguments: [
            (#"{"schema": 1, "app": "birthdays", "releases": []}"#, "is for the app"),
            (#"{"schema": 1, "relaeses": [], "releases": 1}"#, "error"), (RemoteKit.policy, "a policy, not a catalog"),
        ])
    func `a file that is not a catalog of the app is not sent`(text: String, words: String) throws {
        let kit = try RemoteKit(.ok(Self.receipt), files: ["catalog.json": text])
        let result = try kit.run("catalog", "import", "catalog.json", "--app", "hashtags")
        #expect(result.status == 65)
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(kit.lines.isEmpty)
    }

    @Test func `findings of the server have positions in the file`() throws {
        let findings =
            #","findings":[{"code":"c","severity":"error","path":"releases[0].version","line":9,"column":9,"message":"No."}]"#
        let kit = try RemoteKit(
            .problem(422, name: "invalid", detail: "the catalog cannot be used", members: findings),
            files: ["catalog.json": Self.catalog])
        let result = try kit.run("catalog", "import", "catalog.json", "--app", "hashtags")
        #expect(result.status == 65)
        #expect(result.errors.hasPrefix("catalog.json:2:23: error: releases[0].version: No. [c]\n"))
    }

    @Test func `the catalog is shown as a table, as JSON and in a file`() throws {
        let kit = try RemoteKit(.ok(Self.catalog), .ok(Self.sources), .ok(Self.catalog), .ok(Self.catalog))
        let result = try kit.run("catalog", "show", "--app", "hashtags")
        #expect(
            kit.lines == ["GET /v1/admin/apps/hashtags/catalog", "GET /v1/admin/apps/hashtags/catalog/sources"])
        #expect(result.headline == "1 release, as of 2026-11-20 00:00 UTC")
        #expect(result.output.contains("iOS 2.2.1 (310)  appstore  live   JP US        2026-11-13 00:00"))
        #expect(result.output.contains("lookup:JP        2026-11-20 00:00"))
        #expect(result.output.contains("15 min    stale, timed out"))
        #expect(result.output.contains("appStoreConnect  never"))
        let json = try kit.run("catalog", "show", "--app", "hashtags", "--json")
        #expect(try json.output == JSONReader.read(Self.catalog).jsonValue.jsonText() + "\n")
        let written = try kit.run("catalog", "show", "--app", "hashtags", "-o", "out.json")
        #expect(written.output == "out.json: the catalog of hashtags\n")
        let file = kit.folder.url.appendingPathComponent("out.json")
        #expect(try String(contentsOf: file, encoding: .utf8) == Self.catalog)
    }

    static let waiting =
        #"{"publishesAt":"2026-11-20T12:10:01Z","removed":[],"added":["#
        + #"{"platform":"ios","version":"2.3.0","build":"322","channel":"testflight.internal","whole":true},"#
        + #"{"platform":"ios","version":"2.3.0","build":"322","channel":"testflight.external","whole":true},"#
        + #"{"platform":"ios","version":"2.2.1","build":null,"channel":"appstore","whole":false}]}"#

    @Test func `an expired build and what waits are shown`() throws {
        let catalog = """
            {"schema": 1, "releases": [{"version": "2.3.0", "build": "321", "offers": [
              {"channel": "testflight.external", "expiresAt": "2026-01-01T00:00:00Z"}]}]}
            """
        let kit = try RemoteKit(.ok(catalog), .ok(#"{"sources":[],"waiting":\#(Self.waiting)}"#))
        let result = try kit.run("catalog", "show", "--app", "hashtags")
        #expect(result.output.contains("iOS 2.3.0 (321)  testflight.external  expired"))
        #expect(
            result.output.hasSuffix(
                """

                WAITING  2 changes wait until 2026-11-20 12:12 UTC
                  + iOS 2.3.0 (322) is offered on testflight.internal, testflight.external
                  + iOS 2.2.1 is offered to more on appstore
                Publish now: airworthy catalog publish --app hashtags

                """), "\(result.output)")
    }

    @Test func `a sync tells what it published and what waits`() throws {
        let removed =
            #"{"revision":6,"added":[],"removed":[{"platform":"ios","version":"2.3.0","build":"321","#
            + #""channel":"testflight.external","whole":true}]}"#
        let kit = try RemoteKit(
            .ok(
                #"{"sources":[],"complete":true,"outcomes":[],"published":\#(removed),"#
                    + #""waiting":{"publishesAt":null,"removed":[],"added":[]}}"#))
        let result = try kit.run("catalog", "sync", "--app", "hashtags")
        #expect(
            result.output.hasSuffix(
                """

                PUBLISHED  hashtags, revision 6
                  - iOS 2.3.0 (321) is no longer offered on testflight.external
                WAITING  changed details wait for the next minute
                Publish now: airworthy catalog publish --app hashtags

                """), "\(result.output)")
    }

    @Test func `a failed source is shown with its reason, and one that was not asked yet is not called ok`() throws {
        let sources =
            #"[{"name":"lookup:JP","asOf":null,"interval":900,"lastAttempt":null,"problem":null},"#
            + #"{"name":"lookup:US","asOf":null,"interval":900,"lastAttempt":"2026-11-20T12:00:00Z","problem":null},"#
            + #"{"name":"import","asOf":null,"interval":null,"lastAttempt":null,"problem":null}]"#
        let outcomes = #"[{"name":"lookup:US","outcome":"failed","problem":"the limit of lookup calls is reached"}]"#
        let nothing = #""published":null,"waiting":null"#
        let kit = try RemoteKit(
            .ok(#"{"sources":\#(sources),"complete":false,"outcomes":\#(outcomes),\#(nothing)}"#))
        let result = try kit.run("catalog", "sync", "--app", "hashtags")
        #expect(result.status == 75 && result.errors.contains("no answer from lookup:US"), "\(result.errors)")
        let rows = result.output.split(separator: "\n")
        func row(_ name: String) -> Substring? { rows.first { $0.contains(name) } }
        #expect(row("lookup:JP")?.hasSuffix("as stored; not asked since this server started") == true)
        #expect(row("lookup:US")?.hasSuffix("failed, the limit of lookup calls is reached") == true)
        #expect(row("import")?.hasSuffix("ok") == true)
    }

    @Test func `what waits is published on demand`() throws {
        let published = Self.waiting.replacing(#""publishesAt":"2026-11-20T12:10:01Z""#, with: #""revision":7"#)
        let kit = try RemoteKit(
            .ok(#"{"publication":\#(SampleResponses.publication()),"published":\#(published)}"#),
            .ok(#"{"publication":null,"published":null}"#))
        let result = try kit.run("catalog", "publish", "--app", "hashtags")
        #expect(kit.lines == ["POST /v1/admin/apps/hashtags/catalog/publish"])
        #expect(result.output.hasPrefix("PUBLISHED  hashtags, revision 7\n  + iOS 2.3.0 (322) is offered on "))
        let nothing = try kit.run("catalog", "publish", "--app", "hashtags")
        #expect(nothing.status == 0 && nothing.output.hasPrefix("Nothing waits for hashtags"))
    }

    @Test func `a missing catalog exits with 66`() throws {
        let kit = try RemoteKit(
            .problem(503, name: "catalog-not-learnt", detail: "not yet", members: "", headers: ["Retry-After": "5"]))
        let result = try kit.run("catalog", "show", "--app", "hashtags")
        #expect(result.status == 66)
        #expect(result.errors.contains("airworthy catalog import FILE --app hashtags"))
    }
}
