import ControlPlane
import Foundation

/// The tables of check-ins: `adoption_cells`, `adoption_days`, `adoption_outcomes` and `adoption_batches`.
///
/// Rows are written many at a time and in the order of their keys, so that two nodes do not wait for each other.
extension SQLTransaction: AdoptionReads, AdoptionWrites {
    // Earlier versions stored numbers below zero, which are added up with the others.
    func adoption(_ app: String, since first: UTCDay, by facts: [AdoptionCell.Fact]) throws -> [AdoptionRow] {
        try sql.keepSumsInMemory()
        // The sums come first and without the facts: PostgreSQL has taken minutes to join both.
        var sums = try sql.sums(
            of: "SELECT cell, latest FROM adoption_days WHERE app = $1 AND day >= $2",
            values: [app.sqlValue, first.number.sqlValue]
        ).filter { $0.value > 0 }
        var counts: [AdoptionCell: Int] = [:]
        let columns = facts.map(\.rawValue).joined(separator: ", ")
        // An earlier server may have left an older day in a cell.
        for days in ["last_day >= $2", "last_day < $2"] where !sums.isEmpty {
            try sql.forEachRow(
                of: "SELECT cell, \(columns) FROM adoption_cells WHERE app = $1 AND \(days)",
                values: [app.sqlValue, first.number.sqlValue]
            ) { row in
                guard let count = sums.removeValue(forKey: try row.integer("cell")) else { return }
                counts[AdoptionCell(try row.texts(from: 1), of: facts), default: 0] += count
            }
        }
        return counts.map { AdoptionRow(cell: $0.key, count: $0.value) }
    }

    func outcomes(of app: String, hours: Range<Int>) throws -> [OutcomeRow] {
        try sql.rows(
            """
            SELECT rule, status, \(OutcomeSums.selected) FROM adoption_outcomes WHERE app = $1 AND hour >= $2 AND hour < $3
            GROUP BY rule, status ORDER BY rule, status
            """, binding: app, hours.lowerBound, hours.upperBound
        ).map { row in
            OutcomeRow(rule: try row.text("rule"), status: try row.text("status"), count: try row.outcomeCount)
        }
    }

    func addCheckIns(_ batch: AdoptionBatch, at date: Date) throws -> AdoptionReceipt {
        let isNew = try sql.run(
            """
            INSERT INTO adoption_batches (node, number, stored_at) VALUES ($1, $2, $3)
            ON CONFLICT (node) DO UPDATE SET number = excluded.number, stored_at = excluded.stored_at
            WHERE adoption_batches.number < excluded.number
            """, binding: batch.node, batch.number, date)
        guard isNew == 1 else { return AdoptionReceipt(isNew: false) }
        // It reads numbers and changes them.
        try sql.lock(table: "adoption_cells")
        let live = Set(
            try sql.rows("SELECT slug FROM apps WHERE deleted_at IS NULL").map { try $0.text("slug") })
        var receipt = AdoptionReceipt(isNew: true)
        try addDays(of: batch, live: live, to: &receipt)
        try add(batch.counts.outcomes.filter { live.contains($0.key.app) })
        for place in batch.counts.summarizedPlaces(today: UTCDay(date)).sorted() {
            try deleteSummary(of: place)
        }
        return receipt
    }

    /// A cell of a day with its number, which takes a while to compute.
    private struct Row {
        let number: Int
        let cell: AdoptionCell
        var count = AdoptionCounts.DayCount()
        /// Whether the cell is one of a known version.
        let isKnown: Bool

        /// A cell of which only the number is known, because it is there already.
        init(number: Int) {
            self.number = number
            cell = AdoptionCell([], of: [])
            isKnown = true
        }

        init(_ cell: AdoptionCell, number: Int, of budget: CellBudget) {
            self.number = number
            self.cell = cell
            isKnown = budget.isKnown(cell)
        }
    }

    /// A cell and the last day of a batch on which it was seen.
    private typealias SeenCell = (cell: AdoptionCell, day: UTCDay)

    /// Adds the sums of days, and takes the installations that have left their cells.
    private func addDays(of batch: AdoptionBatch, live: Set<String>, to receipt: inout AdoptionReceipt) throws {
        let departures = batch.departures
        var places: [(place: AdoptionCounts.Place, rows: [Row])] = []
        var cells: [String: [Int: SeenCell]] = [:]
        for place in Set(batch.counts.days.keys).union(departures.keys).sorted() where live.contains(place.app) {
            let budget = batch.budget(of: place.app)
            var byNumber: [Int: Row] = [:]
            for (cell, count) in batch.counts.days[place] ?? [:] where count.latest > 0 || count.active > 0 {
                // Forged cells may have one number, and PostgreSQL rejects a statement that changes a row twice.
                let number = cell.number
                byNumber[number, default: Row(cell, number: number, of: budget)].count.add(count)
            }
            var rows = Array(byNumber.values)
            receipt.folded += try fold(&rows, at: place, within: budget)
            // Later days come later.
            for row in rows { cells[place.app, default: [:]][row.number] = (row.cell, place.day) }
            var all = Dictionary(rows.map { ($0.number, $0) }) { first, _ in first }
            let (taken, missing) = try take(departures[place] ?? [:], at: place)
            for (number, count) in taken {
                all[number, default: Row(number: number)].count.latest -= count
            }
            for (cell, count) in missing { receipt.note(missing: count, in: cell, at: place, of: batch) }
            places.append((place, all.values.sorted { $0.number < $1.number }))
        }
        for (app, cells) in cells.sorted(by: { $0.key < $1.key }) { try addCells(cells, of: app) }
        for (place, rows) in places { try addCounts(rows, at: place) }
    }

    private func addCounts(_ rows: [Row], at place: AdoptionCounts.Place) throws {
        for isKnown in [true, false] {
            try sql.insert(
                into: "adoption_days", columns: "app, day, is_unknown, cell, latest, active",
                shared: [.text(place.app), .integer(place.day.number), .integer(isKnown ? 0 : 1)],
                rows: rows.filter { $0.isKnown == isKnown }.map {
                    [.integer($0.number), .integer($0.count.latest), .integer($0.count.active)]
                },
                onConflict: """
                    (app, day, cell) DO UPDATE SET latest = adoption_days.latest + excluded.latest,
                        active = adoption_days.active + excluded.active
                    """)
        }
    }

    /// Returns what can be taken from the stored numbers of a day: of each cell at most what it has. Without the cell its
    /// installations may have been counted with fewer facts.
    /// - Returns: The installations to take by the number of the cell, and those that there are not.
    private func take(
        _ departures: [AdoptionCell: Int], at place: AdoptionCounts.Place
    ) throws -> (taken: [Int: Int], missing: [AdoptionCell: Int]) {
        var taken: [Int: Int] = [:]
        var missing: [AdoptionCell: Int] = [:]
        var rest = departures
        for stand in CellBudget.stands where !rest.isEmpty {
            let cells = rest.map { (cell: $0.key, number: stand($0.key).number, count: $0.value) }
            let stored = try latest(of: Set(cells.map(\.number)), at: place)
            rest = [:]
            for (cell, number, count) in cells.sorted(by: { $0.cell < $1.cell }) {
                guard let latest = stored[number] else {
                    rest[cell] = count
                    continue
                }
                let part = min(count, max(0, latest - taken[number, default: 0]))
                if part > 0 { taken[number, default: 0] += part }
                if part < count { missing[cell] = count - part }
            }
        }
        return (taken, missing.merging(rest, uniquingKeysWith: +))
    }

    /// The stored numbers of some cells on a day.
    private func latest(of cells: Set<Int>, at place: AdoptionCounts.Place) throws -> [Int: Int] {
        let rows = try sql.query(
            "SELECT cell, latest FROM adoption_days WHERE app = $1 AND day = $2 AND cell IN ({rows})",
            values: [.text(place.app), .integer(place.day.number)], rows: cells.sorted().map { [.integer($0)] })
        return Dictionary(try rows.map { (try $0.integer("cell"), try $0.integer("latest")) }) { first, _ in first }
    }

    /// Adds the facts of cells that are not stored yet, and notes the last day of the others. Most are known and were seen on the same
    /// day before: looking for a number costs less than sending the facts.
    private func addCells(_ cells: [Int: SeenCell], of app: String) throws {
        let found = try sql.query(
            """
            WITH given (cell, day) AS ({rows}) SELECT given.cell, COALESCE(adoption_cells.last_day, -1) AS last_day FROM given
            LEFT JOIN adoption_cells ON adoption_cells.app = $1 AND adoption_cells.cell = given.cell
            WHERE adoption_cells.last_day IS NULL OR adoption_cells.last_day < given.day
            """, values: [.text(app)],
            rows: cells.sorted { $0.key < $1.key }.map { [.integer($0), .integer($1.day.number)] }
        ).map { (number: try $0.integer("cell"), isNew: try $0.integer("last_day") < 0) }.sorted {
            $0.number < $1.number
        }
        try sql.insert(
            into: "adoption_cells", columns: "app, cell, last_day, platform, version, build, channel, os, storefront",
            shared: [.text(app)],
            rows: found.filter(\.isNew).compactMap { number, _ in
                cells[number].map { [.integer(number), .integer($0.day.number)] + $0.cell.sqlValues }
            },
            onConflict: "(app, cell) DO NOTHING")
        let known = Dictionary(grouping: found.filter { !$0.isNew }) { cells[$0.number]?.day.number ?? 0 }
        for (day, found) in known.sorted(by: { $0.key < $1.key }) {
            try sql.execute(
                "UPDATE adoption_cells SET last_day = $2 WHERE app = $1 AND cell IN ({rows})",
                values: [.text(app), .integer(day)], rows: found.map { [.integer($0.number)] })
        }
    }

    /// Counts installations of new cells with fewer facts if the app would have too many cells on the day, and returns
    /// the number of these installations.
    private func fold(_ rows: inout [Row], at place: AdoptionCounts.Place, within budget: CellBudget) throws -> Int {
        if rows.isEmpty { return 0 }
        let stored = try sql.row(
            """
            SELECT COUNT(*) AS number, CAST(COALESCE(SUM(is_unknown), 0) AS BIGINT) AS unknown
            FROM adoption_days WHERE app = $1 AND day = $2
            """, binding: place.app, place.day.number)
        let unknown = try stored?.integer("unknown") ?? 0
        var size = CellBudget.Size(known: try (stored?.integer("number") ?? 0) - unknown, unknown: unknown)
        let new = rows.count { !$0.isKnown }
        if size.known + rows.count - new <= CellBudget.known, size.unknown + new <= CellBudget.unknown { return 0 }
        var numbers = Set(
            try sql.rows(
                "SELECT cell FROM adoption_days WHERE app = $1 AND day = $2", binding: place.app, place.day.number
            ).map { try $0.integer("cell") })
        var kept: [Int: Row] = [:]
        var folded = 0
        for row in rows where numbers.contains(row.number) { kept[row.number] = row }
        // In an order that does not depend on the process.
        for row in rows.filter({ !numbers.contains($0.number) }).sorted(by: { $0.cell < $1.cell }) {
            let cell = budget.place(for: row.cell, among: size) { numbers.contains($0.number) }
            let counted = cell == row.cell ? row : Row(cell, number: cell.number, of: budget)
            if numbers.insert(counted.number).inserted { size.add(cell, of: budget) }
            kept[counted.number, default: Row(cell, number: counted.number, of: budget)].count.add(row.count)
            if cell != row.cell { folded += row.count.latest }
        }
        rows = Array(kept.values)
        return folded
    }

    /// Counts outcomes by status only where an app would have too many on a day.
    private func bounded(
        _ outcomes: [AdoptionCounts.OutcomeKey: AdoptionCounts.OutcomeCount]
    ) throws -> [AdoptionCounts.OutcomeKey: AdoptionCounts.OutcomeCount] {
        var result: [AdoptionCounts.OutcomeKey: AdoptionCounts.OutcomeCount] = [:]
        let places = Dictionary(grouping: outcomes.keys) { AdoptionCounts.Place(app: $0.app, day: $0.day) }
        for (place, keys) in places {
            let hours = place.day.number * 24
            let stored =
                try sql.row(
                    "SELECT COUNT(*) AS number FROM adoption_outcomes WHERE app = $1 AND hour >= $2 AND hour < $3",
                    binding: place.app, hours, hours + 24)?.integer("number") ?? 0
            let room = max(0, AdoptionLimit.outcomesOfDay - stored)
            for (index, key) in keys.sorted().enumerated() {
                guard let count = outcomes[key] else { continue }
                result[index < room ? key : key.ofOtherRules, default: .init()].add(count)
            }
        }
        return result
    }

    private func add(_ outcomes: [AdoptionCounts.OutcomeKey: AdoptionCounts.OutcomeCount]) throws {
        let outcomes = try bounded(outcomes)
        try sql.insert(
            into: "adoption_outcomes",
            columns: "app, hour, version, build, channel, rule, status, \(OutcomeSums.columns.joined(separator: ", "))",
            rows: outcomes.sorted { $0.key < $1.key }.map { key, count in
                // Earlier servers stored outcomes by version, build and channel as well, which nothing reads.
                let facts: [SQLValue] = [
                    .text(key.app), .integer(key.hour), .text(""), .text(""), .text(""), .text(key.rule),
                    .text(key.status),
                ]
                return facts + count.numbers.map { .integer($0) }
            },
            onConflict: OutcomeSums.adding)
    }
}

/// The columns of outcomes that are added up.
enum OutcomeSums {
    static let columns = AdoptionCounts.OutcomeCount.names

    /// Adds them to those of the outcome with the same key.
    static let adding =
        "(app, hour, version, build, channel, rule, status) DO UPDATE SET "
        + columns.map { "\($0) = adoption_outcomes.\($0) + excluded.\($0)" }.joined(separator: ", ")

    /// These columns, added up; see ``SQLRow/outcomeCount``.
    static let selected = columns.map { "CAST(SUM(\($0)) AS BIGINT) AS \($0)" }.joined(separator: ", ")
}

extension SQLRow {
    /// The sums in the columns of ``OutcomeSums/selected``.
    var outcomeCount: AdoptionCounts.OutcomeCount {
        get throws { AdoptionCounts.OutcomeCount(numbers: try OutcomeSums.columns.map { try integer($0) }) }
    }
}
