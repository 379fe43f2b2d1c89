import AirworthyAuthoring
import AirworthyPolicy
import Testing

/// Rules that require an update but cannot be enforced, or on the App Store only.
@Suite struct EnforcementLintTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        var rules = #"{"when":{"version":"<2"},"update":"required"}"#
        var more = ""
        var releases: String?
        let expected: [String]

        var testDescription: String { name }
    }

    static let appleID = #","appleID":42"#
    static let storeURL = "https://apps.apple.com/app/id42"
    static let storeOnly = release("2.1", "210", offer("appstore"))
    static let storeAndTestFlight = release("2.1", "210", offer("appstore"), offer("testflight"))

    static let cases = [
        Case(name: "without URL, Apple ID and catalog", expected: ["never-enforced error rules[0]"]),
        Case(
            name: "without URL and catalog, with the Apple ID", more: appleID,
            expected: ["needs-catalog warning rules[0]"]),
        Case(
            name: "without URL and catalog, with a link for TestFlight",
            more: #","links":{"testflight":"https://testflight.apple.com/join/abcdefgh"}"#,
            expected: ["needs-catalog warning rules[0]"]),
        Case(
            name: "with an App Store URL",
            rules: #"{"when":{"version":"<2"},"update":"required","url":"\#(storeURL)"}"#,
            expected: ["app-store-only warning rules[0]"]),
        Case(
            name: "with an App Store URL, for the App Store",
            rules: #"{"when":{"version":"<2","channel":"appstore"},"update":"required","url":"\#(storeURL)"}"#,
            expected: []),
        Case(
            name: "with a web URL, for the web",
            rules: #"{"when":{"version":"<2","channel":"web"},"update":"required","url":"https://example.com/get"}"#,
            expected: []),
        Case(
            name: "with a web URL, for TestFlight",
            rules:
                #"{"when":{"version":"<2","channel":"testflight"},"update":"required","url":"https://example.com/get"}"#,
            expected: ["never-enforced error rules[0]"]),
        Case(
            name: "with a URL and a wait, whose end only a catalog tells",
            rules: #"{"when":{"version":"<2"},"update":"required","releasedFor":"P1D","url":"\#(storeURL)"}"#,
            expected: ["needs-catalog warning rules[0]"]),
        Case(
            name: "with a URL and a version below the newest one",
            rules: #"{"when":{"version":"<latest"},"update":"required","url":"\#(storeURL)"}"#,
            expected: ["needs-catalog warning rules[0]"]),
        Case(
            name: "with a URL and levels for each step",
            rules: #"{"when":{"version":"<2"},"perChange":{"major":"required"},"url":"\#(storeURL)"}"#,
            expected: ["needs-catalog warning rules[0]"]),
        Case(
            name: "with a deadline",
            rules: #"{"when":{"version":"<2"},"update":"recommended","deadline":"2026-12-01T00:00:00Z"}"#,
            expected: ["never-enforced error rules[0]"]),
        Case(name: "recommended", rules: #"{"when":{"version":"<2"},"update":"recommended"}"#, expected: []),
        Case(
            name: "blocks without an update",
            rules: #"{"when":{"version":"<2"},"update":"required","ifUnavailable":"block","message":"Write to us."}"#,
            more: #","support":"https://example.com""#, expected: []),
        Case(
            name: "with releases and the Apple ID", more: appleID, releases: storeAndTestFlight, expected: []),
        Case(
            name: "with releases that no URL leads to", releases: storeAndTestFlight,
            expected: ["never-enforced error rules[0]"]),
        Case(
            name: "with releases that have a URL",
            releases: release("2.1", "210", offer("web", #","url":"https://example.com/get""#)), expected: []),
        Case(
            name: "with releases for the App Store alone", more: appleID, releases: storeOnly,
            expected: ["app-store-only warning rules[0]"]),
        Case(
            name: "with releases for the App Store alone, for the App Store",
            rules: #"{"when":{"version":"<2","channel":"appstore"},"update":"required"}"#, more: appleID,
            releases: storeOnly, expected: []),
        Case(
            name: "with releases for the App Store alone, for TestFlight",
            rules: #"{"when":{"version":"<2","channel":"testflight"},"update":"required"}"#, more: appleID,
            releases: storeOnly, expected: ["never-enforced error rules[0]"]),
        Case(
            name: "with releases for the App Store alone, and a URL for the web",
            rules: #"{"when":{"version":"<2","channel":"web"},"update":"required","url":"https://example.com/get"}"#,
            more: appleID, releases: storeOnly, expected: []),
        Case(
            name: "with releases that are all withdrawn", more: appleID,
            releases: release("2.1", "210", offer("appstore", #","state":"withdrawn""#)),
            expected: ["never-enforced error rules[0]"]),
        Case(
            name: "for both platforms, with releases for all stores", more: appleID + playLink,
            releases: storeAndTestFlight + "," + play, expected: []),
        Case(
            name: "for both platforms, with releases for the App Store alone", more: appleID + playLink,
            releases: storeOnly, expected: ["app-store-only warning rules[0]"]),
        Case(
            name: "for Android, with a release on Google Play",
            rules: #"{"when":{"version":"<2","platform":"android"},"update":"required"}"#, more: playLink,
            releases: play, expected: []),
        Case(
            name: "for Android, with a release on Google Play that no URL leads to",
            rules: #"{"when":{"version":"<2","platform":"android"},"update":"required"}"#, more: appleID,
            releases: play, expected: ["never-enforced error rules[0]"]),
        Case(
            name: "for Android, with a URL that does not fit",
            rules:
                #"{"when":{"version":"<2","channel":"play"},"update":"required","url":"https://example.com/get"}"#,
            releases: play, expected: ["never-enforced error rules[0]"]),
        Case(
            name: "for testers on Google Play, with a release in production",
            rules: #"{"when":{"version":"<2","channel":"play.internal"},"update":"required"}"#, more: playLink,
            releases: play, expected: []),
    ]
    private static let playLink = #","links":{"play":"https://play.google.com/store/apps/details?id=com.example"}"#
    private static let play =
        #"{"platform":"android","version":"2.1","build":"210","offers":[{"channel":"play"}]}"#

    private static let codes: Set = ["never-enforced", "needs-catalog", "app-store-only"]

    private func findings(_ each: Case, catalogMayChange: Bool = false) throws -> [Finding] {
        let policy = try readPolicy("{\"schema\":1,\"rules\":[\(each.rules)]\(each.more)}")
        return Linter.findings(
            policy: policy, catalog: try each.releases.map(readCatalog), catalogMayChange: catalogMayChange,
            now: lintNow
        ).filter { Self.codes.contains($0.code) }
    }

    @Test(arguments: cases) func `a required rule that cannot be enforced is reported`(each: Case) throws {
        let found = try findings(each)
        #expect(found.map { "\($0.code) \($0.severity) \($0.path)" } == each.expected)
        #expect(found.allSatisfy { $0.message.hasSuffix(".") && $0.message.first?.isUppercase ?? false })
    }

    @Test(arguments: cases) func `nothing is an error while the catalog may change`(each: Case) throws {
        let found = try findings(each, catalogMayChange: true)
        #expect(found.map(\.code) == (try findings(each).map(\.code)))
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    @Test func `a warning names every rule it is about`() throws {
        let rules = ["a", "b"].map { #"{"id":"\#($0)","when":{"version":"<2"},"update":"required"}"# }
        let found = try findings(
            Case(name: "", rules: rules.joined(separator: ","), more: Self.appleID, expected: []))
        #expect(found.count == 1)
        #expect(found.first?.message.hasPrefix(#"The rules "a", "b" cannot be enforced without a catalog"#) ?? false)
    }

    /// A rule has no finding exactly if the engine can require an update for some installation.
    @Test(arguments: cases) func `the engine requires an update only by rules without an error`(each: Case) throws {
        let policy = try readPolicy("{\"schema\":1,\"rules\":[\(each.rules)]\(each.more)}")
        let manifest = Manifest(policy: policy, catalog: try each.releases.map(readCatalog) ?? .empty)
        let later = instant("2027-01-01T00:00:00Z")
        let channels = [
            "appstore", "testflight", "web", "enterprise", "marketplace", "debug", "play", "play.internal", "sideload",
        ].map(Channel.init)
        let blocks = channels.contains { channel in
            let installation = Installation(
                platform: channel.isOfAndroid ? .android : .ios, version: "1.0", build: try? BuildNumber("100"),
                channel: channel, os: OperatingSystem(channel.isOfAndroid ? "Android 14" : "iOS 18.0"))
            return decide(manifest, for: installation, at: later).blocking
        }
        let mayRequire = each.name != "recommended"
        #expect(
            blocks == (mayRequire && !each.expected.contains { $0.contains("error") || $0.contains("needs-catalog") }))
    }
}
