import AirworthyPolicy
import Foundation
import Testing

@Suite struct PolicyReaderTests {
    static let example = """
        { "schema": 1, "app": "hashtags", "bundleID": "com.example.hashtags", "appleID": 6504763618,
          "rules": [
            { "id": "broken-migration", "when": {"version": "2.2.0"}, "update": "required",
              "message": {"en": "This version can lose your tags.", "ja": "タグが消えることがあります。"} },
            { "id": "floor", "when": {"version": "<1.4.0"}, "update": "required" },
            { "id": "nudge", "when": {"version": "<latest"}, "update": "recommended", "remind": "daily",
              "skippable": true, "releasedFor": "P1D" } ],
          "features": {
            "new-editor": {"default": false, "rules": [{"when": {"channel": ["debug", "testflight"]}, "value": true}]} } }
        """

    @Test func `the documented example is read with all its values`() throws {
        let policy = try readPolicy(Self.example)
        #expect(policy.app == "hashtags")
        #expect(policy.bundleID == "com.example.hashtags")
        #expect(policy.appleID == 6_504_763_618)
        #expect(policy.rules.map(\.id) == ["broken-migration", "floor", "nudge"])
        #expect(policy.rules[0].when == .version(try VersionRange("2.2.0")))
        #expect(policy.rules[0].effect.update == .required)
        #expect(policy.rules[0].effect.message?.texts["en"] == "This version can lose your tags.")
        #expect(policy.rules[2].effect.remind == .daily)
        #expect(policy.rules[2].effect.skippable)
        #expect(policy.rules[2].effect.releasedFor.seconds == 86_400)
        let feature = try #require(policy.features["new-editor"])
        #expect(feature.defaultValue == false)
        #expect(feature.rules == [.init(id: "1", when: .channel([.debug, .testflight(nil)]), value: true)])
        #expect(policy.defaultLanguage == "en")
        #expect(policy.betaReminder.seconds == 7 * 86_400)
    }

    @Test func `schema and rules are enough`() throws {
        #expect(try readPolicy("{\"schema\":1,\"rules\":[]}") == Policy(rules: []))
    }

    @Test func `every key of a rule is read`() throws {
        let policy = try readPolicy(
            policyText(
                rule: """
                    {"when": {}, "update": "recommended", "perChange": {"major": "required", "build": "none"},
                     "target": "2.2.1 (310)", "deadline": "2026-11-20T09:00:00+09:00", "releasedFor": "PT12H",
                     "remind": "PT6H", "skippable": true, "title": "Update", "message": {"en": "Please."},
                     "url": "https://example.com/get", "ifUnavailable": "block", "phased": "ignore", "meta": {"k": [1]}},
                    {"when": {}, "maintenance": {"until": "2026-11-20T06:00:00Z", "url": "https://status.example.com"}}
                    """))
        var effect = Effect(update: .recommended)
        effect.perChange = [.major: .required, .build: .none]
        effect.target = UpdateTarget(version: try AppVersion("2.2.1"), build: try BuildNumber("310"))
        effect.deadline = instant("2026-11-20T00:00:00Z")
        effect.releasedFor = Period(seconds: 43_200)
        effect.remind = .every(Period(seconds: 21_600))
        effect.skippable = true
        effect.title = LocalizedText("Update")
        effect.message = LocalizedText(["en": "Please."])
        effect.url = "https://example.com/get"
        effect.blocksIfUnavailable = true
        effect.phasing = .ignore
        #expect(policy.rules[0] == Rule(id: "rule-1", when: .always, effect: effect, meta: ["k": [1]]))
        var maintenance = Effect()
        maintenance.maintenance = Maintenance(
            until: instant("2026-11-20T06:00:00Z"), url: "https://status.example.com")
        #expect(policy.rules[1] == Rule(id: "rule-2", when: .always, effect: maintenance))
    }

    @Test func `every top-level key of a policy is read`() throws {
        let policy = try readPolicy(
            """
            {"schema": 1, "rules": [], "defaultLanguage": "ja", "support": "mailto:help@example.com",
             "links": {"appstore": "https://apps.apple.com/app/id1", "testflight": "https://testflight.apple.com/join/x",
                       "marketplace:com.example.store": "https://store.example.com"},
             "betaReminder": "P3D", "withdrawn": ["2.0", "2.2.0 (310)"], "checkIns": "off", "meta": {"team": "core"},
             "features": {"limit": {"default": 5, "whenExpired": "default", "rules": [
                {"id": "review", "when": {"channel": "testflight"}, "value": 9, "review": "include"}]}}}
            """)
        #expect(policy.defaultLanguage == "ja")
        #expect(policy.support == "mailto:help@example.com")
        #expect(policy.links.count == 3)
        #expect(policy.links["marketplace:com.example.store"] == "https://store.example.com")
        #expect(policy.betaReminder == Period(seconds: 3 * 86_400))
        #expect(policy.withdrawn == .any([try VersionRange("2.0"), try VersionRange("2.2.0 (310)")]))
        #expect(!policy.allowsCheckIns)
        #expect(policy.meta == ["team": "core"])
        let feature = try #require(policy.features["limit"])
        #expect(feature.resetsWhenExpired)
        #expect(feature.rules[0].includesReview)
        #expect(feature.rules[0].id == "review")
    }

    static let conditions: [(String, Condition)] = [
        ("{}", .all([])),
        ("{\"all\":[]}", .all([])),
        ("{\"any\":[]}", .any([])),
        ("{\"version\":\"<1.4\"}", .version(try! VersionRange("<1.4"))),
        ("{\"version\":[\"1.0\",\"2.*\"]}", .version(.any([try! VersionRange("1.0"), try! VersionRange("2.*")]))),
        ("{\"build\":[\"<310\"]}", .build(try! BuildRange("<310"))),
        ("{\"platform\":\"iOS\"}", .platform([.ios])),
        ("{\"channel\":\"marketplace:com.x\"}", .channel([.marketplace("com.x")])),
        (
            "{\"os\":{\"iOS\":\"<16\",\"macOS\":[\"13\",\"14\"]}}",
            .os([
                .ios: try! VersionRange("<16"), .macos: .any([try! VersionRange("13"), try! VersionRange("14")]),
            ])
        ),
        ("{\"language\":[\"zh-Hans\",\"ja\"]}", .language(["zh-Hans", "ja"])),
        ("{\"storefront\":[\"JPN\",\"us\"]}", .storefront([Storefront("JP")!, Storefront("US")!])),
        (
            "{\"attributes\":{\"plan\":[\"free\",1,true]}}",
            .attribute(name: "plan", values: ["free", 1, true], ifMissing: .undecided)
        ),
        (
            "{\"ifMissing\":false,\"attributes\":{\"a\":1,\"b\":\"x\"}}",
            .all([
                .attribute(name: "a", values: [1], ifMissing: .false),
                .attribute(name: "b", values: ["x"], ifMissing: .false),
            ])
        ),
        (
            "{\"attributes\":{\"a\":1},\"ifMissing\":true}",
            .attribute(name: "a", values: [1], ifMissing: .true)
        ),
        ("{\"rollout\":12.5}", .rollout(.init(partsPerMillion: 125_000))),
        ("{\"rollout\":0.07}", .rollout(.init(partsPerMillion: 700))),
        ("{\"rollout\":1e2}", .rollout(.init(partsPerMillion: 1_000_000))),
        ("{\"rollout\":{\"percentage\":0.0001,\"salt\":\"\"}}", .rollout(.init(partsPerMillion: 1, salt: ""))),
        ("{\"after\":\"2026-11-20T00:00:00Z\"}", .after(instant("2026-11-20T00:00:00Z"))),
        ("{\"before\":\"2026-11-20T00:00:00.250Z\"}", .before(instant("2026-11-20T00:00:00.250Z"))),
        ("{\"not\":{\"channel\":\"debug\"}}", .not(.channel([.debug]))),
        (
            "{\"platform\":\"ios\",\"any\":[{\"channel\":\"debug\"},{}]}",
            .all([.platform([.ios]), .any([.channel([.debug]), .all([])])])
        ),
    ]

    @Test(arguments: conditions)
    func `every condition is read`(_ text: String, _ expected: Condition) throws {
        #expect(try readCondition(text) == expected)
    }

    @Test(arguments: [
        ("0", 0), ("0.0001", 1), ("0.07", 700), ("0.29", 2_900), ("12.50000", 125_000), ("33.3333", 333_333),
        ("99.9999", 999_999), ("100", 1_000_000), ("1E1", 100_000), ("-0", 0), ("10000e-2", 1_000_000),
    ])
    func `percentages are exact to parts per million`(_ text: String, _ parts: UInt32) throws {
        #expect(try readCondition("{\"rollout\":\(text)}") == .rollout(.init(partsPerMillion: parts)))
    }

    @Test func `unquoted YAML scalars are read as text or values, as the key expects`() throws {
        let document = try yaml(
            """
            {"schema": 1, "appleID": 6504763618, "rules": [
              {"id": 7, "when": {"version": 1.10, "build": 310, "storefront": "NO", "rollout": 12.5,
                                 "attributes": {"beta": true, "name": "x"}},
               "update": "none", "target": "2.10", "skippable": true, "message": 5}],
             "features": {"a": {"default": 1.50, "rules": [{"when": {}, "value": 2}]}, "b": {"default": false}}}
            """)
        let (read, findings) = PolicyReader.read(document)
        let policy = try #require(read, "\(findings)")
        #expect(policy.appleID == 6_504_763_618)
        #expect(policy.rules[0].id == "7")
        #expect(
            policy.rules[0].when
                == .all([
                    .version(try VersionRange("1.10")), .build(try BuildRange("310")),
                    .storefront([Storefront("NO")!]), .rollout(.init(partsPerMillion: 125_000)),
                    .all([
                        .attribute(name: "beta", values: [true], ifMissing: .undecided),
                        .attribute(name: "name", values: ["x"], ifMissing: .undecided),
                    ]),
                ]))
        #expect(policy.rules[0].effect.target?.version.description == "2.10")
        #expect(policy.rules[0].effect.skippable)
        #expect(policy.rules[0].effect.message == LocalizedText("5"))
        #expect(policy.features["a"]?.defaultValue == .number(try #require(JSONNumber("1.50"))))
        #expect(policy.features["b"]?.defaultValue == false)
    }

    @Test func `an empty YAML value counts as null, not as empty text`() throws {
        let document = try yaml("{\"schema\":1,\"rules\":[{\"id\":null,\"when\":{},\"update\":\"none\"}]}")
        #expect(PolicyReader.read(document).findings.map(place) == ["wrong-type rules[0].id 1:28"])
    }
}
