import AirworthyPolicy
import ControlPlane
import Foundation
import ServerSupport
import Testing

@testable import Persistence

/// The check-ins of an app by day, with and without summaries of past days.
@Suite(.timeLimit(.minutes(5))) struct DailyContract {
    static let today = UTCDay(.sample)

    static func checkIn(
        _ version: String, channel: String = "appstore", storefront: String = "JP", rule: String? = "floor",
        steps: CheckIn.Steps = CheckIn.Steps(shown: 70)
    ) -> CheckIn {
        CheckIn(
            now: AdoptionCell(platform: "ios", version: version, channel: channel, storefront: storefront),
            told: CheckIn.Told(status: rule == nil ? .ok : .required, rule: rule),
            steps: rule.map { [$0: steps] } ?? [:])
    }

    /// Sums of check-ins, each on a day that is some days ago, at an hour.
    static func counts(
        _ checkIns: [(age: Int, hour: Int, CheckIn)], app: String = "hashtags"
    ) -> AdoptionCounts {
        var counts = AdoptionCounts()
        for (age, hour, checkIn) in checkIns {
            counts.add(checkIn, app: app, hour: (today.number - age) * 24 + hour)
        }
        return counts
    }

    static func store(
        _ counts: AdoptionCounts, in store: any Store, batch number: Int = 1, node: String = "a"
    ) async throws {
        let batch = AdoptionBatch(node: node, number: number, counts: counts)
        _ = try await store.write { try $0.addCheckIns(batch, at: .sample) }
    }

    private static func summarize(_ store: any Store) async throws {
        let end = today.adding(days: -2)
        let days = try await store.read { try $0.daysWithoutSummary(of: "hashtags", before: end) }
        try await store.write { try $0.summarizeCheckIns(of: "hashtags", on: days) }
        #expect(try await store.read { try $0.daysWithoutSummary(of: "hashtags", before: end) } == [])
    }

    @Test(arguments: Backend.available)
    func `installations are summed by day, version and channel, and reports by day, rule and status`(
        _ backend: Backend
    ) async throws {
        try await backend.withTwoStores { store, other in
            for slug in ["hashtags", "birthdays"] { _ = try await store.write { try $0.insertApp(.sample(slug)) } }
            try await Self.store(
                Self.counts([
                    (5, 0, Self.checkIn("1.0")), (5, 23, Self.checkIn("1.0", storefront: "US")),
                    (5, 7, Self.checkIn("1.0", channel: "testflight", rule: nil)), (4, 0, Self.checkIn("2.0")),
                    (0, 9, Self.checkIn("2.0", rule: "")),
                ]), in: store)
            try await Self.store(Self.counts([(5, 1, Self.checkIn("9.0"))], app: "birthdays"), in: store, node: "b")
            @Sendable func day(_ age: Int) -> UTCDay { Self.today.adding(days: -age) }
            var twice = CheckIn.Steps(shown: 70)
            twice.add(twice)
            for _ in 0..<2 {
                let (versions, outcomes) = try await other.read { transaction in
                    (
                        try transaction.dailyVersions(of: "hashtags", since: UTCDay(number: 0)),
                        try transaction.dailyOutcomes(of: "hashtags", since: UTCDay(number: 0))
                    )
                }
                #expect(
                    versions == [
                        DailyCount(day: day(5), version: "1.0", channel: "appstore", count: 2),
                        DailyCount(day: day(5), version: "1.0", channel: "testflight", count: 1),
                        DailyCount(day: day(4), version: "2.0", channel: "appstore", count: 1),
                        DailyCount(day: day(0), version: "2.0", channel: "appstore", count: 1),
                    ])
                #expect(
                    outcomes == [
                        DailyOutcome(
                            day: day(5), rule: "floor", status: "required", count: .init(told: 2, steps: twice)),
                        DailyOutcome(day: day(5), rule: "", status: "ok", count: .init(told: 1, steps: .init())),
                        DailyOutcome(
                            day: day(4), rule: "floor", status: "required",
                            count: .init(told: 1, steps: .init(shown: 70))),
                        DailyOutcome(
                            day: day(0), rule: "", status: "required", count: .init(told: 1, steps: .init(shown: 70))),
                    ])
                let later = try await other.read { try $0.dailyVersions(of: "hashtags", since: day(4)) }
                #expect(later == Array(versions.dropFirst(2)))
                #expect(try await other.read { try $0.dailyOutcomes(of: "hashtags", since: day(4)) }.count == 2)
                try await Self.summarize(store)
            }
        }
    }

    @Test(arguments: Backend.available)
    func `an installation that is updated during a day counts once, in the version it began the day with`(
        _ backend: Backend
    ) async throws {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            let first = Self.checkIn("1.0")
            var second = Self.checkIn("2.0")
            second.last = CheckIn.Last(day: Self.today.adding(days: -5), cell: first.now)
            try await Self.store(Self.counts([(5, 0, first), (5, 9, second)]), in: store)
            for _ in 0..<2 {
                let versions = try await store.read { try $0.dailyVersions(of: "hashtags", since: UTCDay(number: 0)) }
                #expect(versions.map(\.version) == ["1.0"] && versions.map(\.count) == [1])
                try await Self.summarize(store)
            }
        }
    }

    @Test(arguments: Backend.available)
    func `check-ins that are stored after the summary of their day are counted`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            try await Self.store(Self.counts([(9, 0, Self.checkIn("1.0")), (8, 0, Self.checkIn("1.0"))]), in: store)
            try await Self.summarize(store)
            try await Self.store(Self.counts([(9, 1, Self.checkIn("1.0", storefront: "US"))]), in: store, batch: 2)
            let end = Self.today.adding(days: -2)
            #expect(
                try await store.read { try $0.daysWithoutSummary(of: "hashtags", before: end) }
                    == [Self.today.adding(days: -9)])
            for _ in 0..<2 {
                let (versions, outcomes) = try await store.read { transaction in
                    (
                        try transaction.dailyVersions(of: "hashtags", since: UTCDay(number: 0)),
                        try transaction.dailyOutcomes(of: "hashtags", since: UTCDay(number: 0))
                    )
                }
                #expect(versions.map(\.count) == [2, 1] && outcomes.map(\.told) == [2, 1])
                try await Self.summarize(store)
            }
        }
    }

    @Test(arguments: Backend.available)
    func `an installation that leaves an earlier day's cell changes no chart and no summary`(
        _ backend: Backend
    ) async throws {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            let old = Self.checkIn("1.0")
            try await Self.store(Self.counts([(9, 0, old)]), in: store)
            try await Self.summarize(store)
            var update = Self.checkIn("2.0")
            update.last = CheckIn.Last(day: Self.today.adding(days: -9), cell: old.now)
            try await Self.store(Self.counts([(0, 0, update)]), in: store, batch: 2)
            let end = Self.today.adding(days: -2)
            #expect(try await store.read { try $0.daysWithoutSummary(of: "hashtags", before: end) } == [])
            let versions = try await store.read { try $0.dailyVersions(of: "hashtags", since: UTCDay(number: 0)) }
            #expect(versions.map(\.version) == ["1.0", "2.0"] && versions.map(\.count) == [1, 1])
        }
    }

    @Test(arguments: Backend.available)
    func `beyond the most versions and rules of a day, rare ones are counted together`(_ backend: Backend) async throws
    {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            let most = AdoptionLimit.groupsOfDay
            let rare = (0..<most + 50).map { (5, 1, Self.checkIn("1.\($0)", rule: "rule-\($0)")) }
            let often = (0..<3).map { _ in (5, 1, Self.checkIn("2.0", rule: "often")) }
            try await Self.store(Self.counts(rare + often), in: store)
            for _ in 0..<2 {
                let (versions, outcomes) = try await store.read { transaction in
                    (
                        try transaction.dailyVersions(of: "hashtags", since: UTCDay(number: 0)),
                        try transaction.dailyOutcomes(of: "hashtags", since: UTCDay(number: 0))
                    )
                }
                #expect(versions.count == most + 1 && outcomes.count == most + 1)
                #expect(versions.first?.version == "2.0" && versions.first?.count == 3)
                #expect(versions.last?.version == "" && versions.last?.count == 51)
                #expect(outcomes.first?.rule == "often" && outcomes.first?.told == 3)
                #expect(outcomes.last?.rule == "*" && outcomes.last?.told == 51)
                #expect(outcomes.last?.steps.shown == 51 * 70)
                try await Self.summarize(store)
            }
        }
    }

    @Test(arguments: Backend.available)
    func `old days are removed with their summaries, and a deleted app keeps nothing`(
        _ backend: Backend
    ) async throws {
        try await backend.withStore { store in
            _ = try await store.write { try $0.insertApp(.sample()) }
            try await Self.store(Self.counts([(401, 0, Self.checkIn("1.0")), (9, 0, Self.checkIn("1.0"))]), in: store)
            try await Self.summarize(store)
            try await store.pruneCheckIns(today: Self.today)
            let versions = try await store.read { try $0.dailyVersions(of: "hashtags", since: UTCDay(number: 0)) }
            #expect(versions.map(\.day) == [Self.today.adding(days: -9)])
            try await store.write { try $0.deleteApp("hashtags", at: .sample) }
            try await store.pruneCheckIns(today: Self.today)
            #expect(try await store.read { try $0.dailyVersions(of: "hashtags", since: UTCDay(number: 0)) } == [])
            #expect(try await store.read { try $0.dailyOutcomes(of: "hashtags", since: UTCDay(number: 0)) } == [])
        }
    }

    @Test(arguments: Backend.engines, UInt64(1)...4)
    func `whatever is summarized in between, the chart is that of the single check-ins`(
        _ backend: Backend, seed: UInt64
    ) async throws {
        var random = Seeded(seed)
        try await Backend.memory.withStore { expected in
            try await backend.withStore { store in
                for store in [expected, store] { _ = try await store.write { try $0.insertApp(.sample()) } }
                for number in 1...12 {
                    let checkIns = (0..<Int.random(in: 0...20, using: &random)).map { _ in
                        let checkIn = Self.checkIn(
                            "\(Int.random(in: 1...4, using: &random)).0",
                            channel: Bool.random(using: &random) ? "appstore" : "testflight",
                            rule: [nil, "", "floor"].randomElement(using: &random) ?? nil)
                        return (Int.random(in: 0...9, using: &random), Int.random(in: 0..<24, using: &random), checkIn)
                    }
                    for store in [expected, store] {
                        try await Self.store(Self.counts(checkIns), in: store, batch: number)
                    }
                    if Bool.random(using: &random) { try await Self.summarize(store) }
                    if Bool.random(using: &random) {
                        try await store.pruneCheckIns(today: Self.today)
                    }
                }
                for age in [0, 3, 30] {
                    let first = Self.today.adding(days: -age)
                    let charts = try await [expected, store].asyncMap { store in
                        try await store.read { transaction in
                            "\(try transaction.dailyVersions(of: "hashtags", since: first))"
                                + "\(try transaction.dailyOutcomes(of: "hashtags", since: first))"
                        }
                    }
                    #expect(charts[0] == charts[1])
                }
            }
        }
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
