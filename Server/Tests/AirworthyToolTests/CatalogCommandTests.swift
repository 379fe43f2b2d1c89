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

    @Test func `a JSON catalog is sent byte for byte`() throws {
        let kit = try RemoteKit(.ok(Self.receipt), files: ["catalog.json": Self.catalog])
        let result = try kit.run("catalog", "import", "catalog.json", "--app", "hashtags")
        #expect(result.status == 0, "\(result.errors)")
        #expect(kit.lines == ["PUT /v1/admin/apps/hashtags/catalog"])
        #expect(kit.requests.first?.text == Self.catalog)
        #expect(
            result.output == """
                IMPORTED  hashtags, 1 release as of 2026-11-20 00:00 UTC
                Will be published at 2026-11-20 12:10 UTC: changed releases are published at most every ten minutes.
                alert: an error is new

                """)
    }

    @Test(
        arguments: [
            (
                #"{"new":true,"releases":2,"publication":\#(SampleResponses.publication())}"#,
                "Published as revision 43. "
            ),
            (#"{"new":true,"releases":2,"publication":null}"#, "Nothing was published: "),
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
        #expect(result.errors.hasPrefix("catalog.json:2:23: error: releases[0].version: No.\n"))
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

    @Test func `a missing catalog exits with 66`() throws {
        let kit = try RemoteKit(
            .problem(503, name: "catalog-not-learnt", detail: "not yet", members: "", headers: ["Retry-After": "5"]))
        let result = try kit.run("catalog", "show", "--app", "hashtags")
        #expect(result.status == 66)
        #expect(result.errors.contains("airworthy catalog import FILE --app hashtags"))
    }
}
