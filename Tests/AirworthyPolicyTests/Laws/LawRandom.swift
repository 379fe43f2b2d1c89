import AirworthyPolicy
import Foundation

/// Draws conditions, rules, catalogs and installations. The pools are small, so that values coincide.
struct LawRandom {
    static let versions = [
        "1.0", "1.3.9", "1.9", "1.10", "2.0", "2.1", "2.2", "2.2.0.1", "2.2.1", "3.0-beta", "3.0", "4",
    ]
    static let ranges = [
        "<latest", "latest", "<1.4", "<2", "<2.2", ">=2", "2.2.*", "2.2", "1.0...2.1", "2.2 (<250)", "(<150)", "2.2.1",
        "3.0", "<4",
    ]
    static let storefronts = ["JP", "US", "DE"].map { Storefront($0)! }
    static let channels: [Channel] = [
        .appstore, .appstore, .appstore, .testflight(nil), .testflight(.internal), .testflight(.external), .debug,
        .web, .marketplace("com.example.store"), .marketplace(nil), .adhoc, .enterprise, .unknown,
        .play(nil), .play(.internal), .sideload,
    ]
    static let unknown = Condition.unknown("moonPhase")

    var generator: SeededGenerator

    init(index: Int) {
        generator = SeededGenerator(seed: SeededGenerator.seed &+ UInt64(index) &* 0x2545_F491_4F6C_DD1D)
    }

    mutating func pick<Element>(_ values: [Element]) -> Element { generator.pick(values) }
    mutating func oneIn(_ count: Int) -> Bool { generator.oneIn(count) }
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    mutating func maybe<Value>(_ value: Value) -> Value? { oneIn(2) ? value : nil }

    mutating func version() -> AppVersion { version(pick(Self.versions)) }
    func version(_ text: String) -> AppVersion { try! AppVersion(text) }
    func build(_ number: Int) -> BuildNumber { try! BuildNumber(String(number)) }
    mutating func build() -> BuildNumber { build(100 + 10 * int(0...25)) }
    func range(_ text: String) -> VersionRange { try! VersionRange(text) }

    /// Whole hours, up to `days` before or after the middle of all cases.
    mutating func date(days: Int = 40) -> Date {
        Self.origin.addingTimeInterval(Double(int(-24 * days...24 * days)) * 3_600)
    }
    static let origin = Date(timeIntervalSince1970: 1_795_176_000)

    // MARK: Conditions and rules

    mutating func condition(depth: Int = 0) -> Condition {
        switch int(0...(depth < 3 ? 16 : 12)) {
        case 0...3: .version(range(pick(Self.ranges)))
        case 4: .build(try! BuildRange(pick(["<200", ">=200", "310"])))
        case 5: .channel([pick(Self.channels)])
        case 6: .os([pick([.ios, .macos]): range(pick(["<16", ">=16", "17.4"]))])
        case 7: .language([pick(["ja", "en", "zh-Hans"])])
        case 8: .storefront([pick(Self.storefronts)])
        case 9:
            .attribute(
                name: pick(["plan", "staff"]), values: [pick(["pro", "free", true, 1])],
                ifMissing: oneIn(6) ? .false : .undecided)
        case 10: .rollout(.init(partsPerMillion: UInt32(pick([0, 100_000, 500_000, 1_000_000])), salt: maybe("s")))
        case 11: oneIn(2) ? .after(date()) : .before(date())
        case 12: oneIn(2) ? Self.unknown : .platform([pick([.ios, .macos])])
        case 13: .not(condition(depth: depth + 1))
        case 14: .any((0..<int(0...3)).map { _ in condition(depth: depth + 1) })
        default: .all((0..<int(0...3)).map { _ in condition(depth: depth + 1) })
        }
    }

    mutating func effect() -> Effect {
        var effect = Effect(
            update: pick([UpdateLevel.none, .recommended, .recommended, .required, .required, .required]))
        if oneIn(8) {
            for _ in 0..<int(1...3) { effect.perChange[pick(ChangeStep.allCases)] = pick(UpdateLevel.allCases) }
            if oneIn(3) { effect.update = nil }
        }
        if oneIn(8) { effect.target = UpdateTarget(version: version(), build: maybe(build())) }
        if oneIn(8) { effect.deadline = date() }
        if oneIn(5) { effect.releasedFor = Period(seconds: 86_400 * pick([1, 7, 30])) }
        if oneIn(5) { effect.blocksIfUnavailable = true }
        if oneIn(8) { effect.phasing = pick([.follow, .ignore]) }
        if oneIn(6) { effect.url = pick(Self.urls) }
        if oneIn(20) { effect.isReadable = false }
        if oneIn(16) {
            let url = effect.url
            effect = Effect()
            effect.maintenance = Maintenance(until: date(), url: url)
        }
        effect.remind = pick([.daily, .weekly, .every(Period(seconds: 43_200))])
        effect.skippable = oneIn(2)
        effect.message = maybe(LocalizedText(["en": "Please.", "ja": "どうぞ"]))
        return effect
    }

    static let urls = [
        "https://apps.apple.com/jp/app/tags/id77", "https://testflight.apple.com/join/AbCd", "https://example.com/get",
    ]

    mutating func rule(_ id: String) -> Rule {
        Rule(id: id, when: condition(), effect: effect(), meta: oneIn(4) ? ["team": .string(id)] : nil)
    }

    mutating func feature() -> Feature {
        Feature(
            default: false,
            rules: (1...int(1...3)).map {
                Feature.Rule(id: "\($0)", when: condition(), value: .bool(oneIn(2)), includesReview: oneIn(2))
            }, resetsWhenExpired: oneIn(3))
    }

    // MARK: Catalogs and installations

    mutating func offer() -> Offer {
        let channel = pick(Self.channels)
        var offer = Offer(channel: channel)
        if channel == .appstore, oneIn(2) {
            offer.storefronts = Set((0..<int(0...3)).map { _ in pick(Self.storefronts) })
        }
        if oneIn(2) { offer.publishedAt = date(days: 60) }
        if oneIn(4) { offer.firstSeenAt = date(days: 60) }
        if oneIn(6) { offer.state = pick([.inReview, .withdrawn, .other("embargoed")]) }
        if oneIn(8) { offer.phase = .init(state: pick(["active", "paused", "complete"]), day: maybe(int(1...7))) }
        if oneIn(8) { offer.url = pick(Self.urls) }
        if oneIn(12) { offer.source = Offer.asserted }
        if case .testflight(let audience) = channel {
            if oneIn(2) { offer.expiresAt = date() }
            if !oneIn(4) { offer.groups = groups(audience) }
        }
        return offer
    }

    /// A group belongs to one audience.
    mutating func groups(_ audience: Channel.Audience?) -> Set<String> {
        let names = (audience == .external ? [] : ["in1", "in2"]) + (audience == .internal ? [] : ["ex1", "ex2"])
        return Set(names.filter { _ in !oneIn(4) })
    }

    mutating func catalog() -> Catalog {
        var releases: [Release] = []
        for _ in 0..<int(0...7) {
            let release = Release(
                platform: oneIn(8) ? .macos : .ios, version: version(), build: oneIn(4) ? nil : build(),
                minimumOS: maybe(version(pick(["13", "16.0", "18"]))), offers: (0...int(0...2)).map { _ in offer() })
            // A build exists only once.
            if !releases.contains(where: { $0.version == release.version && $0.platform == release.platform }) {
                releases.append(release)
            }
        }
        return Catalog(asOf: maybe(date()), releases: releases)
    }

    mutating func installation() -> Installation {
        Installation(
            platform: oneIn(12) ? .macos : .ios, version: oneIn(40) ? pick(["", "1.x", "abc"]) : pick(Self.versions),
            build: oneIn(4) ? nil : build(), channel: pick(Self.channels),
            os: oneIn(4)
                ? nil
                : OperatingSystem(
                    platform: oneIn(20) ? .macos : .ios, version: version(pick(["12", "15.8", "16.0", "17.4", "18.1"]))),
            language: maybe(pick(["ja", "en-GB", "zh-Hans-CN"])), storefront: maybe(pick(Self.storefronts)),
            installID: maybe("device-\(int(0...999))"),
            attributes: oneIn(2) ? [:] : ["plan": pick(["pro", "free"]), "staff": pick([true, 1])])
    }

    /// Everything at random.
    mutating func soup(_ index: Int) -> LawCase {
        var policy = Policy(app: "tags", appleID: oneIn(8) ? nil : 42, rules: (1...int(1...6)).map { rule("r\($0)") })
        for key in ["a", "b", "c"].prefix(int(0...3)) { policy.features[key] = feature() }
        if oneIn(4) { policy.links = ["web": "https://example.com/web", "marketplace": "https://example.com/m"] }
        if oneIn(8) { policy.withdrawn = range(pick(["2.2.1", "2.2 (<250)", "3.0"])) }
        var manifest = Manifest(revision: maybe(int(1...99)), policy: policy, catalog: catalog())
        if oneIn(3) { manifest.issuedAt = date() }
        if oneIn(3) { manifest.expiresAt = date() }
        if oneIn(20) { manifest.bucketing = "future-1" }
        var made = LawCase(index: index, manifest: manifest, installation: installation(), now: date(days: 10))
        if oneIn(3) { made.confirmedAt = date() }
        if oneIn(8) { made.storedAt = date() }
        return made
    }
}
