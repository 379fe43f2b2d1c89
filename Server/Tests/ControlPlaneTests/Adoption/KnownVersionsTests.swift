import AirworthyPolicy
import ControlPlane
import ControlPlaneTesting
import Foundation
import ServerSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct KnownVersionsTests {
    private static func cell(_ version: String, build: String = "") -> AdoptionCell {
        AdoptionCell(platform: "ios", version: version, build: build, channel: "appstore", os: "17.4")
    }

    private static var catalog: Catalog {
        get throws {
            let builds = [("2.2", "310"), ("2.2", "0311"), ("2.1.0", nil), ("2.1.0", "7")]
            return Catalog(
                releases: try builds.map { version, build in
                    Release(
                        platform: .ios, version: try AppVersion(version), build: try build.map { try BuildNumber($0) },
                        offers: [])
                })
        }
    }

    @Test(arguments: [
        ("2.2.0", "310", true), ("2.2.0", "311", true), ("2.2.0", "", true), ("2.2.0", "312", false),
        ("2.1.0", "999", true), ("2.2.1", "", false), ("1.9.0", "1", true), ("1.8.0", "1", true), ("1.7.0", "", true),
        ("1.6.0", "", true), ("1.5.0", "", true), ("1.4.0", "", false),
    ])
    func `versions of the catalog with their builds are known, and those that the policy names`(
        version: String, build: String, isKnown: Bool
    ) throws {
        func named(_ range: String) throws -> Condition { .version(try VersionRange(range)) }
        var effect = Effect(update: .required)
        effect.target = UpdateTarget(version: try AppVersion("1.7"))
        let rules = [
            Rule(id: "a", when: .not(try named("<1.9")), effect: Effect(update: .recommended)),
            Rule(id: "b", when: .any([try named("1.8")]), effect: effect),
        ]
        let rule = Feature.Rule(id: "c", when: try named(">=1.6"), value: true)
        let policy = Policy(
            rules: rules, features: ["new": Feature(default: false, rules: [rule])], withdrawn: try VersionRange("1.5"))
        let known = KnownVersions(catalog: try Self.catalog, policy: policy)
        #expect(known.contains(Self.cell(version, build: build)) == isKnown)
    }

    @Test func `without a release every version is known`() {
        for catalog in [nil, Catalog(releases: [])] {
            #expect(KnownVersions(catalog: catalog, policy: nil).contains(Self.cell("7.7.7")))
        }
    }

    @Test func `installations are shown with the catalog's spelling, and added up`() throws {
        let known = KnownVersions(catalog: try Self.catalog, policy: nil)
        let rows = [("2.2.0", 3), ("2.2", 4), ("2.1.0", 5), ("9.0.0", 6)].map {
            AdoptionRow(cell: Self.cell($0.0), count: $0.1)
        }
        #expect(
            Set(known.spelled(rows))
                == Set(
                    [("2.2", 7), ("2.1.0", 5), ("9.0.0", 6)].map { AdoptionRow(cell: Self.cell($0.0), count: $0.1) }))
        let day = UTCDay(number: 20_000)
        let count = DailyCount(day: day, version: "2.2.0", channel: "appstore", count: 3)
        #expect(known.spelled([count]).map(\.version) == ["2.2"])
    }

    @Test func `a catalog that arrives later is used at once`() async throws {
        let server = try TestPlane()
        try await server.makeApp()
        func fold() -> Int {
            for version in 1...600 {
                _ = server.plane.adoption.add(CheckIn(now: Self.cell("\(version).99.0")), app: "hashtags")
            }
            return server.plane.adoption.folded
        }
        #expect(fold() == 0)
        _ = try await server.plane.catalogs.importCatalog(Samples.catalog(), for: "hashtags", by: .server)
        server.clock.advance(days: 1)
        // The cells have no storefront, so a hundred more are as they are.
        #expect(fold() == 250)
    }

    @Test(arguments: [
        ("2.1", 3, "2.1.0"), ("2.1.0", 3, "2.1.0"), ("2.1.0.0", 3, "2.1.0"), ("2.1.0.1", 3, "2.1.0.1"),
        ("02.01", 3, "2.1.0"), ("0", 3, "0.0.0"), ("000.0.10", 3, "0.0.10"), ("1", 3, "1.0.0"),
        ("17", 2, "17.0"), ("17.4", 2, "17.4"), ("17.04.0", 2, "17.4"), ("310", 1, "310"), ("0310", 1, "310"),
        ("310.0", 1, "310"), ("0.0", 1, "0"), ("3-beta.02", 3, "3.0.0-beta.2"), ("3.0.0-rc0010a0", 3, "3.0.0-rc10a0"),
        ("1.0-", 3, "1.0.0-"),
    ])
    func `equal versions have one spelling`(text: String, parts: Int, spelling: String) {
        #expect(CanonicalVersion.text(text, parts: parts) == spelling)
        #expect(CanonicalVersion.text(spelling, parts: parts) == spelling)
    }

    @Test(arguments: UInt64(1)...8)
    func `two versions have one spelling exactly if they are equal`(seed: UInt64) throws {
        var random = Seeded(seed)
        func number() -> String { ["0", "00", "1", "01", "10", "9"].randomElement(using: &random)! }
        func version() -> String {
            let numbers = (0..<Int.random(in: 1...5, using: &random)).map { _ in number() }.joined(separator: ".")
            let suffix = ["", "", "-a\(number())", "-\(number()).b", "-rc.\(number())-\(number())"]
                .randomElement(using: &random)!
            return numbers + suffix
        }
        var readable = 0
        for _ in 0..<4_000 {
            let texts = (version(), version())
            guard let first = try? AppVersion(texts.0), let second = try? AppVersion(texts.1) else { continue }
            readable += 1
            let spellings = (KnownVersions.text(of: first), KnownVersions.text(of: second))
            #expect((spellings.0 == spellings.1) == (first == second), "\(texts)")
            #expect(try AppVersion(spellings.0) == first)
        }
        #expect(readable > 2_000)
    }
}
