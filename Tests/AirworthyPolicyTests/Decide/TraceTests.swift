import AirworthyPolicy
import Foundation
import Testing

@Suite struct TraceTests {
    private func trace(_ name: String) throws -> Trace {
        try #require(try ConformanceDecision.named(name).decision(trace: true).trace)
    }

    @Test func `Without being asked for there is no trace`() throws {
        #expect(try ConformanceDecision.named("Nothing matched: ok, and no rule is named").decision().trace == nil)
    }

    @Test func `Each rule, each condition and the value seen are told`() throws {
        let trace = try trace("The first rule that matches wins over a later one")
        #expect(trace.rules.map(\.rule) == ["broken", "nudge"])
        #expect(trace.rules.map(\.decided) == [true, false])
        let condition = try #require(trace.rules.first?.condition)
        #expect(condition.key == "version" && condition.expected == "2.2.0" && condition.seen == "2.2.0")
        #expect(condition.truth == .true)
        #expect(trace.rules[0].outcome == "required 2.2.1 (310)")
    }

    @Test func `Parts of a condition are told one by one`() throws {
        let trace = try trace("All with an undecided part is undecided, and so is its opposite")
        let not = trace.rules[0].condition
        #expect(not.key == "not" && not.truth == .undecided)
        #expect(not.parts.first?.parts.map(\.truth) == [.true, .undecided])
        #expect(not.parts.first?.parts.last?.seen == "unknown")
    }

    @Test(arguments: [
        ("An OS that is too old is not sent to the update", "osTooOld"),
        ("An offer of another storefront cannot be had", "notInStorefront"),
        ("A withdrawn offer cannot be had", "withdrawn"),
        ("An offer in review cannot be had", "inReview"),
        ("An offer that expired cannot be had", "expired"),
        ("An offer that is not published yet cannot be had", "notYetPublished"),
        ("A state from the future is not installable", "notLive"),
        ("An update that would be required again is a loop", "installable, but caught by a required rule"),
        ("Required names the release, its URL and what it rests on", "installable"),
    ])
    func `What stands in the way of a release is told`(_ name: String, _ verdict: String) throws {
        #expect(try trace(name).offers.first?.verdict == verdict)
    }

    @Test func `A superseded release on the App Store is told as such`() throws {
        let offers = try trace("When the newest is withdrawn the one before is the newest live one").offers
        #expect(offers.map(\.verdict) == ["withdrawn", "installable"])
        let older = try trace("On the App Store an older release that would run is history").offers
        #expect(older.map(\.verdict) == ["osTooOld", "superseded"])
    }

    @Test func `Missing facts and what follows are told`() throws {
        let notes = try trace("Storefront unknown: required if one release is live in all known ones").notes
        #expect(notes.contains { $0.hasPrefix("os: not given") })
        #expect(notes.contains { $0.hasPrefix("build: not given") })
        #expect(notes.contains { $0.contains("live in all of JP, US") })
        let unreadable = try trace("An unreadable version: ok").notes
        #expect(unreadable.contains { $0.contains("\"1.x\" cannot be read") })
        let review = try trace("A build in review is not required").notes
        #expect(review.contains { $0.hasPrefix("review:") })
        let channel = try trace("Without any release and any URL there is no evidence").notes
        #expect(channel.contains { $0.hasPrefix("catalog: no offer is known for ios on appstore") })
        let open = try trace("An offer without a list is everywhere").notes
        #expect(open.contains { $0.contains("names no storefronts") })
    }

    @Test func `The rule that gave a feature its value is told`() throws {
        #expect(try trace("The first rule that matches gives the value").features == ["x": "2"])
        #expect(try trace("Without a rule the default holds").features.isEmpty)
    }
}
