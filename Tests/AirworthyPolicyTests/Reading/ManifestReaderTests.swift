import AirworthyPolicy
import Foundation
import Testing

@Suite struct ManifestReaderTests {
    @Test func `every key of a manifest is read`() throws {
        let manifest = try ManifestReader.read(
            json: Array(
                """
                {"schema": 1, "app": "hashtags", "audience": "production", "lineage": "l1", "revision": 42,
                 "policyVersion": 7, "issuedAt": "2026-11-20T00:00:00Z", "refreshEvery": 3600,
                 "expiresAt": "2026-12-20T00:00:00Z", "bucketing": "sha256-ppm-1",
                 "policy": {"schema": 1, "rules": [{"id": "a", "when": {}, "update": "none"}]},
                 "catalog": {"schema": 1, "releases": [{"version": "1.0", "offers": [{"channel": "web"}]}]}}
                """.utf8))
        #expect(manifest.app == "hashtags")
        #expect(manifest.audience == "production")
        #expect(manifest.lineage == "l1")
        #expect(manifest.revision == 42)
        #expect(manifest.policyVersion == 7)
        #expect(manifest.issuedAt == instant("2026-11-20T00:00:00Z"))
        #expect(manifest.refreshEvery == 3_600)
        #expect(manifest.expiresAt == instant("2026-12-20T00:00:00Z"))
        #expect(manifest.policy.rules == [Rule(id: "a", when: .always, effect: Effect(update: UpdateLevel.none))])
        #expect(manifest.catalog.releases.map(\.version.description) == ["1.0"])
    }

    @Test(arguments: [
        ("[]", "wrong-type"), ("{}", "missing-key"), ("{\"policy\":{}}", "missing-key"),
        ("{\"schema\":\"1\",\"policy\":{}}", "wrong-type"), ("{\"schema\":0,\"policy\":{}}", "bad-value"),
        ("{\"schema\":1.5,\"policy\":{}}", "bad-value"), ("{\"schema\":2,\"policy\":{}}", "schema-too-new"),
        ("{\"schema\":2}", "schema-too-new"), ("{\"schema\":1}", "missing-key"),
        ("{\"schema\":1,\"policy\":[]}", "wrong-type"), ("{\"schema\":1,", "truncated"),
    ])
    func `only documents without a readable schema and policy are rejected`(_ text: String, _ code: String) throws {
        let error = try #require(throws: DocumentError.self) { try ManifestReader.read(json: Array(text.utf8)) }
        if code != "truncated" { #expect(error.code == code) }
    }

    @Test(arguments: [
        (
            "{\"version\":\"<1\",\"moon\":\"full\"}",
            Condition.all([.version(try! VersionRange("<1")), .unknown("moon")])
        ),
        ("{\"moon\":\"full\"}", .unknown("moon")),
        ("{\"version\":1.10}", .unknown("version")),
        ("{\"version\":[\"x.y\"]}", .unknown("version")),
        ("{\"version\":[\"1\",\"x.y\"]}", .any([.version(try! VersionRange("1")), .unknown("version")])),
        ("{\"language\":[5,\"ja\"]}", .any([.language(["ja"]), .unknown("language")])),
        ("{\"os\":{\"iOS\":\"huh\"}}", .unknown("os")),
        ("{\"os\":{\"carOS\":\"<2\"}}", .os([.other("caros"): try! VersionRange("<2")])),
        ("{\"channel\":[\"appstore\",\"pigeon\"]}", .channel([.appstore, .other("pigeon")])),
        ("{\"platform\":\"caros\"}", .platform([.other("caros")])),
        ("{\"storefront\":\"Moon\"}", .unknown("storefront")),
        ("{\"attributes\":{\"a\":{}}}", .unknown("attributes")),
        ("{\"attributes\":{\"a\":1},\"ifMissing\":\"maybe\"}", .unknown("attributes")),
        ("{\"ifMissing\":false}", .unknown("ifMissing")),
        ("{\"rollout\":200}", .unknown("rollout")),
        ("{\"after\":\"2026-11-20\"}", .unknown("after")),
        ("{\"not\":{\"moon\":1}}", .not(.unknown("moon"))),
        ("{\"not\":5}", .unknown("not")),
        ("{\"any\":[{},5]}", .any([.all([]), .unknown("any")])),
        ("{\"all\":5}", .unknown("all")),
        ("5", .unknown("when")),
        ("null", .unknown("when")),
    ])
    func `an unreadable condition becomes undecided in its place`(_ text: String, _ expected: Condition) throws {
        let manifest = try readManifest(rules: "[{\"when\":\(text),\"update\":\"required\"}]")
        #expect(manifest.policy.rules[0].when == expected)
        #expect(manifest.policy.rules[0].effect.isReadable)
    }

    @Test(arguments: [
        "\"update\":\"sideways\"", "\"update\":null", "\"levitate\":true",
        "\"update\":\"required\",\"deadline\":\"soon\"",
        "\"update\":\"required\",\"perChange\":{\"major\":\"no\"}",
        "\"update\":\"required\",\"perChange\":{\"galactic\":\"none\"}", "\"update\":\"required\",\"target\":\"<2\"",
        "\"maintenance\":{}", "\"maintenance\":{\"until\":\"later\"}", "\"update\":\"required\",\"releasedFor\":\"x\"",
        "\"update\":\"required\",\"phased\":\"maybe\"", "\"update\":\"required\",\"ifUnavailable\":\"explode\"",
        "\"maintenance\":{\"until\":\"2026-11-20T00:00:00Z\"},\"update\":\"required\"",
    ])
    func `a rule with an unreadable effect does nothing and keeps its place`(_ members: String) throws {
        let manifest = try readManifest(
            rules: "[{\"id\":\"a\",\"when\":{},\(members)},{\"when\":{},\"update\":\"none\"}]")
        #expect(manifest.policy.rules.map(\.id) == ["a", "rule-2"])
        #expect(!manifest.policy.rules[0].effect.isReadable)
        #expect(manifest.policy.rules[0].effect.update == nil)
        #expect(manifest.policy.rules[1].effect.isReadable)
    }

    @Test(arguments: [
        ("", true), (#""checkIns":"on","#, true), (#""checkIns":"off","#, false), (#""checkIns":"weekly","#, false),
        (#""checkIns":true,"#, false), (#""checkIns":null,"#, false), (#""checkIns":{"share":10},"#, false),
    ])
    func `check-ins are on by default and off if the value cannot be read`(_ member: String, _ isOn: Bool) throws {
        let text = #"{"schema":1,"policy":{\#(member)"schema":1,"rules":[]}}"#
        #expect(try ManifestReader.read(json: Array(text.utf8)).policy.allowsCheckIns == isOn)
    }

    @Test func `unreadable prompt settings fall back to their defaults`() throws {
        let manifest = try readManifest(
            rules: """
                [{"when": {}, "update": "required", "remind": "hourly", "skippable": "yes", "title": 5,
                  "message": {"en": "Go", "ja": 5, "!": "x"}, "url": "http://x.y", "sparkle": 1, "id": 7}]
                """)
        var effect = Effect(update: .required)
        effect.message = LocalizedText(["en": "Go"])
        #expect(manifest.policy.rules == [Rule(id: "rule-1", when: .always, effect: effect)])
    }

    @Test func `rules without a readable condition stay as undecided rules`() throws {
        let manifest = try readManifest(
            rules: "[5,{\"update\":\"required\"},{\"id\":\"b\",\"when\":{},\"update\":\"none\"},"
                + "{\"id\":\"b\",\"when\":{},\"update\":\"none\"}]")
        let rules = manifest.policy.rules
        #expect(rules.map(\.id) == ["rule-1", "rule-2", "b", "b"])
        #expect(rules.map(\.when) == [.unknown("when"), .unknown("when"), .always, .always])
        #expect(rules.map(\.effect.isReadable) == [false, true, true, true])
    }

    @Test func `unreadable features and feature rules are left out one by one`() throws {
        let manifest = try readManifest(
            rules: "[]",
            more: """
                ,"x": 1
                """)
        #expect(manifest.policy.features.isEmpty)
        let features = try ManifestReader.read(
            json: Array(
                """
                {"schema": 1, "policy": {"rules": [], "future": 1, "features": {
                  "gone": {"default": [1]}, "odd": 5,
                  "kept": {"default": false, "whenExpired": "explode", "rules": [
                    5, {"when": {}, "value": "text"}, {"when": {"moon": 1}, "value": true}, {"value": true}]}}}}
                """.utf8)
        ).policy.features
        #expect(features.keys.sorted() == ["kept"])
        #expect(
            features["kept"]
                == Feature(
                    default: false,
                    rules: [
                        .init(id: "3", when: .unknown("moon"), value: true),
                        .init(id: "4", when: .unknown("when"), value: true),
                    ]))
    }

    @Test func `numbers out of range are ignored and the refresh interval is clamped`() throws {
        func read(_ more: String) throws -> Manifest { try readManifest(rules: "[]", more: more) }
        #expect(try read(",\"revision\":-1,\"refreshEvery\":-5,\"policyVersion\":1e400").revision == nil)
        #expect(try read(",\"refreshEvery\":-5").refreshEvery == nil)
        #expect(try read(",\"policyVersion\":1e400").policyVersion == nil)
        #expect(try read(",\"refreshEvery\":1").refreshEvery == 60)
        #expect(try read(",\"refreshEvery\":999999999").refreshEvery == 86_400)
        #expect(try read(",\"issuedAt\":\"never\",\"expiresAt\":null").expiresAt == nil)
        #expect(try read("").bucketing == "sha256-ppm-1")
        #expect(try read(",\"bucketing\":\"md5\"").bucketing == "md5")
        #expect(try read(",\"bucketing\":5").bucketing == "")
        #expect(try read(",\"catalog\":5").catalog == .empty)
    }

    @Test func `unreadable catalog entries are left out one by one`() throws {
        let catalog = try readManifest(
            rules: "[]",
            more: """
                ,"catalog": {"releases": [
                  5, {"version": 1.0, "offers": []}, {"version": "x", "offers": []},
                  {"version": "1.1", "minimumOS": "new", "offers": [{"channel": "web"}]},
                  {"version": "1.2", "glow": 1, "offers": [
                    5, {}, {"channel": "appstore", "expiresAt": "soon"}, {"channel": "pigeon"},
                    {"channel": "appstore", "storefronts": ["JP", "Moon"], "state": "frozen", "publishedAt": 5,
                     "url": "http://x.y", "notes": 5, "glow": 1}]}]}
                """
        ).catalog
        #expect(catalog.releases.map(\.version.description) == ["1.2"])
        var undated = Offer(channel: .appstore, storefronts: [Storefront("JP")!], state: .other("frozen"))
        undated.hasUnreadableDate = true
        #expect(catalog.releases.first?.offers == [Offer(channel: .other("pigeon")), undated])
    }

    @Test func `an unreadable entry in withdrawn leaves the other ranges withdrawn`() throws {
        let text = "{\"schema\":1,\"policy\":{\"schema\":1,\"rules\":[],\"withdrawn\":[\"3.0\",\">>4\",7]}}"
        let manifest = try ManifestReader.read(json: text.utf8)
        #expect(manifest.policy.withdrawn == (try VersionRange("3.0")))
    }
}
