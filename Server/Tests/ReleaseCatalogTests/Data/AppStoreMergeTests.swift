import AirworthyPolicy
import Foundation
import Testing

@testable import ReleaseCatalog

@Suite struct AppStoreMergeTests {
    struct Case: CustomTestStringConvertible {
        var name: String
        var versions: [(String, String)] = [("2.0", "READY_FOR_DISTRIBUTION"), ("1.9", "REPLACED_WITH_NEW_VERSION")]
        /// The version that the lookup of Japan shows; there is no lookup of the United States.
        var jp: String?
        var hours: Double = 0
        var inJapan: String?
        var inAmerica: String?
        var state: Offer.State?

        var testDescription: String { name }

        static let all: [Case] = [
            Case(name: "just released, without lookup", inJapan: "1.9", inAmerica: "1.9"),
            Case(name: "released for a day, without lookup", hours: 24, inJapan: "2.0", inAmerica: "2.0", state: .live),
            Case(name: "released for almost a day, without lookup", hours: 23.9, inJapan: "1.9", inAmerica: "1.9"),
            Case(name: "the lookup shows the new version", jp: "2.0", inJapan: "2.0", inAmerica: "1.9", state: .live),
            Case(
                name: "the lookup shows the former version", jp: "1.9", hours: 30, inJapan: "1.9", inAmerica: "2.0",
                state: .live),
            Case(
                name: "the lookup shows a version that is not listed", jp: "2.1", inJapan: "2.1", inAmerica: "1.9",
                state: .live),
            Case(
                name: "in review", versions: [("2.0", "IN_REVIEW"), ("1.9", "READY_FOR_DISTRIBUTION")], hours: 30,
                inJapan: "1.9", inAmerica: "1.9", state: .inReview),
            Case(
                name: "pending release",
                versions: [("2.0", "PENDING_DEVELOPER_RELEASE"), ("1.9", "READY_FOR_DISTRIBUTION")], hours: 30,
                inJapan: "1.9", inAmerica: "1.9", state: .inReview),
            Case(
                name: "in preparation",
                versions: [("2.0", "PREPARE_FOR_SUBMISSION"), ("1.9", "READY_FOR_DISTRIBUTION")], hours: 30,
                inJapan: "1.9", inAmerica: "1.9"),
            Case(
                name: "an unknown state", versions: [("2.0", "IN_ORBIT"), ("1.9", "READY_FOR_DISTRIBUTION")],
                hours: 30, inJapan: "1.9", inAmerica: "1.9"),
            Case(
                name: "listed in review, but shown on sale",
                versions: [("2.0", "IN_REVIEW"), ("1.9", "READY_FOR_DISTRIBUTION")], jp: "2.0", hours: 30,
                inJapan: "2.0", inAmerica: "1.9", state: .live),
            Case(name: "every version is replaced", versions: [("1.9", "REPLACED_WITH_NEW_VERSION")], hours: 30),
        ]
    }

    @Test(arguments: Case.all)
    func `a version can be installed where a lookup shows it, or a day after its release`(_ row: Case) {
        var data = ReleaseData.after((.listing([], versions: row.versions.map { store($0.0, state: $0.1) }), 0))
        if let shown = row.jp { data.observe(.lookup(jp, onSale(shown)), at: row.hours * hour) }
        let merged = data.merged([jp], at: row.hours * hour)
        #expect(merged.onSale(in: jp) == row.inJapan)
        #expect(merged.onSale(in: us) == row.inAmerica)
        #expect(merged.offer("2.0", on: .appstore)?.state == row.state)
    }

    @Test func `a country whose lookup shows an older version is excluded`() {
        let merged = ReleaseData.after((.listing([], versions: [store("2.0")]), 0), (.lookup(jp, onSale("1.9")), hour))
            .merged([jp], at: 30 * hour)
        let list = merged.offer("2.0", on: .appstore)?.storefronts
        #expect(list == Storefront.all.subtracting([jp]))
        #expect(merged.offer("1.9", on: .appstore)?.storefronts == nil)
    }

    @Test func `the wait after a release counts from Apple's publication date`() {
        let release = onSale("2.0", publishedAt: t0.addingTimeInterval(-25 * hour))
        let merged = ReleaseData.after((.listing([], versions: [store("2.0")]), 0), (.lookup(jp, release), 0)).merged([
            jp
        ])
        #expect(merged.onSale(in: us) == "2.0")
        #expect(merged.nextChange == nil)
    }

    @Test func `countries without a lookup get a version a day after its release`() {
        let data = ReleaseData.after((.listing([], versions: [store("2.0")]), 0))
        #expect(data.merged([], at: hour).nextChange == t0.addingTimeInterval(24 * hour))
        #expect(data.merged([], at: hour).onSale(in: us) == nil)
        #expect(data.merged([], at: 24 * hour).onSale(in: us) == "2.0")
    }

    @Test func `without App Store Connect a lookup counts for its country only`() {
        let merged = ReleaseData.after((.lookup(jp, onSale("2.0")), 0), (.lookup(us, onSale("1.9")), 0))
            .merged([jp, us])
        #expect(merged.onSale(in: jp) == "2.0")
        #expect(merged.onSale(in: us) == "1.9")
        #expect(merged.onSale(in: Storefront("DE")!) == nil)
        #expect(merged.offer("2.0", on: .appstore)?.source == "lookup")
    }

    @Test
    func `build, phase and notes come from App Store Connect, dates from the lookup, and the higher minimum counts`()
        throws
    {
        let ready = store("2.0", build: "310") { item in
            item.phase = Offer.Phase(state: "active", day: 3)
            item.notes = LocalizedText(["en": "Tags", "ja": "タグ"])
            item.minimumOS = version("16.0")
        }
        let published = t0.addingTimeInterval(-2 * hour)
        let merged = ReleaseData.after(
            (.listing([build("310")], versions: [ready]), 0),
            (.lookup(jp, onSale("2.0", minimumOS: "17.0", publishedAt: published, notes: "?")), hour)
        ).merged([jp], at: hour)
        let release = try #require(merged.release("2.0"))
        let offer = try #require(merged.offer("2.0", on: .appstore))
        #expect(release.build == number("310") && release.minimumOS == version("17.0"))
        #expect(release.offers.map(\.channel) == [.appstore, .testflight(.internal), .testflight(.external)])
        #expect(offer.publishedAt == published && offer.firstSeenAt == t0)
        #expect(offer.phase == Offer.Phase(state: "active", day: 3))
        #expect(offer.notes?.texts["ja"] == "タグ")
        #expect(offer.source == "appStoreConnect")
        #expect(offer.expiresAt == nil && release.offers.last?.expiresAt != nil, "only the beta expires")
    }

    @Test func `releases of two platforms are independent`() {
        var data = ReleaseData.after((.listing([], versions: [store("2.0"), store("1.5", on: .macos)]), 0))
        data.observe(.lookup(jp, onSale("2.0")), at: 0)
        let merged = data.merged([jp], at: 30 * hour)
        #expect(merged.onSale(in: jp, on: .macos) == "1.5", "Japan was never asked about the Mac")
        #expect(merged.onSale(in: jp, on: .ios) == "2.0")
    }

    @Test func `an import fills in only what App Store Connect and the lookup leave unknown`() {
        let imported = catalog(
            """
            {"platform": "ios", "version": "2.0", "build": "999", "minimumOS": "18.0", "offers":
             [{"channel": "appstore", "phase": {"state": "paused"}, "url": "https://apps.apple.com/app/id1"}]},
            {"platform": "ios", "version": "3.0", "build": "400", "offers": [{"channel": "appstore"}]},
            {"platform": "ios", "version": "1.0", "build": "100", "offers": [{"channel": "appstore"}]},
            {"platform": "ios", "version": "5.0", "offers": [{"channel": "web", "url": "https://example.com/x"}]}
            """)
        var data = ReleaseData.after((.manual(imported), 0))
        #expect(data.merged().onSale(in: us) == "3.0")
        data.observe(.lookup(jp, onSale("2.0")))
        let partly = data.merged()
        #expect(partly.onSale(in: jp) == "2.0", "the lookup shows an older one")
        #expect(partly.onSale(in: us) == "3.0", "no other source covers the United States")
        #expect(partly.release("2.0")?.build == number("999"), "the lookup names no build")
        data.observe(.listing([], versions: [store("2.0", build: "310")]), at: 0)
        let merged = data.merged([jp], at: 30 * hour)
        #expect(merged.onSale(in: us) == "2.0")
        #expect(merged.release("2.0")?.build == number("310"))
        #expect(merged.release("2.0")?.minimumOS == version("18.0"))
        #expect(merged.release("3.0") == nil)
        #expect(merged.release("1.0") != nil, "a former version that only the import names")
        #expect(merged.offer("5.0", on: .web)?.source == "manual")
    }

    @Test func `a withdrawal overrides all sources, and no version below it counts as on sale`() {
        var data = ReleaseData.after(
            (
                .listing(
                    [build("310")],
                    versions: [store("2.0", build: "310"), store("1.9", state: "REPLACED_WITH_NEW_VERSION")]), 0
            ),
            (.lookup(jp, onSale("1.9")), 0), (.lookup(jp, onSale("2.0")), hour))
        #expect(data.observe(.order(.withdraw(version("2.0"), build: nil, platform: .ios)), at: hour) == [.operator])
        #expect(data.observe(.order(.withdraw(version("2.0"), build: nil, platform: .ios)), at: hour) == [])
        let merged = data.merged([jp], at: 30 * hour)
        #expect(merged.offer("2.0", on: .appstore)?.state == .withdrawn)
        #expect(merged.offer("2.0", on: .appstore)?.source == "operator")
        #expect(merged.newestBuild(for: .internal, platform: .ios, at: t0) == nil)
        // The App Store still delivers 2.0, so nobody can update to 1.9.
        #expect(merged.onSale(in: jp) == nil && merged.onSale(in: us) == nil)
        // Once the App Store shows 1.9, it counts: the operator and the lookup agree.
        data.observe(.lookup(jp, onSale("1.9")), at: 2 * hour)
        #expect(data.merged([jp], at: 2 * hour).onSale(in: jp) == "1.9")
        data.observe(.order(.reset), at: 3 * hour)
        #expect(data.merged([jp], at: 30 * hour).offer("2.0", on: .appstore)?.state == .live)
    }

    @Test func `a withdrawal of one build leaves the other builds`() {
        var data = ReleaseData.after(
            (.listing([build("310"), build("311")], versions: [store("2.0", build: "311")]), 0))
        data.observe(.order(.withdraw(version("2.0"), build: number("310"), platform: .ios)))
        let merged = data.merged([], at: 30 * hour)
        #expect(merged.newestBuild(for: .internal, platform: .ios, at: t0)?.number == number("311"))
        #expect(merged.onSale(in: us) == "2.0")
        #expect(merged.builds.filter(\.isWithdrawn).map(\.number?.description) == ["310"])
    }

    @Test func `only the highest fifty App Store versions are kept`() {
        let many = (1...80).map {
            store("1.\($0)", state: $0 == 80 ? "READY_FOR_DISTRIBUTION" : "REPLACED_WITH_NEW_VERSION")
        }
        let data = ReleaseData.after((.listing([], versions: many), 0))
        let merged = data.merged([], at: 30 * hour)
        #expect(merged.catalog.releases.count == 50)
        #expect(merged.onSale(in: us) == "1.80")
    }

    @Test func `the list of all countries is complete`() {
        #expect(Storefront.all.count == 250)
        #expect(Storefront.all.isSuperset(of: [jp, us, Storefront("XK")!, Storefront("TWN")!]))
    }
}
