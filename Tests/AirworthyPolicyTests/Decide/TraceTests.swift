import AirworthyPolicy
import Foundation
import Testing

@Suite struct TraceTests {
    private func trace(_ name: String) throws -> Trace {
        try #require(try ConformanceDecision.named(name).decision(trace: true).trace)
    }

    @Test func `A decision has a trace only on request`() throws {
        #expect(try ConformanceDecision.named("Nothing matched: ok, and no rule is named").decision().trace == nil)
    }

    @Test func `The trace has each rule, each condition and the value of the installation`() throws {
        let trace = try trace("The first rule that matches wins over a later one")
        #expect(trace.rules.map(\.rule) == ["broken", "nudge"])
        #expect(trace.rules.map(\.decided) == [true, false])
        let condition = try #require(trace.rules.first?.condition)
        #expect(condition.key == "version" && condition.expected == "2.2.0" && condition.seen == "2.2.0")
        #expect(condition.truth == .true)
        #expect(trace.rules[0].outcome == "required 2.2.1 (310)")
    }

    @Test func `The trace has the parts of a condition`() throws {
        let trace = try trace("All with an undecided part is undecided, and so is its opposite")
        let not = trace.rules[0].condition
        #expect(not.key == "not" && not.truth == .undecided)
        #expect(not.parts.first?.parts.map(\.truth) == [.true, .undecided])
        #expect(not.parts.first?.parts.last?.seen == "unknown")
    }

    @Test(arguments: [
        ("An update that the OS cannot run is not required", "osTooOld"),
        ("An offer of another storefront cannot be installed", "notInStorefront"),
        ("A withdrawn offer cannot be installed", "withdrawn"),
        ("An offer in review cannot be installed", "inReview"),
        ("An expired offer cannot be installed", "expired"),
        ("An offer that is not published yet cannot be installed", "notYetPublished"),
        ("A state from the future is not installable", "notLive"),
        (
            "An update after which another one would be required is a loop",
            "installable, but a required rule would demand another update"
        ),
        ("A required update has the release, its URL and its evidence", "installable"),
    ])
    func `The trace has the obstacle of each release`(_ name: String, _ verdict: String) throws {
        #expect(try trace(name).offers.first?.verdict == verdict)
    }

    @Test func `The trace marks a superseded release on the App Store`() throws {
        let offers = try trace("If the newest release is withdrawn, the previous one is the newest live one").offers
        #expect(offers.map(\.verdict) == ["withdrawn", "installable"])
        let older = try trace("On the App Store an older release that the OS could run is not offered").offers
        #expect(older.map(\.verdict) == ["osTooOld", "superseded"])
    }

    @Test func `The trace notes missing values and their consequences`() throws {
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
        let open = try trace("An offer without storefronts is available everywhere").notes
        #expect(open.contains { $0.contains("names no storefronts") })
    }

    @Test func `The trace says that a missing value may spare the installation`() throws {
        let spared = try trace("Build unknown: not blocked, because it may be newer than every offer").notes
        #expect(spared.contains { $0.hasPrefix("a value that is not given") })
        let certain = try trace("Build unknown: required if the version alone decides").notes
        #expect(!certain.contains { $0.hasPrefix("a value that is not given") })
    }

    @Test func `The trace has the rule that gave a feature its value`() throws {
        #expect(try trace("The first rule that matches gives the value").features == ["x": "2"])
        #expect(try trace("A feature without rules has its default").features.isEmpty)
    }
}
