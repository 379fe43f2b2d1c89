import AirworthyFleet
import AirworthyPolicy
import ControlPlane
import Foundation
import Persistence
import PersistencePostgres
import PersistenceSQLite
import Synchronization

/// Measures what check-ins cost in memory and in each database, and prints a markdown table.
///
/// Usage: `AdoptionBench URL`, the URL of an empty PostgreSQL database. `Server/Benchmarks/adoption.py` starts one.
@main
struct AdoptionBench {
    private static let app = "hashtags"
    private static let day = UTCDay(number: 20_000)

    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { fatalError("AdoptionBench URL") }
        print("| | measured | aim |\n| --- | ---: | ---: |")
        try memory()
        let folder = FileManager.default.temporaryDirectory.appending(path: "adoption-bench-\(getpid())").path
        let file = try await SQLiteDatabase.open(try ProcessLock(DataDirectory(folder)), at: day.start)
        try await measure("SQLite", driver: file.driver)
        try file.close()
        try FileManager.default.removeItem(atPath: folder)
        let postgres = PostgresDriver(CommandLine.arguments[1])
        _ = try await PostgresMigration.run(postgres, at: day.start)
        try await measure("PostgreSQL", driver: postgres)
        await postgres.close()
    }

    /// One of many cells that a popular app has: 50 versions, 10 systems and 200 storefronts.
    private static func cell(_ number: Int) -> AdoptionCell {
        let (version, rest) = number.quotientAndRemainder(dividingBy: 2_000)
        let (system, country) = rest.quotientAndRemainder(dividingBy: 200)
        let letters = [country / 26, country % 26].map { String(Unicode.Scalar(UInt8(65 + $0))) }.joined()
        return AdoptionCell(
            platform: "ios", version: "2.\(version / 10).\(version % 10)", build: "\(3_000 + version)",
            channel: "appstore", os: "17.\(system)", storefront: letters)
    }

    private static func counts(_ cells: Int, of app: String = app, on day: UTCDay = day) -> AdoptionCounts {
        var counts = AdoptionCounts()
        add(cells, to: &counts, of: app, on: day)
        return counts
    }

    private static func add(_ cells: Int, to counts: inout AdoptionCounts, of app: String = app, on day: UTCDay) {
        for number in 0..<cells {
            let told = CheckIn.Told(status: .ok)
            counts.add(CheckIn(now: cell(number), told: told), app: app, hour: day.number * 24)
        }
    }

    private static func memory() throws {
        // Once before, so that lazily created tables of the standard library do not count.
        _ = counts(100)
        let before = try residentBytes()
        var counts = AdoptionCounts()
        for age in 0..<5 { add(CellBudget.known, to: &counts, on: day.adding(days: -age)) }
        let bytes = try (residentBytes() - before) / counts.cells
        row("resident memory of a cell, of \(counts.cells) on five days", "\(bytes) bytes", "≤ 200 bytes")
    }

    /// The memory of the process that is not swapped out.
    private static func residentBytes() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (Int(fields[1]) ?? 0) * 4_096
    }

    private static func measure(_ name: String, driver: any Driver) async throws {
        let store = SQLStore(driver)
        let plane = ControlPlane(store: store, signer: Signer(keys: [], keyring: nil)) { day.start }
        // Apps of their own, so that no row is stored in the place of one that was deleted.
        var times: [String: [Duration]] = [:]
        for number in 1...9 {
            let app = "app-\(number)"
            try await insert(app, into: store)
            for (what, age) in [("never seen", 1), ("not seen on that day", 0), ("known", 0)] {
                let counts = counts(CellBudget.known, of: app, on: day.adding(days: -age))
                let batch = AdoptionBatch(node: "\(app) \(what)", number: 1, counts: counts)
                let time = try await ContinuousClock().measure {
                    _ = try await store.write { try $0.addCheckIns(batch, at: day.start) }
                }
                times[what, default: []].append(time)
            }
        }
        for (what, times) in times.sorted(by: { $0.key < $1.key }) {
            row("\(name), storing 20,000 cells, \(what)", milliseconds(times), "≤ 200 ms")
        }
        try await insert(app, into: store)
        try await fill(driver)
        var reads: [Duration] = []
        var rows = 0
        for _ in 0..<5 {
            reads.append(
                try await ContinuousClock().measure { rows = try await plane.adoption.census(app, days: 28).rows.count }
            )
        }
        row("\(name), the census of \(rows) cells on 28 days", milliseconds(reads), "≤ 1,000 ms")
        try await measureForecast(name, plane: plane)
        try await measureCharts(name, driver: driver, plane: plane)
        try await measurePruning(name, driver: driver)
    }

    /// Measures what a publication waits for: the census, then two decisions for each of its cells.
    private static func measureForecast(_ name: String, plane: ControlPlane) async throws {
        let (old, new) = (BusyApp.manifest(rules: 19), BusyApp.manifest(rules: 20))
        var times: [Duration] = []
        var blocked = 0
        let before = try residentBytes()
        for _ in 0..<5 {
            times.append(
                try await ContinuousClock().measure {
                    let census = try await plane.adoption.census(app, days: 28)
                    let groups = CellReader.groups(of: census.rows)
                    blocked = try PolicyImpact(
                        from: old, to: new, on: groups, at: day.start, beforeEach: { try Task.checkCancellation() }
                    ).newlyBlocked
                })
        }
        precondition(blocked > 0, "the new rule has to act")
        row("\(name), the same and two decisions for each, 20 rules, 200 releases", milliseconds(times), "≤ 1,000 ms")
        row("\(name), memory that five of them leave behind", "\(max(0, try residentBytes() - before) >> 20) MiB", "")
    }

    /// Measures removing 5,000 cells on each of 400 days, all of them old.
    private static func measurePruning(_ name: String, driver: any Driver) async throws {
        try await fill(driver, cells: 5_000, days: 400)
        let later = day.adding(days: 2 * AdoptionLimit.days)
        let store = TimedStore(store: SQLStore(driver))
        let plane = ControlPlane(store: store, signer: Signer(keys: [], keyring: nil)) { later.start }
        let time = try await ContinuousClock().measure { try await plane.adoption.prune() }
        let times = store.times.withLock { $0.sorted() }
        let longest = Int(((times.last ?? .zero) / .milliseconds(1)).rounded())
        row(
            "\(name), longest of \(times.count) transactions that remove 5,000 cells on each of 400 days",
            "\(longest) ms",
            "≤ 100 ms")
        row("\(name), all of it", "\(Int((time / .seconds(1)).rounded())) s", "")
    }

    /// Measures reading the charts of 400 days with 300 cells and 90 outcomes each, before and after past days are summarized.
    private static func measureCharts(_ name: String, driver: any Driver, plane: ControlPlane) async throws {
        try await fillCharts(driver)
        for (what, aim) in [("not summarized", ""), ("summarized", "≤ 30 ms")] {
            var times: [Duration] = []
            var rows = 0
            for _ in 0..<9 {
                times.append(
                    try await ContinuousClock().measure {
                        let activity = try await plane.adoption.activity(app, days: 400)
                        rows = activity.versions.count + activity.outcomes.count
                    })
            }
            row("\(name), charts of 400 days, \(rows) numbers, \(what)", milliseconds(times), aim)
            while try await !plane.adoption.summarize() {}
        }
    }

    /// Stores 300 cells of 10 versions and 3 channels, and 90 outcomes of 3 rules, on each of 400 days.
    private static func fillCharts(_ driver: any Driver) async throws {
        try await driver.write { sql in
            for table in ["adoption_days", "adoption_cells"] { try sql.run("DELETE FROM \(table)") }
            try sql.run(
                """
                INSERT INTO adoption_cells (app, cell, last_day, platform, version, build, channel, os, storefront)
                WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300)
                SELECT $1, n * 2305843009213693, $2, 'ios', '2.' || (n % 10), '3' || (n % 10),
                    CASE n % 3 WHEN 0 THEN 'appstore' WHEN 1 THEN 'testflight' ELSE 'testflight-internal' END,
                    '17.' || (n % 7), 'S' || (n / 30) FROM numbers
                """, binding: app, day.number)
            let days = "WITH RECURSIVE days (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM days WHERE n < 399)"
            try sql.run(
                """
                INSERT INTO adoption_days (app, day, cell, latest, active)
                \(days) SELECT app, $1 - n, cell, 3, 4 FROM adoption_cells CROSS JOIN days ORDER BY 1, 2, 3
                """, binding: day.number)
            try sql.run(
                """
                INSERT INTO adoption_outcomes (app, hour, version, build, channel, rule, status, told, shown, opened,
                    postponed, skipped, updated)
                \(days) SELECT app, ($1 - n) * 24, version, build, channel, rules.column1, 'required', COUNT(*), 1, 1, 1, 1, 1
                FROM adoption_cells CROSS JOIN days CROSS JOIN (VALUES ('floor'), ('newest'), ('broken')) AS rules
                GROUP BY app, n, version, build, channel, rules.column1 ORDER BY 1, 2
                """, binding: day.number)
        }
    }

    private static func insert(_ app: String, into store: any Store) async throws {
        _ = try await store.write {
            try $0.insertApp(App(slug: app, bundleID: "com.example", pins: [], createdAt: day.start))
        }
    }

    /// Stores the same cells on each of some days; the default is more than check-ins can.
    private static func fill(_ driver: any Driver, cells: Int = 50_000, days: Int = 28) async throws {
        try await driver.write { sql in
            for table in ["adoption_days", "adoption_cells"] { try sql.run("DELETE FROM \(table)") }
            try sql.run(
                """
                INSERT INTO adoption_cells (app, cell, last_day, platform, version, build, channel, os, storefront)
                WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(cells))
                SELECT $1, n * 23058430092, $2, 'ios', '2.' || (n % 50), '3' || (n % 50), 'appstore', '17.' || (n / 50 % 10),
                    SUBSTR('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 1 + n / 13000, 1) || SUBSTR('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 1 + n / 500 % 26, 1)
                FROM numbers
                """, binding: app, day.number)
            try sql.run(
                """
                INSERT INTO adoption_days (app, day, cell, latest, active)
                WITH RECURSIVE days (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM days WHERE n < \(days - 1))
                SELECT app, $1 - n, cell, 3, 4 FROM adoption_cells CROSS JOIN days ORDER BY 1, 2, 3
                """, binding: day.number)
            // It does so by itself within a minute.
            if sql.dialect == .postgres { try sql.run("ANALYZE adoption_cells, adoption_days") }
        }
    }

    /// The median and the shortest of some times.
    private static func milliseconds(_ times: [Duration]) -> String {
        let sorted = times.sorted().map { Int(($0 / .milliseconds(1)).rounded()) }
        return "\(sorted[sorted.count / 2]) ms (fastest \(sorted[0]) ms)"
    }

    private static func row(_ what: String, _ value: String, _ aim: String) { print("| \(what) | \(value) | \(aim) |") }
}

/// A store that notes how long each write takes.
private final class TimedStore: Store {
    let times = Mutex<[Duration]>([])
    private let store: any Store

    init(store: any Store) { self.store = store }

    func read<T: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> T) async throws -> T {
        try await store.read(body)
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> T) async throws -> T {
        let start = ContinuousClock.now
        let result = try await store.write(body)
        times.withLock { $0.append(ContinuousClock.now - start) }
        return result
    }
}
