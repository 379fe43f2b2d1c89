import AirworthyPolicy
import AppStoreConnect
import Foundation
import Testing

@testable import ReleaseCatalog

@Suite struct AppStoreMergeTests {
    struct Case: CustomTestStringConvertible {
        var name: String
        var versions: [(String, String)] = [("2.0", "READY_FOR_DISTRIBUTION"), ("1.9", "REPLACED_WITH_NEW_VERSION")]
        /// What the lookup of Japan shows; the United States are not asked.
        var jp: String?
        var hours: Double = 0
        var inJapan: String?
        var inAmerica: String?
        var state: Offer.State?

        var testDescription: String { name }

        static let all: [Case] = [
            Case(name: "ready a moment ago, nobody asked", inJapan: "1.9", inAmerica: "1.9"),
            Case(name: "ready for a day, nobody asked", hours: 24, inJapan: "2.0", inAmerica: "2.0", state: .live),
            Case(name: "almost a day", hours: 23.9, inJapan: "1.9", inAmerica: "1.9"),
            Case(name: "the lookup is ahead", jp: "2.0", inJapan: "2.0", inAmerica: "1.9", state: .live),
            Case(name: "the lookup lags", jp: "1.9", hours: 30, inJapan: "1.9", inAmerica: "2.0", state: .live),
            Case(name: "the lookup is newer than all", jp: "2.1", inJapan: "2.1", inAmerica: "1.9", state: .live),
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
                name: "a state of next year", versions: [("2.0", "IN_ORBIT"), ("1.9", "READY_FOR_DISTRIBUTION")],
                hours: 30, inJapan: "1.9", inAmerica: "1.9"),
            Case(
                name: "said to be in review, yet on sale",
                versions: [("2.0", "IN_REVIEW"), ("1.9", "READY_FOR_DISTRIBUTION")], jp: "2.0", hours: 30,
                inJapan: "2.0", inAmerica: "1.9", state: .live),
            Case(name: "nothing but history", versions: [("1.9", "REPLACED_WITH_NEW_VERSION")], hours: 30),
        ]
    }

    @Test(arguments: Case.all)
    func `where a version can be installed follows from what was shown there`(_ row: Case) {
        var data = ReleaseData.after((.listing([], row.versions.map { store($0.0, $0.1) }), 0))
        if let shown = row.jp { data.hear(.lookup(jp, onSale(shown)), row.hours * hour) }
        let merged = data.merged([jp], row.hours * hour)
        #expect(merged.onSale(in: jp) == row.inJapan)
        #expect(merged.onSale(in: us) == row.inAmerica)
        #expect(merged.offer("2.0", .appstore)?.state == row.state)
    }

    @Test func `a country that lags is left out of an otherwise whole world`() {
        let merged = ReleaseData.after((.listing([], [store("2.0")]), 0), (.lookup(jp, onSale("1.9")), hour))
            .merged([jp], 30 * hour)
        let list = merged.offer("2.0", .appstore)?.storefronts
        #expect(list == Storefront.all.subtracting([jp]))
        #expect(merged.offer("1.9", .appstore)?.storefronts == nil)
    }

    @Test func `what Apple says was published a day ago has settled a day ago`() {
        let release = onSale("2.0", publishedAt: t0.addingTimeInterval(-25 * hour))
        let merged = ReleaseData.after((.listing([], [store("2.0")]), 0), (.lookup(jp, release), 0)).merged([jp])
        #expect(merged.onSale(in: us) == "2.0")
        #expect(merged.nextChange == nil)
    }

    @Test func `time alone opens the countries that nobody asks about`() {
        let data = ReleaseData.after((.listing([], [store("2.0")]), 0))
        #expect(data.merged([], hour).nextChange == t0.addingTimeInterval(24 * hour))
        #expect(data.merged([], hour).onSale(in: us) == nil)
        #expect(data.merged([], 24 * hour).onSale(in: us) == "2.0")
    }

    @Test func `without App Store Connect a lookup speaks for its country only`() {
        let merged = ReleaseData.after((.lookup(jp, onSale("2.0")), 0), (.lookup(us, onSale("1.9")), 0))
            .merged([jp, us])
        #expect(merged.onSale(in: jp) == "2.0")
        #expect(merged.onSale(in: us) == "1.9")
        #expect(merged.onSale(in: Storefront("DE")!) == nil)
        #expect(merged.offer("2.0", .appstore)?.source == "lookup")
    }

    @Test func `build, phase and notes are App Store Connect's, dates are the lookup's, minimums the higher`() throws {
        let ready = store("2.0", build: "310") { item in
            item.phase = Offer.Phase(state: "active", day: 3)
            item.notes = LocalizedText(["en": "Tags", "ja": "タグ"])
            item.minimumOS = version("16.0")
        }
        let published = t0.addingTimeInterval(-2 * hour)
        let merged = ReleaseData.after(
            (.listing([build("310")], [ready]), 0),
            (.lookup(jp, onSale("2.0", minimumOS: "17.0", publishedAt: published, notes: "?")), hour)
        ).merged([jp], hour)
        let release = try #require(merged.release("2.0"))
        let offer = try #require(merged.offer("2.0", .appstore))
        #expect(release.build == number("310") && release.minimumOS == version("17.0"))
        #expect(release.offers.map(\.channel) == [.appstore, .testflight(.internal), .testflight(.external)])
        #expect(offer.publishedAt == published && offer.firstSeenAt == t0)
        #expect(offer.phase == Offer.Phase(state: "active", day: 3))
        #expect(offer.notes?.texts["ja"] == "タグ")
        #expect(offer.source == "appStoreConnect")
        #expect(offer.expiresAt == nil && release.offers.last?.expiresAt != nil, "only the beta expires")
    }

    @Test func `another platform's release is another release`() {
        var data = ReleaseData.after((.listing([], [store("2.0"), store("1.5", on: .macos)]), 0))
        data.hear(.lookup(jp, onSale("2.0")), 0)
        let merged = data.merged([jp], 30 * hour)
        #expect(merged.onSale(in: jp, on: .macos) == "1.5", "Japan was never asked about the Mac")
        #expect(merged.onSale(in: jp, on: .ios) == "2.0")
    }

    @Test func `an import ranks below both, item by item`() {
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
        data.hear(.lookup(jp, onSale("2.0")))
        let partly = data.merged()
        #expect(partly.onSale(in: jp) == "2.0", "the lookup shows an older one")
        #expect(partly.onSale(in: us) == "3.0", "nobody else speaks for the United States")
        #expect(partly.release("2.0")?.build == number("999"), "the lookup tells no build")
        data.hear(.listing([], [store("2.0", build: "310")]), 0)
        let merged = data.merged([jp], 30 * hour)
        #expect(merged.onSale(in: us) == "2.0")
        #expect(merged.release("2.0")?.build == number("310"))
        #expect(merged.release("2.0")?.minimumOS == version("18.0"))
        #expect(merged.release("3.0") == nil)
        #expect(merged.release("1.0") != nil, "history that only the import knows")
        #expect(merged.offer("5.0", .web)?.source == "manual")
    }

    @Test func `an operator's word outranks all, and what is below a withdrawn version is not on sale either`() {
        var data = ReleaseData.after(
            (.listing([build("310")], [store("2.0", build: "310"), store("1.9", "REPLACED_WITH_NEW_VERSION")]), 0),
            (.lookup(jp, onSale("1.9")), 0), (.lookup(jp, onSale("2.0")), hour))
        #expect(data.hear(.order(.withdraw(.ios, version("2.0"), nil)), hour) == [.operator])
        #expect(data.hear(.order(.withdraw(.ios, version("2.0"), nil)), hour) == [])
        let merged = data.merged([jp], 30 * hour)
        #expect(merged.offer("2.0", .appstore)?.state == .withdrawn)
        #expect(merged.offer("2.0", .appstore)?.source == "operator")
        #expect(merged.newest(for: .internal, platform: .ios, at: t0) == nil)
        // The store still hands out 2.0: an update to 1.9 cannot be had.
        #expect(merged.onSale(in: jp) == nil && merged.onSale(in: us) == nil)
        // As soon as the store shows the lower one, it counts: the operator and the lookup agree.
        data.hear(.lookup(jp, onSale("1.9")), 2 * hour)
        #expect(data.merged([jp], 2 * hour).onSale(in: jp) == "1.9")
        data.hear(.order(.reset), 3 * hour)
        #expect(data.merged([jp], 30 * hour).offer("2.0", .appstore)?.state == .live)
    }

    @Test func `a withdrawal with a build spares the other builds`() {
        var data = ReleaseData.after((.listing([build("310"), build("311")], [store("2.0", build: "311")]), 0))
        data.hear(.order(.withdraw(.ios, version("2.0"), number("310"))))
        let merged = data.merged([], 30 * hour)
        #expect(merged.newest(for: .internal, platform: .ios, at: t0)?.number == number("311"))
        #expect(merged.onSale(in: us) == "2.0")
        #expect(merged.builds.filter(\.isWithdrawn).map(\.number?.description) == ["310"])
    }

    @Test func `only the newest fifty App Store versions are remembered`() {
        let many = (1...80).map { store("1.\($0)", $0 == 80 ? "READY_FOR_DISTRIBUTION" : "REPLACED_WITH_NEW_VERSION") }
        let data = ReleaseData.after((.listing([], many), 0))
        let merged = data.merged([], 30 * hour)
        #expect(merged.catalog.releases.count == 50)
        #expect(merged.onSale(in: us) == "1.80")
    }

    @Test func `every country there can be is counted, each once`() {
        #expect(Storefront.all.count == 250)
        #expect(Storefront.all.isSuperset(of: [jp, us, Storefront("XK")!, Storefront("TWN")!]))
    }
}
