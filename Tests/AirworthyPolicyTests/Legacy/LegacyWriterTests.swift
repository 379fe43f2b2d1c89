import AirworthyAuthoring
import AirworthyPolicy
import Foundation
import Testing

struct LegacyWriterTests {
    private func policy(_ rules: String, _ more: String = "\"appleID\": 4711") throws -> Policy {
        try Policy(json: Array(#"{"schema": 1, "rules": [\#(rules)], \#(more)}"#.utf8))
    }

    private func json(_ text: String) throws -> JSONValue { try JSONReader.read(text).jsonValue }

    // MARK: config.json

    @Test(arguments: [
        (
            #"{"id": "a", "when": {"version": ["2.2.0", "2.2.1"]}, "update": "required"}, {"id": "b", "when": {"version": "<1.4"}, "update": "required"}"#,
            #"{"url": "https://apps.apple.com/app/id4711", "version": "1.4", "minimum_version": "1.4", "specific_versions": ["2.2.0", "2.2.1"]}"#
        ),
        (
            #"{"id": "a", "when": {"version": ["3.0", "<1.4"]}, "update": "required", "url": "https://example.com/get"}"#,
            #"{"url": "https://example.com/get", "version": "1.4", "minimum_version": "1.4", "specific_versions": ["3.0"]}"#
        ),
        (
            #"{"id": "a", "when": {"version": "<1.4"}, "update": "required"}, {"id": "b", "when": {"version": "<1.10"}, "update": "required"}"#,
            #"{"url": "https://apps.apple.com/app/id4711", "version": "1.10", "minimum_version": "1.10"}"#
        ),
        (
            #"{"id": "a", "when": {"version": "2.2.0"}, "update": "required"}"#,
            #"{"url": "https://apps.apple.com/app/id4711", "version": "0", "minimum_version": "0", "specific_versions": ["2.2.0"]}"#
        ),
        ("", #"{"url": "https://apps.apple.com/app/id4711", "version": "0", "minimum_version": "0"}"#),
    ])
    func `minimum and exact versions are written as a config.json`(rules: String, expected: String) throws {
        let result = LegacyFormat.configJSON.write(try policy(rules))
        #expect(result.json == (try json(expected)))
        #expect(result.findings.isEmpty)
    }

    /// The file as clients in the field decode it: nothing but the exact versions may be missing.
    private struct FieldConfig: Decodable {
        let url: String
        let version: String
        let minimumVersion: String
        let specificVersions: [String]?
    }

    @Test(arguments: [
        ("", nil), (#"{"when": {"version": "2.2.0"}, "update": "required"}"#, ["2.2.0"]),
        (#"{"when": {"version": "<1.4"}, "update": "required"}"#, nil),
    ])
    func `clients in the field can decode every written config.json`(rules: String, exact: [String]?) throws {
        let text = try #require(LegacyFormat.configJSON.write(try policy(rules)).json).jsonText()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let file = try decoder.decode(FieldConfig.self, from: Data(text.utf8))
        #expect(file.url == "https://apps.apple.com/app/id4711" && file.specificVersions == exact)
        #expect(file.version == file.minimumVersion)
    }

    @Test(arguments: [
        (#"{"when": {"version": "<latest"}, "update": "required"}"#, "rules[0].when.version"),
        (#"{"when": {"version": ">=1 <2"}, "update": "required"}"#, "rules[0].when.version"),
        (#"{"when": {"version": "2.2.0 (<10)"}, "update": "required"}"#, "rules[0].when.version"),
        (#"{"when": {"version": "2.2.0-beta"}, "update": "required"}"#, "rules[0].when.version"),
        (#"{"when": {}, "update": "required"}"#, "rules[0].when"),
        (#"{"when": {"version": "<2", "os": {"iOS": ">=15"}}, "update": "required"}"#, "rules[0].when.os"),
        (#"{"when": {"not": {"version": ">=2"}}, "update": "required"}"#, "rules[0].when.not"),
        (#"{"when": {"version": "<2"}, "update": "recommended"}"#, "rules[0].update"),
        (#"{"when": {"version": "<2"}, "update": "none"}"#, "rules[0].update"),
        (#"{"when": {"version": "<2"}, "update": "required", "target": "2.1"}"#, "rules[0].target"),
        (#"{"when": {"version": "<2"}, "update": "required", "releasedFor": "P1D"}"#, "rules[0].releasedFor"),
        (
            #"{"when": {"version": "<2"}, "update": "required", "deadline": "2030-01-01T00:00:00Z"}"#,
            "rules[0].deadline"
        ),
        (#"{"when": {"version": "<2"}, "update": "required", "ifUnavailable": "block"}"#, "rules[0].ifUnavailable"),
        (#"{"when": {"version": "<2"}, "perChange": {"major": "required"}}"#, "rules[0].perChange"),
        (#"{"when": {}, "maintenance": {"until": "2030-01-01T00:00:00Z"}}"#, "rules[0].maintenance"),
        (
            #"{"when": {"version": "<2"}, "update": "required", "url": "https://a.example.com/"}, {"when": {"version": "3"}, "update": "required", "url": "https://b.example.com/"}"#,
            "rules[1].url"
        ),
    ])
    func `a policy that a config.json cannot express is rejected`(rules: String, path: String) throws {
        let result = LegacyFormat.configJSON.write(try policy(rules))
        #expect(result.json == nil)
        #expect(result.findings.has("not-expressible", .error, at: path), "\(result.findings)")
    }

    @Test func `a config.json needs a URL`() throws {
        let result = LegacyFormat.configJSON.write(try policy("", "\"app\": \"x\""))
        #expect(result.json == nil)
    }

    @Test func `texts and features are left out with a warning`() throws {
        let rule =
            #"{"when": {"version": "<2"}, "update": "required", "message": {"en": "m"}, "title": "t", "meta": {"a": 1}}"#
        let more = #""appleID": 1, "features": {"f": {"default": false}}, "support": "https://example.com", "meta": {}"#
        let result = LegacyFormat.configJSON.write(try policy(rule, more))
        #expect(result.json != nil)
        for path in ["features", "support", "meta", "rules[0].message", "rules[0].title", "rules[0].meta"] {
            #expect(result.findings.has("not-carried", .warning, at: path))
        }
    }

    @Test func `a written config.json reads as the same policy`() throws {
        var random = SeededGenerator()
        for _ in 0..<SeededGenerator.cases {
            var file: JSONObject = ["url": "https://apps.apple.com/jp/app/id6504763618?mt=8"]
            func plain() -> JSONValue {
                .string(
                    (0..<random.pick([1, 2, 3, 4])).map { _ in String(random.pick([0, 1, 9, 10])) }.joined(
                        separator: "."))
            }
            if random.oneIn(2) { file["version"] = plain() }
            if random.oneIn(2) { file["minimum_version"] = plain() }
            if random.oneIn(2) {
                file["specific_versions"] = .array((0..<random.pick([0, 1, 3])).map { _ in plain() })
            }
            let text = JSONValue.object(file).jsonText()
            let first = try #require(LegacyFormat.configJSON.read(text: text).policy)
            let json = try #require(ConfigJSON.write(first).json)
            let second = LegacyFormat.configJSON.read(text: json.jsonText()).policy
            #expect(second == first, "seed \(SeededGenerator.seed): \(text)")
        }
    }

    // MARK: Prince of Versions

    private let catalog = Catalog(releases: [
        Release(platform: .ios, version: try! AppVersion("2.2.1"), offers: [Offer(channel: .appstore)]),
        Release(platform: .ios, version: try! AppVersion("3.0"), offers: [Offer(channel: .testflight(nil))]),
        Release(platform: .ios, version: try! AppVersion("2.9"), offers: [Offer(channel: .appstore, state: .inReview)]),
    ])

    @Test func `a minimum and a recommendation become one entry and a v1 object`() throws {
        let rules = """
            {"id": "floor", "when": {"version": "<1.4.0"}, "update": "required"},
            {"id": "nudge", "when": {"version": "<latest"}, "update": "recommended", "remind": "always"}
            """
        let result = LegacyFormat.princeOfVersions.write(try policy(rules), catalog: catalog)
        let expected = """
            {"ios": {"minimum_version": "1.4.0", "latest_version": {"version": "2.2.1", "notification_type": "ALWAYS"}},
             "ios2": [{"required_version": "1.4.0", "last_version_available": "2.2.1",
                       "notify_last_version_frequency": "ALWAYS"}]}
            """
        #expect(result.json == (try json(expected)))
        #expect(result.findings.isEmpty)
    }

    @Test func `requirements, builds and meta are written`() throws {
        let rules = """
            {"when": {"platform": "macos", "os": {"macOS": ">=13"}, "attributes": {"team": "red"}, "ifMissing": false,
                      "version": ["<2.0", "2.0 (<7)"]}, "update": "required", "meta": {"k": 1}},
            {"when": {"platform": "macos", "os": {"macOS": ">=13"}, "attributes": {"team": "red"}, "ifMissing": false},
             "update": "none", "meta": {"k": 1}},
            {"when": {"platform": "macos", "version": "<3.0"}, "update": "recommended", "remind": "weekly"}
            """
        let result = LegacyFormat.princeOfVersions.write(try policy(rules, "\"meta\": {\"z\": 0}"))
        let expected = """
            {"macos2": [
                {"required_version": "2.0-7", "requirements": {"required_os_version": "13", "team": "red"},
                 "meta": {"k": 1}},
                {"last_version_available": "3.0", "notify_last_version_frequency": "ONCE"}],
             "meta": {"z": 0}}
            """
        #expect(result.json == (try json(expected)))
        #expect(result.findings.has("not-carried", .warning, at: "rules[2].remind"))
        #expect(result.findings.has("old-clients", .note, at: "rules"))
    }

    @Test func `entries that exclude each other need no exemption`() throws {
        let rules = ["red", "blue"].map {
            #"{"when": {"attributes": {"team": "\#($0)"}, "ifMissing": false, "version": "<2"}, "update": "required"}"#
        }
        let result = LegacyFormat.princeOfVersions.write(try policy(rules.joined(separator: ",")))
        #expect(result.json?["ios2"]?.arrayValue?.count == 2)
    }

    @Test func `an exemption alone becomes an entry that requires version 0`() throws {
        let rules = """
            {"when": {"attributes": {"vip": true}, "ifMissing": false}, "update": "none"},
            {"when": {"version": "<2"}, "update": "required"}
            """
        let written = try #require(LegacyFormat.princeOfVersions.write(try policy(rules)).json)
        let file = LegacyFormat.princeOfVersions.read(text: written.jsonText())
        #expect(try file.decide("1", attributes: ["vip": true]).status == .ok)
        #expect(try file.decide("1").status == .required)
    }

    @Test(arguments: [
        (#"{"when": {"version": "2.2.0"}, "update": "required"}"#, "rules[0].when.version"),
        (#"{"when": {"version": "<2.0.0.1"}, "update": "required"}"#, "rules[0].when.version"),
        (#"{"when": {"version": ">=1 <2"}, "update": "required"}"#, "rules[0].when.version"),
        (#"{"when": {}, "update": "required"}"#, "rules[0].when"),
        (#"{"when": {"channel": "appstore", "version": "<2"}, "update": "required"}"#, "rules[0].when.channel"),
        (#"{"when": {"rollout": 5, "version": "<2"}, "update": "required"}"#, "rules[0].when.rollout"),
        (#"{"when": {"os": {"iOS": "<16"}, "version": "<2"}, "update": "required"}"#, "rules[0].when.os"),
        (#"{"when": {"platform": "tvos", "version": "<2"}, "update": "required"}"#, "rules[0].when.platform"),
        (#"{"when": {"attributes": {"a": 1}, "version": "<2"}, "update": "required"}"#, "rules[0].when.attributes.a"),
        (
            #"{"when": {"attributes": {"a": [1, 2]}, "ifMissing": false, "version": "<2"}, "update": "required"}"#,
            "rules[0].when.attributes.a"
        ),
        (
            #"{"when": {"attributes": {"a_b": 1}, "ifMissing": false, "version": "<2"}, "update": "required"}"#,
            "rules[0].when.attributes.a_b"
        ),
        (#"{"when": {"version": "<2"}, "update": "required", "releasedFor": "P1D"}"#, "rules[0].releasedFor"),
        (#"{"when": {"version": "<2"}, "update": "required", "target": "2.1"}"#, "rules[0].target"),
        (#"{"when": {"version": "<latest", "platform": "macos"}, "update": "recommended"}"#, "rules[0].when"),
        (
            #"{"when": {"version": "<3"}, "update": "recommended"}, {"when": {"version": "<2"}, "update": "required"}"#,
            "rules[1]"
        ),
        (
            #"{"when": {"os": {"iOS": ">=15"}, "version": "<3"}, "update": "recommended"}, {"when": {"version": "<2"}, "update": "required"}"#,
            "rules[1]"
        ),
        (
            #"{"when": {"version": "<2"}, "update": "required", "meta": {"a": 1}}, {"when": {"version": "<3"}, "update": "recommended"}"#,
            "rules[1].meta"
        ),
        (#"{"when": {"version": "<3"}, "update": "none"}"#, "rules[0].when.version"),
        ("", "rules"),
    ])
    func `a policy that Prince of Versions cannot express is rejected`(rules: String, path: String) throws {
        let result = LegacyFormat.princeOfVersions.write(try policy(rules), catalog: catalog)
        #expect(result.json == nil)
        #expect(result.findings.has("not-expressible", .error, at: path), "\(result.findings)")
    }

    @Test(arguments: [LegacyFormat.launchGate, .updates, .lookup])
    func `writing a read-only format gives an error`(format: LegacyFormat) throws {
        #expect(!format.isWritable)
        #expect(format.write(try policy("")).findings.map(\.code) == ["not-writable"])
    }
}
