import AirworthyPolicy
import Foundation
import Testing

@Suite struct ConfigJSONTests {
    static let url = "https://apps.apple.com/jp/app/id6504763618?mt=8"

    private func read(_ text: String) throws -> (policy: Policy?, findings: [Finding]) {
        ConfigJSON.read(try JSONReader.read(text))
    }

    private func rule(_ id: String, _ range: VersionRange) -> Rule {
        var effect = Effect(update: .required)
        effect.url = Self.url
        return Rule(id: id, when: .version(range), effect: effect)
    }

    @Test func `specific_versions require an update of exactly these versions`() throws {
        let (policy, findings) = ConfigJSON.read(try JSONReader.read(try example("config-specific-versions.json")))
        #expect(findings.isEmpty)
        #expect(
            policy
                == Policy(
                    appleID: 6_504_763_618,
                    rules: [
                        rule("specific-versions", try VersionRange("2.2.0")),
                        rule("minimum-version", try VersionRange("<1.4.0")),
                    ]))
    }

    @Test func `text may have trailing commas, and invalid text is one finding`() throws {
        let commas = ConfigJSON.read(json: Array("{\"url\":\"\(Self.url)\",\"minimum_version\":\"1.0\",}".utf8))
        #expect(commas.policy?.rules == [rule("minimum-version", try VersionRange("<1.0"))])
        let invalid = ConfigJSON.read(json: Array("{\"url\":".utf8))
        #expect(invalid.policy == nil && invalid.findings.count == 1)
    }

    @Test func `a minimum of 0 is no minimum`() throws {
        let (policy, _) = try read("{\"url\":\"\(Self.url)\",\"version\":\"2.0\",\"minimum_version\":\"0\"}")
        #expect(policy?.rules == [])
    }

    @Test func `without minimum_version, version is the minimum`() throws {
        let (policy, findings) = ConfigJSON.read(try JSONReader.read(try example("config-minimum-only.json")))
        #expect(findings.isEmpty)
        #expect(
            policy == Policy(appleID: 6_504_763_618, rules: [rule("minimum-version", try VersionRange("<1.4.0"))]))
    }

    @Test func `version is the minimum beside specific_versions, but not beside minimum_version`() throws {
        let floor = try read("{\"url\":\"\(Self.url)\",\"version\":\"2.0\",\"specific_versions\":[\"2.2\",\"2.3\"]}")
        #expect(
            floor.policy?.rules == [
                rule("specific-versions", .any([try VersionRange("2.2"), try VersionRange("2.3")])),
                rule("minimum-version", try VersionRange("<2.0")),
            ])
        let minimum = try read("{\"url\":\"\(Self.url)\",\"version\":\"2.0\",\"minimum_version\":\"1.0\"}")
        #expect(minimum.policy?.rules == [rule("minimum-version", try VersionRange("<1.0"))])
    }

    @Test func `unknown keys and a file without versions are warnings`() throws {
        let (policy, findings) = try read("{\"url\":\"https://example.com/get\",\"minimum_versoin\":\"1\"}")
        #expect(policy == Policy(rules: []))
        #expect(findings.map(\.code) == ["no-effect", "unknown-key"])
        #expect(findings.allSatisfy { $0.severity == .warning })
    }

    @Test(arguments: [
        ("[]", "wrong-type  1:1"),
        ("{\"version\":\"1\"}", "missing-key  1:1"),
        ("{\"url\":\"http://a.b\",\"version\":\"1\"}", "bad-url url 1:8"),
        ("{\"url\":\"https://a.b\",\"version\":1.10}", "number-version version 1:32"),
        ("{\"url\":\"https://a.b\",\"minimum_version\":\"<2\"}", "bad-version minimum_version 1:40"),
        ("{\"url\":\"https://a.b\",\"specific_versions\":[\"1\",2]}", "number-version specific_versions[1] 1:47"),
        ("{\"url\":\"https://a.b\",\"specific_versions\":\"1\"}", "wrong-type specific_versions 1:42"),
    ])
    func `an invalid file is rejected with the path`(_ text: String, _ expected: String) throws {
        let (policy, findings) = try read(text)
        #expect(policy == nil)
        #expect(findings.map(place) == [expected])
    }

    @Test(
        arguments: [
            ("appstore", nil, "required", "https://apps.apple.com/app/id42"),
            ("testflight.external", nil, "requiredUnavailable", nil),
            ("appstore", [.appstore, .testflight(nil)], "required", "https://apps.apple.com/app/id42"),
            (
                "testflight.external", [.appstore, .testflight(nil)], "required",
                "itms-beta://beta.itunes.apple.com/v1/app/42"
            ),
            ("testflight", [.testflight(nil)], "required", "itms-beta://beta.itunes.apple.com/v1/app/42"),
            ("appstore", [.testflight(nil)], "ok", nil),
            ("debug", [.appstore], "ok", nil), ("debug", [.debug], "required", "https://apps.apple.com/app/id42"),
        ] as [(String, [Channel]?, String, String?)])
    func `the file applies to the channels that its reader names, and sends testers to TestFlight`(
        _ channel: String, _ channels: [Channel]?, _ status: String, _ url: String?
    ) throws {
        let file = #"{"url": "https://apps.apple.com/jp/app/id42", "specific_versions": ["2.2.0"]}"#
        let policy = try #require(ConfigJSON.read(json: Array(file.utf8), channels: channels).policy)
        let installation = Installation(version: "2.2.0", channel: Channel(channel))
        let decision = decide(
            Manifest(policy: policy), for: installation, at: Date(timeIntervalSince1970: 1_800_000_000))
        #expect(decision.status.rawValue == status)
        #expect(decision.update?.url == url)
    }
}
