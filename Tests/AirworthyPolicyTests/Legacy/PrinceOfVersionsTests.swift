import AirworthyAuthoring
import AirworthyPolicy
import Testing

struct PrinceOfVersionsTests {
    private static let two = """
        {"ios2": [
            {"required_version": "2.0", "last_version_available": "3.1", "notify_last_version_frequency": "always",
             "requirements": {"required_os_version": "15.0", "team": "blue"}, "meta": {"a": 1, "b": 2}},
            {"required_version": "1.5", "last_version_available": "4.2",
             "requirements": {"required_os_version": "15.0"}, "meta": {"c": 3}},
        ], "meta": {"a": 0, "z": 9},}
        """

    private func read(_ text: String, platforms: [Platform] = PrinceOfVersions.platforms) -> LegacyImport {
        LegacyFormat.princeOfVersions.read(json: Array(text.utf8), appleID: 4_711, platforms: platforms)
    }

    // MARK: Outcomes

    @Test(
        arguments: [
            // installed, team, status, offered, rule
            ("1.0", nil, .required, "4.2", "ios-2-required"), ("1.4.9-99", nil, .required, "4.2", "ios-2-required"),
            ("1.5", nil, .recommended, "4.2", "ios-2-recommended"), ("4.2", nil, .ok, nil, "ios-2-current"),
            ("1.9", "blue", .required, "3.1", "ios-1-required"),
            ("2.0", "blue", .recommended, "3.1", "ios-1-recommended"),
            ("3.1", "blue", .ok, nil, "ios-1-current"), ("1.0", "red", .required, "4.2", "ios-2-required"),
        ] as [(String, String?, Decision.Status, String?, String)])
    func `the first entry whose requirements are met decides, even if it demands nothing`(
        installed: String, team: String?, status: Decision.Status, offered: String?, rule: String
    ) throws {
        let attributes = team.map { ["team": JSONValue.string($0)] } ?? [:]
        let decision = try read(Self.two).decide(installed, attributes: attributes)
        #expect(decision.status == status)
        #expect(decision.update?.version == (try offered.map { try AppVersion($0) }))
        #expect(decision.rule == rule)
        #expect(decision.blocking == (status == .required))
        if status != .ok { #expect(decision.update?.url == "https://apps.apple.com/app/id4711") }
        if status != .ok { #expect(decision.update?.evidence == .asserted) }
    }

    @Test func `without a matching entry no rule decides, and meta is that of the file`() throws {
        let decision = try read(Self.two).decide("1.0", os: "14.9")
        #expect(decision.status == .ok)
        #expect(decision.reason == .noRule)
        #expect(decision.meta == ["a": 0, "z": 9])
    }

    @Test func `an entry's meta takes precedence over the file's`() throws {
        let decision = try read(Self.two).decide("1.0", attributes: ["team": "blue"])
        #expect(decision.meta == ["a": 1, "z": 9, "b": 2])
    }

    @Test(arguments: [("ALWAYS", Reminder.always), ("oNcE", .once)])
    func `the frequency is read in any letter case`(text: String, expected: Reminder) throws {
        let file = #"{"ios": [{"last_version_available": "2.0", "notify_last_version_frequency": "\#(text)"}]}"#
        #expect(try read(file).decide("1.0").remind == expected)
    }

    @Test func `without a frequency the reminder is once`() throws {
        #expect(try read(#"{"ios": [{"last_version_available": "2.0"}]}"#).decide("1.0").remind == .once)
    }

    @Test(arguments: [
        ("1.2.3-4", "1.2.3-5", Decision.Status.required), ("1.2.3-5", "1.2.3-5", .ok), ("1.2.3-6", "1.2.3-5", .ok),
        ("1.2.3", "1.2.3-1", .required), ("1.2.3-1", "1.2.3", .ok), ("1.2.3-0", "1.2.3", .ok),
        ("1.2.2-99", "1.2.3", .required), ("1.2.3.0-7", "1.2.3-10", .required),
    ])
    func `the text after the hyphen is a build, which is compared`(
        installed: String, required: String, status: Decision.Status
    ) throws {
        #expect(try read(#"{"ios2": {"required_version": "\#(required)"}}"#).decide(installed).status == status)
    }

    @Test func `a recommended version below the required one has no effect`() throws {
        let file = read(#"{"ios2": {"required_version": "2.0-3", "last_version_available": "1.9"}}"#)
        #expect(file.policy?.rules.map(\.id) == ["ios-1-required", "ios-1-current"])
        let decision = try file.decide("1.0")
        #expect(decision.update?.version == (try AppVersion("2.0")))
        #expect(decision.update?.build == (try BuildNumber("3")))
    }

    @Test func `without an Apple ID nothing blocks, and a finding says so`() throws {
        let file = LegacyFormat.princeOfVersions.read(text: #"{"ios": [{"required_version": "2.0"}]}"#, appleID: nil)
        let decision = try file.decide("1.0")
        #expect(decision.status == .requiredUnavailable)
        #expect(decision.reason == .noURL)
        #expect(!decision.blocking)
        #expect(file.codes == ["no-url"])
    }

    @Test func `the policy without its catalog requires the same update, without a version`() throws {
        var file = read(Self.two)
        file.catalog = .empty
        let decision = try file.decide("1.0")
        #expect(decision.status == .required)
        #expect(decision.update?.version == nil)
        #expect(decision.update?.url == "https://apps.apple.com/app/id4711")
        #expect(try file.decide("1.9").status == .recommended)
        #expect(try file.decide("4.2").reason == .exempt)
    }

    @Test func `observed releases take precedence over those that the file asserts`() throws {
        let store = Catalog(releases: [
            Release(
                platform: .ios, version: try AppVersion("3.9"), offers: [Offer(channel: .appstore, source: "lookup")])
        ])
        let file = read(Self.two)
        let required = try file.decide("1.0", catalog: store)
        #expect(required.status == .required)
        #expect(required.update?.version == (try AppVersion("3.9")))
        #expect(required.update?.evidence == .catalog)
        #expect(try file.decide("3.9", catalog: store).status == .ok)
    }

    @Test func `a minimum above the newest observed release is not required`() throws {
        let store = Catalog(releases: [
            Release(
                platform: .ios, version: try AppVersion("1.4"), offers: [Offer(channel: .appstore, source: "lookup")])
        ])
        let decision = try read(Self.two).decide("1.0", catalog: store)
        #expect(decision.status == .requiredUnavailable)
        #expect(!decision.blocking)
    }

    // MARK: Requirements

    @Test(arguments: [
        ("\"5\"", JSONValue.string("5"), true), ("5", 5, true), ("5.0", 5, true), ("\"5\"", 5, false),
        ("true", true, true), ("true", "true", false),
    ])
    func `a requirement becomes an attribute with that value`(written: String, given: JSONValue, isMet: Bool) throws {
        let file = read(#"{"ios": [{"required_version": "2.0", "requirements": {"x": \#(written)}}]}"#)
        #expect(try file.decide("1.0", attributes: ["x": given]).status == (isMet ? .required : .ok))
        #expect(try file.decide("1.0").reason == .noRule)
        #expect(file.findings.has("requirement-as-attribute", .note, at: "ios[0]"))
    }

    @Test func `requirements are looked up in camel case`() throws {
        let file = read(
            #"{"ios": [{"requiredVersion": "2.0", "requirements": {"radio_version": "5", "requiredOsVersion": "16"}}]}"#
        )
        #expect(try file.decide("1.0", os: "16.0", attributes: ["radioVersion": "5"]).status == .required)
        #expect(try file.decide("1.0", os: "15.9", attributes: ["radioVersion": "5"]).status == .ok)
    }

    @Test(arguments: ["12", "\"twelve\"", "null", "[]"])
    func `an unreadable system version is ignored`(written: String) throws {
        let file = read(
            #"{"ios": [{"required_version": "2.0", "requirements": {"required_os_version": \#(written)}}]}"#)
        #expect(try file.decide("1.0", os: "3.0").status == .required)
        #expect(file.findings.has("bad-version", .warning, at: "ios[0].requirements.required_os_version"))
    }

    // MARK: Reading order

    @Test(arguments: [
        (#"{"ios": [{"required_version": "2.0"}], "ios2": [{"required_version": "3.0"}]}"#, "2"),
        (#"{"ios": {"minimum_version": "2.0"}, "ios2": [{"required_version": "3.0"}]}"#, "3"),
        (#"{"ios": {"minimum_version": "2.0"}, "ios2": {"required_version": "3.0"}}"#, "3"),
        (#"{"ios": {"minimum_version": "2.0"}, "ios2": null}"#, "2"),
        (#"{"ios": {"minimum_version": "2.0"}, "ios2": 7}"#, "2"),
        (#"{"ios": null, "ios2": {"required_version": "3.0"}}"#, "3"),
    ])
    func `the array takes precedence over ios2, and ios2 over the v1 object`(text: String, offered: String) throws {
        #expect(try read(text).decide("1.0").update?.version == (try AppVersion(offered)))
    }

    @Test func `each platform has its own rules`() throws {
        let file = read(#"{"ios": [{"required_version": "2.0"}], "macos2": [{"required_version": "3.0"}]}"#)
        #expect(try file.decide("2.5").status == .ok)
        #expect(try file.decide("2.5", .macos).status == .required)
        #expect(try file.decide("1.0", .tvos).reason == .noRule)
    }

    @Test func `parts for other platforms are reported`() {
        let text = """
            {"ios": [], "macos": [{"required_version": "1"}], "android": {}, "android2": [], "jvm": [], "iso2": []}
            """
        let findings = read(text, platforms: [.ios]).findings
        for key in ["macos", "android", "android2", "jvm"] { #expect(findings.has("not-carried", .warning, at: key)) }
        #expect(findings.has("unknown-key", .warning, at: "iso2"))
        #expect(findings.has("no-effect", .warning, at: ""))
    }

    // MARK: Errors

    @Test(arguments: [
        "", "[]", "{", "{}", #"{"no_ios": {}}"#, #"{"android": [{"required_version": "1"}]}"#, #"{"ios": 3}"#,
        #"{"ios": {}}"#, #"{"ios": [{}]}"#, #"{"ios": [{"required_version": 2}]}"#, #"{"ios": [3], "ios2": {}}"#,
        #"{"ios": [{"required_version": "1"}], "meta": {"k": v}}"#,
    ])
    func `a file without a readable entry is rejected`(text: String) {
        let file = read(text)
        #expect(file.policy == nil)
        #expect(file.catalog == .empty)
        #expect(file.findings.contains { $0.severity == .error })
    }

    @Test(arguments: [
        ("{}", "missing-key", "ios[1]"), ("7", "wrong-type", "ios[1]"), ("null", "wrong-type", "ios[1]"),
        (#"{"required_version": "2.x"}"#, "bad-version", "ios[1].required_version"),
        (#"{"required_version": "2.0-beta"}"#, "bad-version", "ios[1].required_version"),
        (#"{"required_version": 2}"#, "wrong-type", "ios[1].required_version"),
        (#"{"required_version": null, "last_version_available": null}"#, "missing-key", "ios[1]"),
        (
            #"{"required_version": "9", "notify_last_version_frequency": "sometimes"}"#, "bad-value",
            "ios[1].notify_last_version_frequency"
        ),
        (#"{"required_version": "9", "requirements": {"x": [1]}}"#, "wrong-type", "ios[1].requirements.x"),
        (#"{"required_version": "9", "requirements": 1}"#, "wrong-type", "ios[1].requirements"),
    ])
    func `an unreadable entry is reported, and the others stay`(entry: String, code: String, path: String) throws {
        let file = read(
            #"{"ios": [{"required_version": "2", "requirements": {"x": 1}}, \#(entry), {"required_version": "3"}]}"#)
        #expect(file.findings.has(code, .warning, at: path))
        #expect(file.findings.contains { $0.path == path && $0.message.hasSuffix("The entry is left out.") })
        #expect(try file.decide("2.5").rule == "ios-3-required")
        #expect(try file.decide("2.5", attributes: ["x": 1]).rule == "ios-1-current")
    }

    @Test(arguments: ["7", "[]", "\"x\""])
    func `meta that is not an object is left out`(meta: String) throws {
        let file = read(#"{"ios": [{"required_version": "2", "meta": \#(meta)}], "meta": \#(meta)}"#)
        #expect(try file.decide("1").meta == nil)
        #expect(file.findings.has("wrong-type", .warning, at: "meta"))
        #expect(file.findings.has("wrong-type", .warning, at: "ios[0].meta"))
    }

    @Test func `unknown keys are reported with a suggestion`() {
        let file = read(#"{"ios": [{"required_version": "2", "last_version_availible": "3"}]}"#)
        #expect(file.findings.contains { $0.code == "unknown-key" && $0.message.contains("last_version_available") })
    }

    @Test func `the imported policy can be written and read strictly`() throws {
        let policy = try #require(read(Self.two).policy)
        #expect(PolicyReader.read(json: policy.jsonValue.jsonBytes()).policy == policy)
        let catalog = read(Self.two).catalog
        #expect(CatalogReader.read(json: catalog.jsonValue.jsonBytes()).catalog == catalog)
    }
}
