import AirworthyPolicy
import Testing

/// An invalid policy with the expected codes, paths and positions, and a part of the help text.
struct BadPolicy: CustomTestStringConvertible {
    let text: String
    let places: [String]
    let help: String

    init(_ text: String, _ places: String..., help: String = "") {
        self.text = text
        self.places = places
        self.help = help
    }

    static func rule(_ text: String, _ places: String..., help: String = "") -> BadPolicy {
        BadPolicy(policyText(rule: text), places, help)
    }

    static func when(_ text: String, _ places: String..., help: String = "") -> BadPolicy {
        BadPolicy(policyText(when: text), places, help)
    }

    static func top(_ member: String, _ places: String..., help: String = "") -> BadPolicy {
        BadPolicy("{\"schema\":1,\"rules\":[],\n\(member)}", places, help)
    }

    private init(_ text: String, _ places: [String], _ help: String) {
        self.text = text
        self.places = places
        self.help = help
    }

    var testDescription: String { text }
}

@Suite struct PolicyErrorTests {
    @Test(arguments: [
        BadPolicy("[]", "wrong-type  1:1"),
        BadPolicy("", "empty-document  1:1"),
        BadPolicy("{\"schema\":1,\"rules\":[],}", "trailing-comma  1:23"),
        BadPolicy("{}", "missing-key  1:1", "missing-key  1:1"),
        BadPolicy("{\"schema\":2,\"rulez\":[]}", "bad-schema schema 1:11", help: "newer airworthy"),
        BadPolicy("{\"schema\":0,\"rules\":[]}", "bad-value schema 1:11"),
        BadPolicy("{\"schema\":\"1\",\"rules\":[]}", "wrong-type schema 1:11", help: "without quotes"),
        BadPolicy("{\"schema\":1,\"rules\":{}}", "wrong-type rules 1:21"),
        .top("\"app\":\"Hash Tags\"", "bad-value app 2:7", help: "slug"),
        .top("\"app\":\"-a\"", "bad-value app 2:7"),
        .top("\"bundleID\":\"com example\"", "bad-value bundleID 2:12"),
        .top("\"appleID\":\"6504763618\"", "wrong-type appleID 2:11", help: "without quotes"),
        .top("\"appleID\":-1", "bad-value appleID 2:11"),
        .top("\"appleID\":1.5", "bad-value appleID 2:11"),
        .top("\"appleID\":1e400", "bad-value appleID 2:11"),
        .top("\"rule\":[]", "unknown-key rule 2:1", help: "did you mean \"rules\"?"),
        .top("\"zebra\":1", "unknown-key zebra 2:1", help: "expected one of: schema"),
        .top("\"defaultLanguage\":\"e\"", "bad-language defaultLanguage 2:19"),
        .top("\"links\":{\"appstor\":\"https://a.b\"}", "unknown-key links.appstor 2:10", help: "\"appstore\""),
        .top("\"links\":{\"marketplace:\":\"https://a.b\"}", "unknown-key links[\"marketplace:\"] 2:10"),
        .top("\"links\":{\"web\":\"http://a.b\"}", "bad-url links.web 2:16", help: "https"),
        .top("\"support\":\"help@example.com\"", "bad-url support 2:11", help: "mailto:"),
        .top("\"betaReminder\":\"7 days\"", "bad-period betaReminder 2:16"),
        .top("\"withdrawn\":2.2", "number-version withdrawn 2:13"),
        .top("\"checkIns\":\"none\"", "bad-value checkIns 2:12", help: "on or off"),
        .top("\"checkIns\":false", "wrong-type checkIns 2:12", help: "on or off"),
        .top("\"meta\":[]", "wrong-type meta 2:8"),
        .top("\"features\":[]", "wrong-type features 2:12"),
    ])
    func `an invalid policy is rejected with the path and position`(_ bad: BadPolicy) { check(bad) }

    @Test(arguments: [
        BadPolicy.rule("{\"when\":{}}", "no-effect rules[0] 2:1", help: "\"update\""),
        .rule("5", "wrong-type rules[0] 2:1"),
        .rule("{\"update\":\"none\"}", "missing-key rules[0] 2:1", help: "{}"),
        .rule("{\"when\":{},\"updaet\":\"none\"}", "no-effect rules[0] 2:1", "unknown-key rules[0].updaet 2:12"),
        .rule("{\"when\":{},\"update\":\"require\"}", "bad-value rules[0].update 2:21", help: "\"required\"?"),
        .rule("{\"when\":{},\"update\":null}", "wrong-type rules[0].update 2:21", help: "leave the key out"),
        .rule("{\"when\":{},\"update\":\"none\",\"id\":\"$x\"}", "reserved-id rules[0].id 2:33", help: "$"),
        .rule("{\"when\":{},\"update\":\"none\",\"id\":\" \"}", "bad-value rules[0].id 2:33"),
        .rule("{\"when\":{},\"update\":\"none\",\"id\":5}", "wrong-type rules[0].id 2:33"),
        .rule(
            "{\"when\":{},\"update\":\"none\",\"deadline\":\"2026-11-20\"}", "bad-date rules[0].deadline 2:39",
            help: "write a time and an offset, e.g. 2026-11-20T00:00:00Z"),
        .rule(
            "{\"when\":{},\"update\":\"none\",\"deadline\":\"2026-11-20T09:00:00\"}", "bad-date rules[0].deadline 2:39",
            help: "an offset"),
        .rule("{\"when\":{},\"update\":\"none\",\"deadline\":\"2026-02-30\"}", "bad-date rules[0].deadline 2:39"),
        .rule("{\"when\":{},\"update\":\"none\",\"releasedFor\":\"1D\"}", "bad-period rules[0].releasedFor 2:42"),
        .rule(
            "{\"when\":{},\"update\":\"none\",\"remind\":\"dayly\"}", "bad-value rules[0].remind 2:37", help: "daily"),
        .rule("{\"when\":{},\"update\":\"none\",\"remind\":\"PT0S\"}", "bad-value rules[0].remind 2:37"),
        .rule("{\"when\":{},\"update\":\"none\",\"skippable\":\"true\"}", "wrong-type rules[0].skippable 2:40"),
        .rule("{\"when\":{},\"update\":\"none\",\"target\":2.10}", "number-version rules[0].target 2:37", help: "2.10"),
        .rule("{\"when\":{},\"update\":\"none\",\"target\":\"2.2 (x)\"}", "bad-version rules[0].target 2:37"),
        .rule("{\"when\":{},\"update\":\"none\",\"target\":\"<2\"}", "bad-version rules[0].target 2:37"),
        .rule("{\"when\":{},\"update\":\"none\",\"message\":{\"e\":\"x\"}}", "bad-language rules[0].message.e 2:39"),
        .rule("{\"when\":{},\"update\":\"none\",\"message\":{}}", "empty-object rules[0].message 2:38"),
        .rule("{\"when\":{},\"update\":\"none\",\"title\":\"\"}", "bad-value rules[0].title 2:36"),
        .rule("{\"when\":{},\"update\":\"none\",\"url\":\"a b\"}", "bad-url rules[0].url 2:34"),
        .rule("{\"when\":{},\"update\":\"none\",\"ifUnavailable\":\"stop\"}", "bad-value rules[0].ifUnavailable 2:44"),
        .rule(
            "{\"when\":{},\"update\":\"none\",\"phased\":\"ignor\"}", "bad-value rules[0].phased 2:37", help: "ignore"),
        .rule("{\"when\":{},\"perChange\":{}}", "empty-object rules[0].perChange 2:24"),
        .rule("{\"when\":{},\"perChange\":{\"mayor\":\"none\"}}", "unknown-key rules[0].perChange.mayor 2:25"),
        .rule("{\"when\":{},\"perChange\":{\"major\":\"no\"}}", "bad-value rules[0].perChange.major 2:33"),
        .rule("{\"when\":{},\"maintenance\":{}}", "missing-key rules[0].maintenance 2:26", help: "until"),
        .rule(
            "{\"when\":{},\"maintenance\":{\"until\":\"2026-11-20T00:00:00Z\"},\"update\":\"required\"}",
            "maintenance-with-update rules[0].maintenance 2:26", help: "\"update\""),
        .rule(
            "{\"id\":\"a\",\"when\":{},\"update\":\"none\"},\n{\"id\":\"a\",\"when\":{},\"update\":\"none\"}",
            "duplicate-id rules[1] 3:1", help: "rules[0]"),
        .rule(
            "{\"id\":\"rule-2\",\"when\":{},\"update\":\"none\"},\n{\"when\":{},\"update\":\"none\"}",
            "duplicate-id rules[1] 3:1"),
    ])
    func `an invalid rule is rejected with the path and position`(_ bad: BadPolicy) { check(bad) }

    @Test(arguments: [
        BadPolicy.when("[]", "wrong-type rules[0].when 2:1"),
        .when("{\"verison\":\"2\"}", "unknown-key rules[0].when.verison 2:2", help: "did you mean \"version\"?"),
        .when("{\"version\":1.10}", "number-version rules[0].when.version 2:12", help: "\"1.10\" in quotes"),
        .when("{\"version\":[\"1\",2]}", "number-version rules[0].when.version[1] 2:17"),
        .when("{\"version\":[]}", "empty-list rules[0].when.version 2:12"),
        .when("{\"version\":\"1..0\"}", "bad-range rules[0].when.version 2:12"),
        .when("{\"version\":true}", "wrong-type rules[0].when.version 2:12"),
        .when("{\"build\":310}", "number-version rules[0].when.build 2:10"),
        .when("{\"build\":\"latest\"}", "bad-range rules[0].when.build 2:10"),
        .when("{\"platform\":\"symbian\"}", "bad-platform rules[0].when.platform 2:13", help: "ios"),
        .when("{\"channel\":\"appstor\"}", "bad-channel rules[0].when.channel 2:12", help: "\"appstore\"?"),
        .when("{\"channel\":[\"debug\",\"beta\"]}", "bad-channel rules[0].when.channel[1] 2:21"),
        .when("{\"os\":\"<16\"}", "wrong-type rules[0].when.os 2:7", help: "iOS"),
        .when("{\"os\":{}}", "empty-object rules[0].when.os 2:7"),
        .when("{\"os\":{\"iSO\":\"<16\"}}", "bad-platform rules[0].when.os.iSO 2:8", help: "\"iOS\"?"),
        .when("{\"os\":{\"iOS\":16}}", "number-version rules[0].when.os.iOS 2:14"),
        .when("{\"os\":{\"iOS\":\"<16\",\"iPadOS\":\"<17\"}}", "duplicate-key rules[0].when.os.iPadOS 2:20"),
        .when("{\"language\":\"Japanese!\"}", "bad-language rules[0].when.language 2:13"),
        .when("{\"storefront\":\"Japan\"}", "bad-storefront rules[0].when.storefront 2:15"),
        .when("{\"storefront\":\"UK\"}", "bad-storefront rules[0].when.storefront 2:15", help: "GB"),
        .when("{\"attributes\":{}}", "empty-object rules[0].when.attributes 2:15"),
        .when("{\"attributes\":{\"plan\":{}}}", "wrong-type rules[0].when.attributes.plan 2:23"),
        .when("{\"attributes\":{\"plan\":null}}", "wrong-type rules[0].when.attributes.plan 2:23"),
        .when("{\"attributes\":{\"a\":1},\"ifMissing\":\"no\"}", "wrong-type rules[0].when.ifMissing 2:35"),
        .when("{\"ifMissing\":false}", "bad-value rules[0].when.ifMissing 2:2", help: "attributes"),
        .when("{\"rollout\":101}", "bad-percentage rules[0].when.rollout 2:12"),
        .when("{\"rollout\":-1}", "bad-percentage rules[0].when.rollout 2:12"),
        .when("{\"rollout\":0.00001}", "bad-percentage rules[0].when.rollout 2:12"),
        .when("{\"rollout\":1e999999999999999999999}", "bad-percentage rules[0].when.rollout 2:12"),
        .when("{\"rollout\":\"50%\"}", "bad-percentage rules[0].when.rollout 2:12", help: "without quotes"),
        .when("{\"rollout\":{}}", "missing-key rules[0].when.rollout 2:12"),
        .when("{\"rollout\":{\"percentage\":5,\"sald\":\"x\"}}", "unknown-key rules[0].when.rollout.sald 2:28"),
        .when("{\"after\":\"2026-11-20\"}", "bad-date rules[0].when.after 2:10"),
        .when("{\"before\":20261120}", "wrong-type rules[0].when.before 2:11"),
        .when("{\"all\":{}}", "wrong-type rules[0].when.all 2:8"),
        .when("{\"any\":[5]}", "wrong-type rules[0].when.any[0] 2:9"),
        .when("{\"not\":[{\"build\":\"1\"}]}", "wrong-type rules[0].when.not 2:8"),
        .when("{\"not\":{\"any\":[{\"os\":{\"iOS\":\"x\"}}]}}", "bad-range rules[0].when.not.any[0].os.iOS 2:29"),
    ])
    func `an invalid condition is rejected with the path and position`(_ bad: BadPolicy) { check(bad) }

    @Test(arguments: [
        BadPolicy.top("\"features\":{\"a\":true}", "wrong-type features.a 2:17"),
        .top("\"features\":{\"a\":{}}", "missing-key features.a 2:17", help: "default"),
        .top("\"features\":{\"\":{\"default\":1}}", "bad-value features[\"\"] 2:13"),
        .top("\"features\":{\"a\":{\"default\":null}}", "wrong-type features.a.default 2:28"),
        .top("\"features\":{\"a\":{\"default\":[1]}}", "wrong-type features.a.default 2:28"),
        .top("\"features\":{\"a\":{\"default\":1,\"rule\":[]}}", "unknown-key features.a.rule 2:30", help: "rules"),
        .top(
            "\"features\":{\"a\":{\"default\":false,\"rules\":[{\"when\":{},\"value\":\"true\"}]}}",
            "feature-type features.a.rules[0].value 2:62", help: "a Boolean"),
        .top("\"features\":{\"a\":{\"default\":1,\"rules\":[{\"when\":{}}]}}", "missing-key features.a.rules[0] 2:39"),
        .top("\"features\":{\"a\":{\"default\":1,\"rules\":[{\"value\":2}]}}", "missing-key features.a.rules[0] 2:39"),
        .top(
            "\"features\":{\"a\":{\"default\":1,\"rules\":[{\"when\":{},\"value\":2,\"review\":\"yes\"}]}}",
            "bad-value features.a.rules[0].review 2:69"),
        .top("\"features\":{\"a\":{\"default\":1,\"whenExpired\":\"off\"}}", "bad-value features.a.whenExpired 2:44"),
        .top(
            "\"features\":{\"a\":{\"default\":1,\"rules\":[{\"id\":\"x\",\"when\":{},\"value\":2},"
                + "{\"id\":\"x\",\"when\":{},\"value\":2}]}}", "duplicate-id features.a.rules[1] 2:70"),
    ])
    func `an invalid feature is rejected with the path and position`(_ bad: BadPolicy) { check(bad) }

    @Test func `all errors are reported in the order of the text`() {
        let text = """
            {
              "schema": 1,
              "rules": [
                {"id": "a", "when": {"verison": "1"}, "update": "required"},
                {"id": "a", "when": {"version": 1.10}, "update": "require", "deadline": "2026-11-20"}
              ],
              "suport": "mailto:help@example.com"
            }
            """
        let (policy, findings) = PolicyReader.read(json: Array(text.utf8))
        #expect(policy == nil)
        #expect(
            findings.map(place) == [
                "unknown-key rules[0].when.verison 4:26", "duplicate-id rules[1] 5:5",
                "number-version rules[1].when.version 5:37", "bad-value rules[1].update 5:54",
                "bad-date rules[1].deadline 5:77", "unknown-key suport 7:3",
            ])
    }

    @Test func `Policy(json:) throws an error with a line for each finding`() {
        let error = #expect(throws: FindingsError.self) {
            try Policy(json: Array("{\"schema\":1,\"rules\":[],\"x\":1,\"y\":2}".utf8))
        }
        #expect(error?.findings.map(\.path) == ["x", "y"])
        #expect(error?.description.split(separator: "\n").first?.hasPrefix("1:24: x: Unknown key \"x\"; ") == true)
    }

    @Test func `conditions nested deeper than 64 are rejected, also from YAML`() {
        let position = TextPosition(line: 1, column: 1)
        var node = DocumentNode(.object([]), at: position)
        func wrap(_ node: DocumentNode, _ key: String) -> DocumentNode {
            DocumentNode(.object([.init(key: key, keyPosition: position, value: node)]), at: position)
        }
        func document(_ when: DocumentNode) -> DocumentNode {
            let rule = DocumentNode(
                .object([
                    .init(key: "when", keyPosition: position, value: when),
                    .init(key: "update", keyPosition: position, value: DocumentNode(.plain("none"), at: position)),
                ]), at: position)
            return DocumentNode(
                .object([
                    .init(key: "schema", keyPosition: position, value: DocumentNode(.plain("1"), at: position)),
                    .init(key: "rules", keyPosition: position, value: DocumentNode(.array([rule]), at: position)),
                ]), at: position)
        }
        for _ in 0..<63 { node = wrap(node, "not") }
        #expect(PolicyReader.read(document(node)).findings.isEmpty)
        node = wrap(node, "not")
        #expect(PolicyReader.read(document(node)).findings.map(\.code) == ["too-deep"])
    }

    private func check(_ bad: BadPolicy) {
        let (policy, findings) = PolicyReader.read(json: Array(bad.text.utf8))
        #expect(policy == nil)
        #expect(findings.map(place) == bad.places)
        #expect(findings.contains { $0.message.contains(bad.help) } || bad.help.isEmpty, "\(findings.map(\.message))")
        for finding in findings {
            #expect(finding.message.hasSuffix(".") || finding.message.hasSuffix("?"), "\(finding.message)")
        }
    }
}
