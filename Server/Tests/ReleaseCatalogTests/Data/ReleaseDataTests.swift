import AirworthyPolicy
import Foundation
import Testing

@testable import ReleaseCatalog

@Suite struct ReleaseDataTests {
    @Test func `equal answers change only the age`() {
        let listing = Observation.listing([build("310")], versions: [store("2.0", build: "310")])
        var data = ReleaseData(app: "hashtags")
        #expect(data.observe(listing) == [.connect])
        #expect(data.observe(.lookup(jp, onSale("2.0"))) == [.lookup(jp)])
        let before = (data.merged([jp], at: hour), data.records)
        #expect(data.observe(listing, at: hour) == [])
        #expect(data.observe(.lookup(jp, onSale("2.0")), at: hour) == [])
        let after = (data.merged([jp], at: hour), data.records)
        #expect(after.0.bytes == before.0.bytes)
        #expect(after.0.builds == before.0.builds)
        #expect(after.0.asOf == t0.addingTimeInterval(hour) && before.0.asOf == t0)
        #expect(after.1.map(\.body) == before.1.map(\.body))
        #expect(after.1.map(\.changedAt) == before.1.map(\.changedAt))
        #expect(after.1.allSatisfy { $0.checkedAt == t0.addingTimeInterval(hour) })
    }

    @Test func `the order of builds, versions and groups makes no difference`() {
        let first = build("310") { $0.groups = [.init(id: "a", name: "A"), .init(id: "b", name: "B")] }
        let same = build("310") { $0.groups = [.init(id: "b", name: "B"), .init(id: "a", name: "A")] }
        var data = ReleaseData.after((.listing([first, build("311")], versions: [store("2.0"), store("1.0")]), 0))
        #expect(
            data.observe(.listing([build("311"), same, build("311")], versions: [store("1.0"), store("2.0")])) == [])
    }

    @Test func `stored data reads back to the same bytes`() {
        let data = rich
        let again = ReleaseData(app: "hashtags", records: data.records.shuffled())
        #expect(again.problems == [])
        #expect(again.records == data.records)
        #expect(again.merged([jp, us], at: 30 * hour) == data.merged([jp, us], at: 30 * hour))
    }

    @Test(arguments: ["", "null", "{}", "{\"schema\": 2}", "{\"schema\": 1, \"builds\": [{}]}", "\u{0}"])
    func `an unreadable row counts as absent and is named`(_ body: String) {
        var records = rich.records
        for index in records.indices where records[index].source == .connect { records[index].body = Array(body.utf8) }
        var data = ReleaseData(app: "hashtags", records: records)
        #expect(data.problems.count == 1 && data.problems[0].contains("appStoreConnect"))
        #expect(data.merged([jp, us], at: 30 * hour).onSale(in: jp) == "2.0", "the data of the lookup stays")
        #expect(data.observe(.listing([build("310")])) == [.connect])
    }

    @Test(arguments: [
        (CatalogSource.connect, "appStoreConnect"), (.lookup(jp), "lookup:JP"), (.manual, "manual"),
        (.operator, "operator"),
    ])
    func `a source is read back from its name`(_ source: CatalogSource, _ name: String) {
        #expect(source.description == name)
        #expect(CatalogSource(name) == source)
    }

    @Test(arguments: ["", "lookup", "lookup:", "lookup:Japan", "AppStoreConnect", "lookup:jpn1"])
    func `any other name is not a source`(_ name: String) {
        #expect(CatalogSource(name) == nil)
    }

    @Test func `a catalog is stale when a source it needs is older than three of its intervals`() {
        let merged = ReleaseData.after((.listing([build("310")]), 0), (.lookup(jp, onSale("2.0")), 0)).merged([jp])
        func isStale(_ minutes: Double, _ statuses: [SourceStatus] = [], for channel: Channel? = nil) -> Bool {
            merged.isStale(at: t0.addingTimeInterval(minutes * 60), statuses: statuses, for: channel)
        }
        #expect(!isStale(15) && isStale(15.1))
        let slow = [SourceStatus(source: .connect, interval: .seconds(3_600))]
        #expect(!isStale(45, slow) && isStale(45.1, slow))
        #expect(!isStale(179, slow, for: .testflight(.internal)), "TestFlight needs no lookup")
        let fresh = [SourceStatus(source: .connect, interval: .seconds(300), lastSuccess: t0.addingTimeInterval(1_200))]
        #expect(!isStale(21, fresh))
        let manual = ReleaseData.after((.manual(catalog("")), 0)).merged()
        #expect(!manual.isStale(at: t0.addingTimeInterval(900 * day), statuses: []), "an import does not grow old")
    }

    @Test func `a channel is known once a source that covers it has answered`() {
        #expect(!ReleaseData(app: "hashtags").merged().isLearnt())
        let lookup = ReleaseData.after((.lookup(jp, onSale("2.0")), 0)).merged([jp])
        #expect(lookup.isLearnt(for: .appstore) && !lookup.isLearnt(for: .testflight(.internal)))
        #expect(ReleaseData.after((.listing(), 0)).merged().isLearnt(for: .testflight(.external)))
        #expect(!ReleaseData.after((.order(.reset), 0)).merged().isLearnt())
        #expect(!ReleaseData.after((.lookup(jp, onSale("2.0")), 0)).merged([us]).isLearnt(), "no longer looked up")
    }

    private var rich: ReleaseData {
        let full = build("310") { item in
            item.uploadedAt = Timestamp.parse("2026-11-10T10:11:12.123456Z")
            item.minimumOS = version("16.0")
            item.notes = LocalizedText(["en-US": "a \"quote\"", "ja": "タグ\n"])
            item.groups = [
                .init(
                    id: "g", name: "Team", isInternal: true, hasAccessToAllBuilds: true,
                    publicLink: "https://testflight.apple.com/join/x")
            ]
        }
        let ready = store("2.0", build: "310") { item in
            item.phase = Offer.Phase(state: "active", day: 3)
            item.notes = LocalizedText(["en": "Tags"])
            item.minimumOS = version("16.1")
            item.createdAt = t0
        }
        var data = ReleaseData.after(
            (.connect(ConnectListing(builds: [full, build("9")], versions: [ready], appleID: 7)), 0.123_456),
            (.listing([full], versions: [ready]), 300.5),
            (.lookup(jp, onSale("2.0", publishedAt: t0, notes: "x")), 0.000_9),
            (.lookup(jp, onSale("1.9", on: .macos)), 1), (.lookup(us, onSale("2.0")), 0),
            (.lookup(us, onSale("1.9")), hour))
        data.observe(.manual(catalog("{\"platform\": \"ios\", \"version\": \"1.0\", \"offers\": []}")))
        data.observe(.order(.withdraw(version("1.9"), build: number("290"), platform: .ios)))
        data.observe(.order(.withdraw(version("1.9"), build: nil, platform: .macos)))
        return data
    }
}
