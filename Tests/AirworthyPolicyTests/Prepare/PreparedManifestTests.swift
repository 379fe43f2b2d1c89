import Foundation
import Testing

@testable import AirworthyPolicy

/// A decision from a prepared manifest is the same as one that prepares the manifest itself.
@Suite struct PreparedManifestTests {
    private let now = Date(timeIntervalSince1970: 1_795_132_800)

    @Test func `A prepared manifest gives every case the same decision and trace`() {
        forAllCases { made in
            let prepared = PreparedManifest(made.manifest)
            let decision = decide(
                prepared, for: made.installation, at: made.now, confirmedAt: made.confirmedAt,
                storedAt: made.storedAt, trace: true)
            return decision == made.decision(trace: true) ? nil : "\(decision)"
        }
    }

    @Test func `One prepared manifest serves installations of every platform and channel`() throws {
        let manifest = try manifest(marketplaces: 3)
        let prepared = PreparedManifest(manifest)
        for installation in installations {
            #expect(
                decide(prepared, for: installation, at: now, trace: true)
                    == decide(manifest, for: installation, at: now, trace: true), "\(installation)")
        }
    }

    @Test func `A catalog of many marketplaces, of which not all are prepared, changes no decision`() throws {
        let manifest = try manifest(marketplaces: 100)
        let prepared = PreparedManifest(manifest)
        for installation in installations + [copy(.marketplace("store-98")), copy(.marketplace("store-2"))] {
            #expect(
                decide(prepared, for: installation, at: now, trace: true)
                    == decide(manifest, for: installation, at: now, trace: true), "\(installation)")
        }
    }

    @Test func `Bounds longer than sixteen bytes are compared to the last byte`() throws {
        let long = "1.2.3-beta.with.a.long.suffix."
        for (range, version, matches) in [
            ("<\(long)5", "\(long)4", true), ("<\(long)5", "\(long)5", false), (">\(long)4", "\(long)5", true),
            ("<1.2.3", "\(long)4", false), (">=1.2.3-beta.with", "\(long)4", true),
            ("1111111111111111111 (22222222222222222222)", "1111111111111111111", true),
        ] {
            let rule = Rule(id: "r", when: .version(try VersionRange(range)), effect: Effect(update: UpdateLevel.none))
            let installation = Installation(
                version: version, build: try BuildNumber("22222222222222222222"), channel: .appstore)
            let decision = decide(Manifest(policy: Policy(rules: [rule])), for: installation, at: now)
            #expect((decision.rule == "r") == matches, "\(range) and \(version)")
        }
    }

    @Test func `The next change is the first date after now, of rules, features and offers`() throws {
        func date(_ day: Double) -> Date { now.addingTimeInterval(day * 86_400) }
        var waiting = Effect(update: .required)
        waiting.releasedFor = Period(seconds: 7 * 86_400)
        let policy = Policy(
            rules: [
                Rule(id: "wait", when: .version(try VersionRange("<2")), effect: waiting),
                Rule(id: "later", when: .after(date(9)), effect: Effect(update: .recommended)),
            ],
            features: ["f": Feature(default: 1, rules: [.init(id: "1", when: .before(date(6)), value: 2)])])
        let releases = try [("2.0", -2.0), ("2.1", 3.0), ("1.9", -20.0)].map { version, day in
            Release(
                platform: .ios, version: try AppVersion(version),
                offers: [Offer(channel: .appstore, publishedAt: date(day))])
        }
        let prepared = PreparedManifest(Manifest(policy: policy, catalog: Catalog(releases: releases)))
        let next = [0, 3, 5, 6, 9, 10].map { decide(prepared, for: copy(.appstore), at: date($0)).reevaluateAt }
        #expect(next == [3, 5, 6, 9, 10, nil].map { $0.map(date) })
        #expect(decide(prepared, for: copy(.web), at: now).reevaluateAt == date(6))
        #expect(decide(prepared, for: copy(.unknown), at: now).reevaluateAt == date(3))
    }

    // MARK: Samples

    private func copy(_ channel: Channel, platform: Platform = .ios) -> Installation {
        Installation(platform: platform, version: "1.0", channel: channel)
    }

    private var installations: [Installation] {
        let channels: [Channel] = [
            .debug, .testflight(nil), .testflight(.internal), .testflight(.external), .appstore, .marketplace(nil),
            .marketplace("store-1"), .marketplace("elsewhere"), .web, .enterprise, .adhoc, .unknown, .other("later"),
            .play(nil), .play(.internal), .play(.open), .sideload,
        ]
        return [Platform.ios, .macos, .tvos, .other("carplay")].flatMap { platform in
            channels.map { copy($0, platform: platform) }
        }
    }

    private func manifest(marketplaces: Int) throws -> Manifest {
        let effect = Effect(update: .required)
        let policy = Policy(
            appleID: 42, rules: [Rule(id: "floor", when: .version(try VersionRange("<2")), effect: effect)],
            links: ["marketplace:elsewhere": "https://elsewhere.example.com", "web": "https://example.com/get"])
        let channels: [Channel] =
            [.appstore, .testflight(.internal), .testflight(.external), .marketplace(nil), .web, .other("later")]
            + (0..<marketplaces).map { .marketplace("store-\($0)") }
        let releases = try ["2.0", "2.1"].flatMap { version in
            try [Platform.ios, .macos, .other("carplay")].map { platform in
                Release(
                    platform: platform, version: try AppVersion(version),
                    offers: channels.map { Offer(channel: $0, publishedAt: now.addingTimeInterval(-86_400)) })
            }
        }
        return Manifest(policy: policy, catalog: Catalog(releases: releases))
    }
}
