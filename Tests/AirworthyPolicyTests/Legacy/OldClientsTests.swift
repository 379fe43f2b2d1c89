import AirworthyAuthoring
import AirworthyPolicy
import Foundation
import Testing

/// What clients of other formats hear of a policy that says more than their format can.
struct OldClientsTests {
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)  // 2026-11-18
    private static let bad = #"{"id": "bad", "when": {"version": "2.2.0"}, "update": "required"}"#
    private static let floor = #"{"id": "floor", "when": {"version": "<1.4"}, "update": "required"}"#
    private static let nudge = #"{"id": "nudge", "when": {"version": "<latest"}, "update": "recommended"}"#
    private static let newest = """
        {"schema": 1, "releases": [{"platform": "ios", "version": "2.2.1", "minimumOS": "16.0",
          "offers": [{"channel": "appstore", "publishedAt": "2026-01-01T00:00:00Z", "storefronts": ["JP"]}]}]}
        """

    private func manifest(_ rules: [String], catalog: String? = newest) throws -> PreparedManifest {
        let text = #"{"schema": 1, "appleID": 42, "rules": [\#(rules.joined(separator: ", "))]}"#
        var manifest = Manifest(policy: try Policy(json: Array(text.utf8)))
        if let catalog { manifest.catalog = try #require(CatalogReader.read(json: Array(catalog.utf8)).catalog) }
        return PreparedManifest(manifest)
    }

    private func said(_ file: OldClientFile) -> [String] {
        let exact = file.json?["specific_versions"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let minimum = file.json?["minimum_version"]?.stringValue ?? "nothing"
        return exact + (minimum == "0" ? [] : ["<\(minimum)"])
    }

    @Test(
        arguments: [
            ([bad, nudge], ["2.2.0"], ["nudge: The format can only require an update."]),
            ([bad, floor, nudge], ["2.2.0", "<1.4"], ["nudge: The format can only require an update."]),
            // For the App Store alone a condition on channel, platform or time that is met says nothing.
            (
                [
                    #"{"id": "a", "when": {"version": "2.2.0", "channel": ["appstore", "testflight"], "platform": "ios", "after": "2026-01-01T00:00:00Z"}, "update": "required"}"#
                ], ["2.2.0"], []
            ),
            ([#"{"id": "a", "when": {"version": "2.2.0", "channel": "testflight"}, "update": "required"}"#], [], []),
            ([#"{"id": "a", "when": {"version": "2.2.0", "platform": "macos"}, "update": "required"}"#], [], []),
            (
                [#"{"id": "a", "when": {"version": "2.2.0", "after": "2027-01-01T00:00:00Z"}, "update": "required"}"#],
                [], []
            ),
            (
                [#"{"id": "a", "when": {"version": "2.2.0", "before": "2026-01-01T00:00:00Z"}, "update": "required"}"#],
                [], []
            ),
            // A deadline that has passed.
            (
                [
                    #"{"id": "a", "when": {"version": "2.2.0"}, "update": "recommended", "deadline": "2026-01-01T00:00:00Z"}"#
                ],
                ["2.2.0"], []
            ),
            (
                [
                    #"{"id": "a", "when": {"version": "2.2.0"}, "update": "recommended", "deadline": "2027-01-01T00:00:00Z"}"#
                ],
                [], ["a: Not every installation of version 2.2.0 must update at the moment."]
            ),
            (
                [#"{"id": "a", "when": {"version": "2.2.0", "storefront": "JP"}, "update": "required"}"#], [],
                ["a: The format only knows versions, not \"storefront\"."]
            ),
            // Whom a rule above exempts is not forced by the file either.
            (
                [#"{"id": "team", "when": {"attributes": {"team": true}}, "update": "none"}"#, bad], [],
                ["bad: Not every installation of version 2.2.0 must update at the moment."]
            ),
            (
                [#"{"id": "fine", "when": {"version": "2.2.0"}, "update": "none"}"#, bad], [],
                ["bad: For version 2.2.0 the rule \"fine\" decides: ok."]
            ),
            (
                [#"{"id": "some", "when": {"version": "1.2"}, "update": "recommended"}"#, floor], [],
                [
                    "some: The format can only require an update.",
                    "floor: For version 1.2 the rule \"some\" decides: recommended.",
                ]
            ),
            // The newest version cannot update any more.
            (
                [#"{"id": "all", "when": {"version": "<3.0"}, "update": "required"}"#], [],
                ["all: There is no update for version 0 at the moment."]
            ),
            (
                [#"{"id": "gone", "when": {"version": "<9"}, "maintenance": {"until": "2026-12-24T00:00:00Z"}}"#], [],
                ["gone: The format knows no maintenance."]
            ),
        ] as [([String], [String], [String])])
    func `old clients hear of the rules that their format can say, and of nothing stricter`(
        _ rules: [String], _ expected: [String], _ leftOut: [String]
    ) throws {
        let file = LegacyFormat.configJSON.writeForOldClients(try manifest(rules), at: Self.now)
        #expect(said(file) == expected)
        #expect(file.leftOut.map { "\($0.rule): \($0.reason)" } == leftOut)
        #expect(file.json?["url"] == "https://apps.apple.com/app/id42")
    }

    @Test func `a rule that leads to no known release is written only if no release is needed`() throws {
        let manifest = try manifest([Self.bad, Self.nudge], catalog: nil)
        let live = LegacyFormat.configJSON.writeForOldClients(manifest, at: Self.now)
        #expect(said(live).isEmpty && live.leftOut.map(\.rule) == ["bad", "nudge"])
        let paper = LegacyFormat.configJSON.writeForOldClients(manifest, at: Self.now, needsRelease: false)
        #expect(said(paper) == ["2.2.0"] && paper.leftOut.map(\.rule) == ["nudge"])
    }

    @Test func `Prince of Versions also knows recommendations`() throws {
        let waiting = #"{"id": "nudge", "when": {"version": "<latest"}, "update": "recommended", "releasedFor": "P1D"}"#
        let manifest = try manifest([Self.floor, waiting])
        let file = LegacyFormat.princeOfVersions.writeForOldClients(manifest, at: Self.now)
        #expect(file.leftOut.isEmpty)
        let entry = file.json?["ios2"]?.arrayValue?.first
        #expect(entry?["required_version"] == "1.4" && entry?["last_version_available"] == "2.2.1")
    }

    @Test func `a policy without a link to the store has no file`() throws {
        let policy = try Policy(json: Array(#"{"schema": 1, "rules": []}"#.utf8))
        let file = LegacyFormat.configJSON.writeForOldClients(PreparedManifest(Manifest(policy: policy)), at: Self.now)
        #expect(file.json == nil && file.findings.contains { $0.severity == .error })
    }

    /// The law behind it: whatever the policy, the file never forces an App Store installation that the policy does not.
    @Test(arguments: 1...40) func `the file never forces what the policy does not`(_ seed: UInt64) throws {
        var random = Seeded(seed)
        let versions = ["1.0", "1.3", "1.4", "2.0", "2.2.0", "2.2.1"]
        let rules = (0..<Int.random(in: 1...5, using: &random)).map { index -> String in
            let version = versions.randomElement(using: &random) ?? "1.0"
            let range = Bool.random(using: &random) ? version : "<\(version)"
            let update = ["required", "required", "recommended", "none"].randomElement(using: &random) ?? "none"
            let more =
                ["", "", #", "channel": "appstore""#, #", "storefront": "US""#].randomElement(using: &random) ?? ""
            return #"{"id": "r\#(index)", "when": {"version": "\#(range)"\#(more)}, "update": "\#(update)"}"#
        }
        let manifest = try manifest(rules)
        let file = LegacyFormat.configJSON.writeForOldClients(manifest, at: Self.now)
        let json = try #require(file.json)
        let old = try #require(ConfigJSON.read(json: json.jsonBytes()).policy)
        for version in versions + ["1.3.5", "0.1", "2.1"] {
            let installation = Installation(version: version, channel: .appstore, os: OperatingSystem("iOS 26.0"))
            guard decide(Manifest(policy: old), for: installation, at: Self.now).status == .required else { continue }
            #expect(decide(manifest, for: installation, at: Self.now).status == .required, "\(version) of \(rules)")
        }
    }

    private struct Seeded: RandomNumberGenerator {
        private var state: UInt64

        init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}
