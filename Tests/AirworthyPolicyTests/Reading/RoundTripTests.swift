import AirworthyPolicy
import Foundation
import Testing

@Suite struct RoundTripTests {
    @Test func `a written policy is read strictly as an equal policy`() throws {
        var random = SeededGenerator()
        for index in 0..<SeededGenerator.cases {
            let policy = random.policy()
            let (read, findings) = PolicyReader.read(json: policy.jsonValue.jsonBytes(pretty: index % 2 == 0))
            try #require(read == policy, "\(findings.map(place)) \(policy.jsonValue.jsonText())")
        }
    }

    @Test func `a written manifest is read as an equal one, with its unreadable parts`() throws {
        var random = SeededGenerator(seed: SeededGenerator.seed &+ 1)
        for _ in 0..<max(1, SeededGenerator.cases / 4) {
            var policy = random.policy()
            for index in policy.rules.indices where random.oneIn(3) {
                if random.oneIn(2) {
                    policy.rules[index].effect.isReadable = false
                    policy.rules[index].effect.update = nil
                }
                policy.rules[index].when = random.pick([
                    .all([policy.rules[index].when, .unknown("moon"), .unknown("moon")]), .unknown("version"),
                    .any([.unknown("ifMissing"), policy.rules[index].when]), .not(.unknown("attributes")),
                    .unknown("when"),
                ])
            }
            let manifest = Manifest(
                revision: random.oneIn(2) ? 7 : nil, issuedAt: random.oneIn(2) ? random.date() : nil,
                refreshEvery: random.oneIn(2) ? 600 : nil, policy: policy, catalog: random.catalog())
            let read = try ManifestReader.read(json: manifest.jsonValue.jsonBytes())
            try #require(read == manifest, "\(manifest.jsonValue.jsonText())")
        }
    }

    @Test func `a written catalog is read as an equal catalog`() throws {
        var random = SeededGenerator(seed: SeededGenerator.seed &+ 2)
        for _ in 0..<SeededGenerator.cases {
            let catalog = random.catalog()
            let (read, findings) = CatalogReader.read(json: catalog.jsonValue.jsonBytes())
            try #require(read == catalog, "\(findings.map(place)) \(catalog.jsonValue.jsonText())")
        }
    }

    @Test(arguments: PolicyReaderTests.conditions.map(\.1))
    func `a written condition is read as an equal condition`(_ condition: Condition) throws {
        #expect(try readCondition(condition.jsonValue.jsonText()) == condition)
    }

    @Test func `conditions with different keys are written as one object, others as a list`() throws {
        func written(_ text: String) throws -> String { try readCondition(text).jsonValue.jsonText() }
        let flat = "{\"version\":\"<2\",\"channel\":[\"debug\",\"testflight\"]}"
        #expect(try written(flat) == flat)
        let attributes = "{\"attributes\":{\"a\":1},\"ifMissing\":false,\"rollout\":12.5}"
        #expect(try written(attributes) == attributes)
        let twice = "{\"all\":[{\"version\":\"<2\"},{\"version\":\"2.*\"}]}"
        #expect(try written(twice) == twice)
    }

    @Test func `keys are written in the documented order without defaults`() throws {
        let policy = try readPolicy(PolicyReaderTests.example)
        #expect(policy.jsonValue.objectValue?.keys == ["schema", "app", "bundleID", "appleID", "rules", "features"])
        #expect(
            policy.jsonValue["rules"]?.arrayValue?.map { $0.objectValue?.keys } == [
                ["id", "when", "update", "message"], ["id", "when", "update"],
                ["id", "when", "update", "releasedFor", "skippable"],
            ])
    }

    @Test(arguments: [
        (0, "0"), (1, "0.0001"), (700, "0.07"), (125_000, "12.5"), (1_000_000, "100"), (999_999, "99.9999"),
    ])
    func `percentages are written exactly`(_ parts: UInt32, _ text: String) {
        #expect(Condition.rollout(.init(partsPerMillion: parts)).jsonValue.jsonText() == "{\"rollout\":\(text)}")
    }
}

extension SeededGenerator {
    fileprivate mutating func maybe<Value>(_ value: (inout SeededGenerator) -> Value) -> Value? {
        oneIn(2) ? value(&self) : nil
    }

    fileprivate mutating func date() -> Date {
        Timestamp.parse(
            "2026-11-\(Int.random(in: 10...28, using: &self))T10:00:00.\(Int.random(in: 100...999, using: &self))Z")!
    }

    fileprivate mutating func policy() -> Policy {
        var policy = Policy(rules: [])
        policy.rules = (0..<Int.random(in: 0...4, using: &self)).map { index in
            Rule(
                id: oneIn(2) ? "rule-\(index + 1)" : "r\(index)", when: condition(3), effect: effect(),
                meta: maybe { _ in ["k": [1, nil]] })
        }
        policy.app = maybe { _ in "hashtags" }
        policy.bundleID = maybe { _ in "com.example.App-2" }
        policy.appleID = maybe { _ in 6_504_763_618 }
        policy.defaultLanguage = pick(["en", "zh-Hans"])
        policy.support = maybe { $0.pick(["mailto:help@example.com", "https://example.com/help?x=1#y"]) }
        policy.betaReminder = Period(seconds: pick([0, 7 * 86_400, 90_061]))
        policy.withdrawn = maybe { $0.range() }
        policy.allowsCheckIns = oneIn(2)
        policy.meta = maybe { _ in [:] }
        if oneIn(2) { policy.links = ["web": "https://example.com", "marketplace:com.x": "https://x.example"] }
        if oneIn(2) {
            let values: [JSONValue] = pick([[true, false], ["a", ""], [1, 2.5], [["k": [nil]], [:]]])
            policy.features["f"] = Feature(
                default: values[0],
                rules: (0..<Int.random(in: 0...2, using: &self)).map {
                    .init(id: "\($0 + 1)", when: condition(2), value: values[1], includesReview: oneIn(2))
                }, resetsWhenExpired: oneIn(2))
        }
        return policy
    }

    private mutating func effect() -> Effect {
        var effect = Effect()
        if oneIn(5) {
            effect.maintenance = Maintenance(until: date(), url: maybe { _ in "https://status.example.com" })
        } else {
            effect.update = pick(UpdateLevel.allCases)
            effect.deadline = maybe { $0.date() }
            effect.target = maybe {
                $0.pick([
                    UpdateTarget(version: try! AppVersion("2.2.1")),
                    UpdateTarget(version: try! AppVersion("2.10"), build: try! BuildNumber("1.10")),
                ])
            }
            if oneIn(3) {
                effect.perChange = [.major: UpdateLevel.none]
                effect.perChange[pick(ChangeStep.allCases)] = .required
                effect.update = maybe { $0.pick(UpdateLevel.allCases) }
            }
        }
        effect.releasedFor = Period(seconds: pick([0, 86_400, 3_661]))
        effect.remind = pick([.always, .daily, .weekly, .once, .every(Period(seconds: 43_200))])
        effect.skippable = oneIn(2)
        effect.blocksIfUnavailable = oneIn(3)
        effect.phasing = maybe { $0.pick(Effect.Phasing.allCases) }
        effect.url = maybe { _ in "itms-apps://apps.apple.com/app/id1" }
        effect.title = maybe { _ in LocalizedText("Update \"now\"\n") }
        effect.message = maybe {
            $0.pick([LocalizedText(["en": "A", "ja": "あ"]), LocalizedText(["und": "x", "de": "y"])])
        }
        return effect
    }

    private mutating func range() -> VersionRange {
        let single = [
            "2.2.0", "<1.4", ">=2.2 <2.2.1", "2.2.*", "1.0...1.9.9", "2.2.0 (310)", "(<310)", "<latest", "1-or",
        ]
        let ranges = (0..<Int.random(in: 1...3, using: &self)).map { _ in try! VersionRange(pick(single)) }
        return ranges.count == 1 ? ranges[0] : .any(ranges)
    }

    private mutating func condition(_ depth: Int) -> Condition {
        let parts = { (random: inout SeededGenerator) in
            (0..<Int.random(in: 0...3, using: &random)).map { _ in random.condition(depth - 1) }
        }
        switch Int.random(in: 0..<(depth > 0 ? 15 : 12), using: &self) {
        case 0: return .version(range())
        case 1: return .build(.any([try! BuildRange("<310"), try! BuildRange("1.2.*")]))
        case 2: return .platform(oneIn(2) ? [.ios] : [.macos, .visionos])
        case 3: return .channel(oneIn(2) ? [.testflight(.internal)] : [.debug, .marketplace("com.x"), .unknown])
        case 4: return .os(oneIn(2) ? [.ios: range()] : [.ios: range(), .tvos: range()])
        case 5: return .language(["zh-Hans", "pt-BR"])
        case 6: return .storefront([Storefront("JP")!])
        case 7:
            return .attribute(
                name: pick(["plan", "odd key", ""]), values: oneIn(2) ? ["free"] : [1.5, true, "x"],
                ifMissing: pick(Truth.allCases))
        case 8:
            return .rollout(.init(partsPerMillion: .random(in: 0...1_000_000, using: &self), salt: maybe { _ in "s" }))
        case 9: return .after(date())
        case 10: return .before(date())
        case 11: return .always
        case 12: return .all(parts(&self))
        case 13: return .any(parts(&self))
        default: return .not(condition(depth - 1))
        }
    }

    fileprivate mutating func catalog() -> Catalog {
        let releases = (0..<Int.random(in: 0...5, using: &self)).map { index in
            Release(
                platform: pick(Platform.known), version: try! AppVersion("1.\(index)"),
                build: maybe { _ in try! BuildNumber("310") }, minimumOS: maybe { _ in try! AppVersion("16.0") },
                offers: (0..<Int.random(in: 0...2, using: &self)).map { _ in offer() })
        }
        return Catalog(app: maybe { _ in "hashtags" }, asOf: maybe { $0.date() }, releases: releases)
    }

    private mutating func offer() -> Offer {
        Offer(
            channel: pick([
                .appstore, .testflight(nil), .testflight(.internal), .marketplace("com.x"), .marketplace(nil), .web,
            ]),
            groups: maybe { $0.pick([[], ["a", "b"]]) }, storefronts: maybe { $0.pick([[], [Storefront("US")!]]) },
            publishedAt: maybe { $0.date() }, firstSeenAt: maybe { $0.date() }, expiresAt: maybe { $0.date() },
            state: pick([.live, .inReview, .withdrawn]),
            phase: maybe { random in Offer.Phase(state: "active", day: random.maybe { _ in 3 }) },
            url: maybe { _ in "https://example.com/x" }, notes: maybe { _ in LocalizedText(["en": "New."]) },
            source: maybe { _ in "lookup" })
    }
}
