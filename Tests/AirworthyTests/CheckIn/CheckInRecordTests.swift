import AirworthyPolicy
import AirworthySupport
import Foundation
import Testing

@testable import Airworthy

@Suite struct CheckInRecordTests {
    private static func installation(_ version: String = "2.2.1") -> Installation {
        Installation(
            platform: .ios, version: version, build: try? BuildNumber("310"), channel: .appstore,
            os: OperatingSystem("iOS 17.4"), storefront: Storefront("JP"))
    }

    private static var facts: CheckInFacts { CheckInFacts(installation())! }
    private static func day(_ text: String) -> LocalDay { LocalDay(text)! }

    private static var decision: Decision {
        var decision = Decision(.ok, for: installation())
        decision.revision = 42
        return decision
    }

    /// A record with everything in it.
    private static var full: CheckInRecord {
        var record = CheckInRecord()
        let first = record.begin(facts, decision: decision, on: day("2026-11-20"))
        record.accept(first, on: day("2026-11-20"))
        record.funnel.count(.shown, of: "broken-migration")
        record.funnel.openStore(for: "broken-migration", at: date("2026-11-21T10:00:00Z"))
        record.funnel.count(.skipped, of: "another", adding: 3)
        return record
    }

    @Test(arguments: [
        ("2026-11-22", false), ("2026-11-23", true), ("2026-12-24", true),
        // The clock is behind by less than a day around midnight, or was far ahead at the last request.
        ("2026-11-21", false), ("2026-11-20", true), ("1970-01-01", true),
    ])
    func `a check-in is due once a day, whatever the clock was before`(_ today: String, _ isDue: Bool) {
        var record = CheckInRecord()
        #expect(record.isDue(on: Self.day(today), installed: "2.2.1 (310)"), "the first one")
        _ = record.begin(Self.facts, decision: Self.decision, on: Self.day("2026-11-22"))
        #expect(record.isDue(on: Self.day(today), installed: "2.2.1 (310)") == isDue)
        #expect(record.isDue(on: Self.day(today), installed: "2.2.1 (311)"), "after an update of the app")
    }

    @Test func `the answer's day counts if midnight passes during the request`() {
        var record = CheckInRecord()
        let sent = record.begin(Self.facts, decision: Self.decision, on: Self.day("2026-11-22"))
        record.accept(sent, on: Self.day("2026-11-23"))
        #expect(!record.isDue(on: Self.day("2026-11-23"), installed: Self.facts.installed))
        #expect(record.isDue(on: Self.day("2026-11-24"), installed: Self.facts.installed))
        // A server whose clock is wrong does not make the client send more.
        let next = record.begin(Self.facts, decision: Self.decision, on: Self.day("2026-11-24"))
        record.accept(next, on: Self.day("2099-01-01"))
        #expect(!record.isDue(on: Self.day("2026-11-24"), installed: Self.facts.installed))
    }

    @Test(arguments: [
        ("2026-11-20", true), ("2026-12-18", true), ("2026-12-19", false), ("2026-11-19", true), ("2026-11-18", false),
    ])
    func `the last check-in is sent for 28 days`(_ today: String, _ isSent: Bool) {
        var record = Self.full
        let sent = record.begin(Self.facts, decision: Self.decision, on: Self.day(today))
        #expect((sent.last != nil) == isSent)
    }

    @Test func `steps are subtracted when the server has counted them, and later ones stay`() {
        var record = Self.full
        let sent = record.begin(Self.facts, decision: Self.decision, on: Self.day("2026-11-22"))
        record.funnel.count(.shown, of: "broken-migration")
        record.funnel.count(.postponed, of: "third")
        record.accept(sent, on: Self.day("2026-11-22"))
        #expect(
            record.funnel.counts == ["broken-migration": [.shown: 1], "third": [.postponed: 1]],
            "what happened during the request")
        let again = record.begin(Self.facts, decision: Self.decision, on: Self.day("2026-11-23"))
        record.accept(again, on: Self.day("2026-11-23"))
        #expect(record.funnel.counts.isEmpty)
    }

    @Test(arguments: [(0, 1), (7 * 86_400, 1), (7 * 86_400 + 1, 0), (-3_600, 1), (-86_401, 0)])
    func `an update counts within a week after the store was opened`(_ seconds: Int, _ count: Int) {
        var funnel = CheckInFunnel()
        let now = date("2026-11-21T10:00:00Z")
        funnel.openStore(for: "a", at: now)
        funnel.update(at: now.addingTimeInterval(TimeInterval(seconds)))
        #expect(funnel.counts["a"]?[.updated] ?? 0 == count)
        funnel.update(at: now)
        #expect(funnel.counts["a"]?[.updated] ?? 0 == count, "a trip counts once")
    }

    @Test func `counts stay within the limits of the server`() throws {
        var funnel = CheckInFunnel()
        for number in 0..<50 { funnel.openStore(for: "rule-\(number)", at: date("2026-11-21T10:00:00Z")) }
        for _ in 0..<150 { funnel.count(.shown, of: "rule-0") }
        funnel.count(.shown, of: "rule-1", adding: .max)
        funnel.count(.shown, of: "rule-2", adding: -5)
        for odd in ["", "a b", "é", "\u{0}", String(repeating: "a", count: 65)] { funnel.count(.shown, of: odd) }
        #expect(funnel.counts.count == CheckInLimits.rules)
        #expect(funnel.trips.count == CheckInLimits.rules)
        #expect(funnel.counts["rule-0"] == [.opened: 1, .shown: 100])
        #expect(funnel.counts["rule-1"]?[.shown] == 100)
        #expect(funnel.counts["rule-2"]?[.shown] == nil)
    }

    @Test func `the longest check-in fits into 4 KiB`() throws {
        let digits = String(repeating: "1", count: 32)
        let installation = Installation(
            platform: .visionos, version: digits, build: try BuildNumber(digits),
            channel: .marketplace(String(repeating: "a", count: 64)),
            os: OperatingSystem("visionOS 1234567890.1234567890"), storefront: Storefront("JP"))
        var record = CheckInRecord()
        for number in 10..<40 {
            let rule = String(repeating: "$", count: 62) + "\(number)"
            for step in CheckInStep.allCases { record.funnel.count(step, of: rule, adding: 200) }
        }
        var decision = Decision(.requiredUnavailable, for: installation)
        decision.rule = String(repeating: "a", count: 64)
        decision.revision = .max
        let facts = try #require(CheckInFacts(installation))
        let first = record.begin(facts, decision: decision, on: Self.day("2026-11-20"))
        let funnel = record.funnel
        record.accept(first, on: Self.day("2026-11-20"))
        record.funnel = funnel
        let second = record.begin(facts, decision: decision, on: Self.day("2026-11-21"))
        #expect((3_000...4_096).contains(second.jsonValue.jsonBytes().count))
    }

    @Test func `a record survives storing, and broken parts of one are left out`() throws {
        #expect(CheckInRecord(Self.full.jsonValue) == Self.full)
        var state = StoredState(installID: "x")
        state.checkIn = Self.full
        #expect(try StateFile.decode(StateFile.encode(state)) == state)
        let hostile: [JSONValue] = [
            [], "x", 7, [:], ["last": ["day": "2026-11-20"]], ["last": 5, "attempt": [], "funnel": [:], "trips": [1]],
            ["last": ["day": "tomorrow", "platform": "ios", "version": "1", "channel": "web"]],
            ["attempt": ["day": "2026-11-99", "installed": "1"]], ["attempt": ["day": "2026-11-20"]],
            ["funnel": [["rule": 5], ["rule": "a b", "shown": 1], ["rule": "a", "shown": "1"], ["shown": 1]]],
            ["funnel": [["rule": "a", "shown": -1]], "trips": ["a b": "2026-11-20T10:00:00Z", "c": 5]],
        ]
        for json in hostile { #expect(CheckInRecord(json) == CheckInRecord(), "\(json)") }
        let many = JSONValue.array((0..<1_000).map { ["rule": .string("r\($0)"), "shown": 1e9] })
        #expect(CheckInRecord(["funnel": many]).funnel.counts.count == CheckInLimits.rules)
    }
}
