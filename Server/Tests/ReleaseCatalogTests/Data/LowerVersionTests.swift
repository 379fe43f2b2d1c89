import AirworthyPolicy
import Foundation
import Testing

@testable import ReleaseCatalog

/// A lower version is believed after three days of answers, not before.
@Suite struct LowerVersionTests {
    /// Answers each quarter of an hour, from one hour to another.
    private func hear(_ text: String, _ data: inout ReleaseData, from: Double, to: Double) {
        for quarter in Int(from * 4)...Int(to * 4) {
            data.hear(.lookup(jp, onSale(text)), Double(quarter) * hour / 4)
        }
    }

    @Test func `an edge that lags does not take a version back`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0))
        let before = data.merged([jp]).bytes
        hear("1.9", &data, from: 1, to: 72)
        #expect(data.merged([jp], 72 * hour).bytes == before)
        hear("2.0", &data, from: 72.25, to: 72.25)
        hear("1.9", &data, from: 72.5, to: 75)
        #expect(data.merged([jp], 75 * hour).bytes == before, "one higher answer starts the time again")
    }

    @Test func `a lower version that is answered for 72 hours is believed`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0))
        hear("1.9", &data, from: 1, to: 73)
        let merged = data.merged([jp], 73 * hour)
        #expect(merged.onSale(in: jp) == "1.9")
        #expect(merged.offer("2.0", .appstore) == nil)
        // From then on it is an ordinary version: the next one is adopted at once.
        hear("1.9.1", &data, from: 73.25, to: 73.25)
        #expect(data.merged([jp], 74 * hour).onSale(in: jp) == "1.9.1")
    }

    @Test func `two answers three days apart are not three days of answers`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0))
        hear("1.9", &data, from: 1, to: 1)
        hear("1.9", &data, from: 80, to: 100)
        #expect(data.merged([jp], 100 * hour).onSale(in: jp) == "2.0")
    }

    @Test func `App Store Connect has to agree where it is asked`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0), (.listing([], [store("2.0")]), 0))
        hear("1.9", &data, from: 1, to: 90)
        #expect(data.merged([jp], 90 * hour).onSale(in: jp) == "2.0")
        data.hear(.listing([], [store("2.0", "IN_ORBIT"), store("1.9")]), 90 * hour)
        #expect(data.merged([jp], 90 * hour).onSale(in: jp) == "1.9")
    }

    @Test func `after a reset the next answer is believed as it comes`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0))
        #expect(data.hear(.order(.reset), hour) == [.operator, .lookup(jp)])
        #expect(data.merged([jp], hour).onSale(in: jp) == "2.0", "nothing is forgotten before that")
        hear("1.9", &data, from: 2, to: 2)
        #expect(data.merged([jp], 2 * hour).onSale(in: jp) == "1.9")
        hear("1.8", &data, from: 3, to: 3)
        #expect(data.merged([jp], 3 * hour).onSale(in: jp) == "1.9", "only the next one")
    }

    @Test func `an empty answer changes nothing, the age neither`() {
        var data = ReleaseData.after((.lookup(jp, onSale("2.0")), 0))
        let before = data.records
        #expect(data.hear(.lookup(jp, nil), hour) == [])
        #expect(data.hear(.lookup(us, nil), hour) == [])
        #expect(data.records == before)
    }
}
