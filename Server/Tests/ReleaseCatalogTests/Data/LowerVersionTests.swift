import AirworthyPolicy
import Foundation
import Testing

@testable import ReleaseCatalog

/// Tests of lookups that show a lower version than before: it counts after three days, not before.
@Suite struct LowerVersionTests {
    /// Adds a lookup each quarter of an hour, from one hour to another.
    private func observe(_ text: String, in data: inout ReleaseData, from: Double, to: Double) {
        for quarter in Int(from * 4)...Int(to * 4) {
            data.observe(.lookup(jp, onSale(text)), at: Double(quarter) * hour / 4)
        }
    }

    @Test func `a lower version from a stale cache is ignored`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0))
        let before = data.merged([jp]).bytes
        observe("1.9", in: &data, from: 1, to: 72)
        #expect(data.merged([jp], at: 72 * hour).bytes == before)
        observe("2.0", in: &data, from: 72.25, to: 72.25)
        observe("1.9", in: &data, from: 72.5, to: 75)
        #expect(data.merged([jp], at: 75 * hour).bytes == before, "one higher answer starts the time again")
    }

    @Test func `a lower version counts after lookups showed it for 72 hours`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0))
        observe("1.9", in: &data, from: 1, to: 73)
        let merged = data.merged([jp], at: 73 * hour)
        #expect(merged.onSale(in: jp) == "1.9")
        #expect(merged.offer("2.0", on: .appstore) == nil)
        // From then on it is the highest version: the next one counts at once.
        observe("1.9.1", in: &data, from: 73.25, to: 73.25)
        #expect(data.merged([jp], at: 74 * hour).onSale(in: jp) == "1.9.1")
    }

    @Test func `two lookups three days apart do not confirm a lower version`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0))
        observe("1.9", in: &data, from: 1, to: 1)
        observe("1.9", in: &data, from: 80, to: 100)
        #expect(data.merged([jp], at: 100 * hour).onSale(in: jp) == "2.0")
    }

    @Test func `a lower version counts only if App Store Connect lists no higher one on sale`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0), (.listing([], versions: [store("2.0")]), 0))
        observe("1.9", in: &data, from: 1, to: 90)
        #expect(data.merged([jp], at: 90 * hour).onSale(in: jp) == "2.0")
        data.observe(.listing([], versions: [store("2.0", state: "IN_ORBIT"), store("1.9")]), at: 90 * hour)
        #expect(data.merged([jp], at: 90 * hour).onSale(in: jp) == "1.9")
    }

    @Test(arguments: ["DEVELOPER_REJECTED", "REJECTED", "METADATA_REJECTED", "PREPARE_FOR_SUBMISSION", "IN_ORBIT"])
    func `a release that App Store Connect takes back is gone at once, and a lower one on sale counts`(
        state: String
    ) {
        var data = ReleaseData.after(
            (.listing([], versions: [store("2.0"), store("1.9", state: "REPLACED_WITH_NEW_VERSION")]), 0),
            (.lookup(jp, onSale("2.0")), 0), (.lookup(us, onSale("2.0")), 0))
        data.observe(.listing([], versions: [store("2.0", state: state), store("1.9")]), at: hour)
        let isKnown = state != "IN_ORBIT"
        let first = data.merged([jp, us], at: hour)
        #expect([jp, us].map { first.onSale(in: $0) } == (isKnown ? [nil, nil] : ["2.0", "2.0"]))
        data.observe(.lookup(jp, onSale("1.9")), at: 2 * hour)
        let second = data.merged([jp, us], at: 2 * hour)
        #expect([jp, us].map { second.onSale(in: $0) } == (isKnown ? ["1.9", nil] : ["2.0", "2.0"]))
        #expect((second.offer("2.0", on: .appstore) == nil) == isKnown)
        // It comes back as it went.
        data.observe(.listing([], versions: [store("2.0")]), at: 3 * hour)
        data.observe(.lookup(jp, onSale("2.0")), at: 3 * hour)
        let third = data.merged([jp, us], at: 3 * hour)
        #expect([jp, us].map { third.onSale(in: $0) } == ["2.0", "2.0"])
    }

    @Test func `a release that App Store Connect never listed on sale is not taken back`() {
        let data = ReleaseData.after(
            (.listing([], versions: [store("2.0", state: "REJECTED"), store("1.9")]), 0),
            (.lookup(jp, onSale("2.0")), 0),
            (.lookup(jp, onSale("1.9")), hour))
        #expect(data.merged([jp], at: hour).onSale(in: jp) == "2.0")
    }

    @Test func `after a reset the next lookup counts even if it shows a lower version`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0))
        #expect(data.observe(.order(.reset), at: hour) == [.operator, .lookup(jp)])
        #expect(data.merged([jp], at: hour).onSale(in: jp) == "2.0", "the reset alone changes nothing")
        observe("1.9", in: &data, from: 2, to: 2)
        #expect(data.merged([jp], at: 2 * hour).onSale(in: jp) == "1.9")
        observe("1.8", in: &data, from: 3, to: 3)
        #expect(data.merged([jp], at: 3 * hour).onSale(in: jp) == "1.9", "only the next one")
    }

    @Test func `a lookup without a release changes nothing, not even the age`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0))
        let before = data.records
        #expect(data.observe(.lookup(jp, nil), at: hour) == [])
        #expect(data.observe(.lookup(us, nil), at: hour) == [])
        #expect(data.records == before)
    }
}
