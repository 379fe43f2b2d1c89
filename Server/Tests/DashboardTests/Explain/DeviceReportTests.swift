import AirworthyPolicy
import Testing

@testable import Dashboard

@Suite("Reports from devices")
struct DeviceReportTests {
    /// What `Airworthy.summary` returns.
    private static let summary = """
        decision: required (matched), blocking, rule broken-migration, to 2.2.1
        policy: the server https://updates.example.com, revision 6, signed 3 h ago, confirmed 0 s ago, expires in 29 days
        release data: as of 2026-11-20T00:00:00Z
        next refresh: in 6 h
        platform: ios
        version: 2.2.0
        build: 300
        channel: testflight.external
        os: iOS 17.4
        language: ja
        storefront: unknown
        attributes: plan, tora@example.com
        2.2.0 (300): testflight.external (AppTransaction: sandbox), provisional
          runs on: iOS 17.4, simulator
          provisioning profile: none
        """

    @Test("the summary of the debug panel fills the form")
    func summary() throws {
        let report = try #require(DeviceReport(Self.summary))
        #expect(
            report.facts == [
                .platform: "ios", .version: "2.2.0", .build: "300", .channel: "testflight.external", .os: "iOS 17.4",
                .language: "ja",
            ])
        #expect(report.reported.status == .required)
        #expect(report.reported.revision == 6)
        #expect(report.reported.attributes == ["plan"])
        #expect(
            report.query
                == "?platform=ios&version=2.2.0&build=300&channel=testflight.external&os=iOS%2017.4&language=ja&reported=required&revision=6&lacks=plan"
        )
    }

    @Test(
        "other forms of the same facts are read, too",
        arguments: [
            (
                // The text of the panel's QR code.
                "status: required\nrevision: 6\nplatform: ios\nversion: 2.2.0\nbuild: 300\nchannel: unknown\nattributes: plan",
                "?platform=ios&version=2.2.0&build=300&channel=unknown&reported=required&revision=6&lacks=plan"
            ),
            (
                "2.2.0 (300): appstore (receipt)\n  runs on: iOS 17.4",
                "?version=2.2.0&build=300&channel=appstore&os=iOS%2017.4"
            ),
            ("> Version: 2.2.0\r\nVersion: 2.2.0\r\nOperating system: iOS 17.4\r\n", "?version=2.2.0&os=iOS%2017.4"),
            (
                #"{"version": "2.2.0", "build": 300, "installID": "secret", "attributes": {"mail": "tora@example.com"}}"#,
                "?version=2.2.0&build=300&lacks=mail"
            ),
            (
                #"{"status": "ok", "revision": 7, "installed": {"platform": "macos", "version": "2.2.0"}, "channel": "appstore"}"#,
                "?platform=macos&version=2.2.0&channel=appstore&reported=ok&revision=7"
            ),
        ] as [(String, String)])
    func forms(text: String, query: String) { #expect(DeviceReport(text)?.query == query) }

    @Test(
        "a text without a version is no report",
        arguments: [
            "", "hello", "{", "[1, 2]", "{}", #"{"version": {"a": 1}}"#, "version: two", "version: unknown",
            "version: " + String(repeating: "1.", count: 40_000), String(repeating: "{\"a\":", count: 20_000),
            String(repeating: ":", count: 50_000), "\u{0}\u{202E}version: 2.0",
        ] as [String])
    func noReports(text: String) { #expect(DeviceReport(text) == nil) }

    @Test(
        "hostile values are dropped",
        arguments: [
            "storefront: <script>", "os: iOS 17.4\"><script>", "language: ja\u{202E}", "language: javascript:alert(1)",
            "channel: marketplace:a b<c>", "platform: ../../etc", "seed: 4711", "installID: 4711", "time: 2026",
            "attributes: <b>, a b, tora@example.com", "build: 1;rm", "reported: evil", "revision: -3",
        ] as [String])
    func hostile(line: String) { #expect(DeviceReport("version: 2.2.0\n\(line)")?.query == "?version=2.2.0") }
}
