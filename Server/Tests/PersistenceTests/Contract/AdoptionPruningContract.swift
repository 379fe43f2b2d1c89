import ControlPlane
import Dispatch
import Foundation
import ServerSupport
import Synchronization
import Testing

@testable import Persistence

/// Old sums of check-ins are removed in small transactions.
@Suite(.timeLimit(.minutes(5))) struct AdoptionPruningContract {
    private static let today = UTCDay(.sample)

    private static func rows(_ table: String, in driver: any Driver) async throws -> Int {
        try await driver.read { try $0.row("SELECT COUNT(*) AS number FROM \(table)")?.integer("number") ?? -1 }
    }

    /// What people can read of the days that are kept.
    private static func readable(_ store: any Store) async throws -> String {
        let first = today.adding(days: -AdoptionLimit.days)
        return try await store.read { transaction in
            let census = try transaction.adoption("hashtags", since: first).sorted { $0.cell < $1.cell }
            return "\(census)\(try transaction.dailyVersions(of: "hashtags", since: first))"
                + "\(try transaction.dailyOutcomes(of: "hashtags", since: first))"
        }
    }

    /// Stores random check-ins of up to 410 days ago.
    private static func fill(_ store: any Store, random: inout Seeded) async throws {
        for app in ["hashtags", "birthdays"] { _ = try await store.write { try $0.insertApp(.sample(app)) } }
        for (number, app) in ["hashtags", "birthdays"].enumerated() {
            let checkIns = (0..<300).map { _ in
                let age = [0...3, 396...410].randomElement(using: &random)!
                return (
                    Int.random(in: age, using: &random), Int.random(in: 0..<24, using: &random),
                    DailyContract.checkIn("\(Int.random(in: 1...30, using: &random)).0")
                )
            }
            try await DailyContract.store(DailyContract.counts(checkIns, app: app), in: store, batch: number + 1)
        }
    }

    @Test(arguments: Backend.engines, [(1, UInt64(1)), (7, 2), (50, 3), (2_000, 4)])
    func `no part is larger than asked or changes what can be read, and in the end nothing old is left`(
        _ backend: Backend, test: (limit: Int, seed: UInt64)
    ) async throws {
        var random = Seeded(test.seed)
        try await backend.withTwoDrivers { driver, _ in
            let store = SQLStore(driver)
            try await Self.fill(store, random: &random)
            let before = try await Self.readable(store)
            let sizes = Mutex<[Int]>([])
            var next = UTCDay(number: 0)
            while true {
                let (days, outcomes) = (
                    try await Self.rows("adoption_days", in: driver),
                    try await Self.rows("adoption_outcomes", in: driver)
                )
                let removed: Int
                (removed, next) = try await store.write { [next] in
                    try $0.pruneCheckIns(of: "hashtags", today: Self.today, from: next, atMost: test.limit)
                }
                guard removed > 0 else { break }
                sizes.withLock { $0.append(removed) }
                let gone =
                    days - (try await Self.rows("adoption_days", in: driver)) + outcomes
                    - (try await Self.rows("adoption_outcomes", in: driver))
                #expect(gone <= test.limit && removed <= test.limit)
                #expect(try await Self.readable(store) == before)
            }
            #expect(sizes.withLock { $0.reduce(0, +) } > 150)
            let first = Self.today.adding(days: -AdoptionLimit.days).number
            let left = try await driver.read { sql in
                try [
                    "SELECT COUNT(*) AS number FROM adoption_days WHERE app = 'hashtags' AND day < \(first)",
                    "SELECT COUNT(*) AS number FROM adoption_outcomes WHERE app = 'hashtags' AND hour < \(first * 24)",
                    """
                    SELECT COUNT(*) AS number FROM adoption_outcomes
                    WHERE app = 'hashtags' AND hour < \((Self.today.number - 2) * 24) AND hour % 24 <> 0
                    """,
                    """
                    SELECT COUNT(*) AS number FROM adoption_cells WHERE app = 'hashtags'
                        AND cell NOT IN (SELECT cell FROM adoption_days WHERE app = 'hashtags')
                    """,
                ].map { try sql.row($0)?.integer("number") }
            }
            #expect(left == [0, 0, 0, 0])
            #expect(
                try await driver.read { sql in
                    try sql.row(
                        "SELECT COUNT(*) AS number FROM adoption_days WHERE app = 'birthdays' AND day < \(first)")?
                        .integer("number") ?? 0
                } > 50, "the other app is left alone")
        }
    }

    @Test(arguments: Backend.engines)
    func `deleting an app leaves its sums to the pruning, which leaves nothing of it`(_ backend: Backend) async throws {
        var random = Seeded(5)
        try await backend.withTwoDrivers { driver, _ in
            let store = SQLStore(driver)
            try await Self.fill(store, random: &random)
            for app in ["hashtags", "birthdays"] { try await store.write { try $0.deleteApp(app, at: .sample) } }
            let parts = try await store.pruneCheckIns(today: Self.today, atMost: 100)
            #expect(parts.count > 8 && parts.allSatisfy { $0 <= 100 })
            for table in ["adoption_days", "adoption_cells", "adoption_outcomes", "adoption_summaries"] {
                #expect(try await Self.rows(table, in: driver) == 0, "\(table)")
            }
        }
    }

    @Test(arguments: Backend.engines)
    func `the marks of old batches are removed, a part at a time`(_ backend: Backend) async throws {
        try await backend.withStore { store in
            for age in 0..<40 {
                let batch = AdoptionBatch(node: "\(age)", number: 1, counts: AdoptionCounts())
                let date = Self.today.adding(days: -age).start
                _ = try await store.write { try $0.addCheckIns(batch, at: date) }
            }
            var parts: [Int] = []
            repeat {
                parts.append(
                    try await store.write {
                        try $0.pruneCheckInBatches(before: Self.today.adding(days: -7), atMost: 10)
                    })
            } while parts.last != 0
            #expect(parts == [10, 10, 10, 2, 0])
        }
    }

    @Test(arguments: Backend.engines)
    func `a cell that another node adds a day to keeps its facts`(_ backend: Backend) async throws {
        try await backend.withTwoDrivers { driver, other in
            let store = SQLStore(driver)
            _ = try await store.write { try $0.insertApp(.sample()) }
            try await DailyContract.store(
                DailyContract.counts([(401, 0, DailyContract.checkIn("1.0"))]), in: store)
            let added = DispatchSemaphore(value: 0)
            let adding = Task {
                let counts = DailyContract.counts([(0, 0, DailyContract.checkIn("1.0"))])
                try await SQLStore(other).write { transaction in
                    _ = try transaction.addCheckIns(AdoptionBatch(node: "b", number: 1, counts: counts), at: .sample)
                    added.signal()
                    // Time enough for a pruning that does not wait for the commit to remove the facts.
                    Thread.sleep(forTimeInterval: 0.3)
                }
            }
            await Blocking.wait(for: added)
            try await store.pruneCheckIns(today: Self.today)
            try await adding.value
            #expect(try await store.read { try $0.adoption("hashtags", since: Self.today) }.map(\.count) == [1])
        }
    }

    @Test(arguments: Backend.engines)
    func `the migration finds the newest day of each cell, and a check-in sets it where a previous server did not`(
        _ backend: Backend
    ) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let store = SQLStore(driver)
            _ = try await store.write { try $0.insertApp(.sample()) }
            let checkIns = [(9, "1.0"), (5, "1.0"), (7, "2.0")].map { ($0, 0, DailyContract.checkIn($1)) }
            try await DailyContract.store(DailyContract.counts(checkIns), in: store)
            let days: @Sendable () async throws -> [String: Int] = {
                try await driver.read { sql in
                    let rows = try sql.rows("SELECT version, last_day FROM adoption_cells")
                    return Dictionary(
                        uniqueKeysWithValues: try rows.map {
                            (try $0.text("version"), Self.today.number - (try $0.integer("last_day")))
                        })
                }
            }
            #expect(try await days() == ["1.0": 5, "2.0": 7])
            // The tables as they were before, with what is stored, and the migration.
            try await driver.write { sql in
                try sql.run("ALTER TABLE adoption_cells DROP COLUMN last_day")
                try sql.run("CREATE INDEX adoption_days_of_cell_by_day ON adoption_days (app, cell, day)")
                for statement in sql.dialect.spelled(Migration.daysOfCells.statements) { try sql.run(statement) }
            }
            #expect(try await days() == ["1.0": 5, "2.0": 7])
            _ = try await driver.write { try $0.run("UPDATE adoption_cells SET last_day = 0") }
            let rows = try await store.read { try $0.adoption("hashtags", since: Self.today.adding(days: -9)) }
            #expect(
                Set(rows.map { "\($0.cell.version): \($0.count)" }) == ["1.0: 2", "2.0: 1"],
                "of a cell without a newest day nobody is left out")
            try await DailyContract.store(
                DailyContract.counts([(3, 0, DailyContract.checkIn("2.0"))]), in: store, batch: 2)
            #expect(try await days() == ["1.0": Self.today.number, "2.0": 3])
        }
    }

    @Test(arguments: Backend.engines)
    func `other writers get a turn between two parts, and a cancelled pruning ends there`(
        _ backend: Backend
    ) async throws {
        try await backend.withTwoDrivers { driver, _ in
            let store = SQLStore(driver)
            _ = try await store.write { try $0.insertApp(.sample()) }
            let checkIns = (0..<9_000).map { (500, 0, DailyContract.checkIn("1.\($0)", rule: nil)) }
            try await DailyContract.store(DailyContract.counts(checkIns), in: store)
            let parts = Mutex(0)
            let task = Mutex<Task<Void, any Error>?>(nil)
            let observed = ObservedStore(store: store) {
                let number = parts.withLock { parts in
                    parts += 1
                    return parts
                }
                try await store.write { try $0.insertAudit(.sample("published")) }
                if number == 3 { task.withLock { $0?.cancel() } }
            }
            let plane = ControlPlane(store: observed, signer: Signer(keys: [], keyring: nil)) { .sample }
            task.withLock { task in task = Task { try await plane.adoption.prune() } }
            let running = try #require(task.withLock { $0 })
            await #expect(throws: CancellationError.self) { try await running.value }
            #expect(try await store.read { try $0.audit(app: nil, before: nil, limit: 9).count } == 3)
            // The first part was the outcome.
            #expect(try await Self.rows("adoption_days", in: driver) == 5_000)
            try await plane.adoption.prune()
            #expect(try await Self.rows("adoption_days", in: driver) == 0)
            #expect(try await Self.rows("adoption_cells", in: driver) == 0)
        }
    }
}

/// A store that runs something after each write.
private struct ObservedStore: Store {
    let store: any Store
    let afterWrite: @Sendable () async throws -> Void

    func read<T: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> T) async throws -> T {
        try await store.read(body)
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> T) async throws -> T {
        let result = try await store.write(body)
        try await afterWrite()
        return result
    }
}
