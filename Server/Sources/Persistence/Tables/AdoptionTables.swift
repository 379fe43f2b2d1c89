import ControlPlane
import Foundation

/// The tables of check-ins: `adoption_cells`, `adoption_days`, `adoption_outcomes` and `adoption_batches`.
///
/// Rows are written many at a time and in the order of their keys, so that two nodes do not wait for each other.
struct AdoptionTables {
    let sql: any SQLSession
    let dialect: Dialect

    /// The installations of an app by some facts, summed over the days from `first` on.
    ///
    /// A day can be below zero: an installation that did not get an answer leaves its cell of an earlier day twice, and is counted
    /// twice on later ones. In the sum over the days that is even again.
    func rows(of app: String, since first: UTCDay, by facts: [AdoptionCell.Fact]) throws -> [AdoptionRow] {
        let columns = facts.map { "adoption_cells.\($0)" }.joined(separator: ", ")
        return try sql.rows(
            """
            SELECT \(columns), CAST(SUM(counts.number) AS BIGINT) AS number
            FROM adoption_cells JOIN (
                SELECT cell, SUM(latest) AS number FROM adoption_days
                WHERE app = $1 AND day >= $2 GROUP BY cell HAVING SUM(latest) > 0) counts
            ON adoption_cells.app = $1 AND adoption_cells.cell = counts.cell GROUP BY \(columns)
            """, binding: app, first.number
        ).map { row in
            let texts = try facts.map { ($0, try row.text($0.rawValue)) }
            return AdoptionRow(
                cell: AdoptionCell(Dictionary(texts) { first, _ in first }), count: try row.integer("number"))
        }
    }

    /// What installations of an app reported in some hours, by rule and status.
    func outcomes(of app: String, hours: Range<Int>) throws -> [OutcomeRow] {
        try sql.rows(
            """
            SELECT rule, status, \(Self.selectedSums) FROM adoption_outcomes WHERE app = $1 AND hour >= $2 AND hour < $3
            GROUP BY rule, status ORDER BY rule, status
            """, binding: app, hours.lowerBound, hours.upperBound
        ).map { row in
            OutcomeRow(rule: try row.text("rule"), status: try row.text("status"), count: try row.outcomeCount)
        }
    }

    /// The columns of outcomes that are added up.
    static let sums = ["told", "shown", "opened", "postponed", "skipped", "updated"]

    /// Adds them to those of the outcome with the same key.
    static let addingOutcomes =
        "(app, hour, version, build, channel, rule, status) DO UPDATE SET "
        + sums.map { "\($0) = adoption_outcomes.\($0) + excluded.\($0)" }.joined(separator: ", ")

    /// These columns, added up; see ``SQLRow/outcomeCount``.
    static let selectedSums = sums.map { "CAST(SUM(\($0)) AS BIGINT) AS \($0)" }.joined(separator: ", ")

    /// Adds sums, unless the batch is stored already.
    func add(_ batch: AdoptionBatch, at date: Date) throws -> AdoptionReceipt {
        let isNew = try sql.run(
            """
            INSERT INTO adoption_batches (node, number, stored_at) VALUES ($1, $2, $3)
            ON CONFLICT (node) DO UPDATE SET number = excluded.number, stored_at = excluded.stored_at
            WHERE adoption_batches.number < excluded.number
            """, binding: batch.node, batch.number, date)
        guard isNew == 1 else { return AdoptionReceipt(isNew: false) }
        try dialect.useCells.map { _ = try sql.run($0) }
        let live = Set(
            try sql.rows("SELECT slug FROM apps WHERE deleted_at IS NULL").map { try $0.text("slug") })
        let folded = try add(batch.counts.days.filter { live.contains($0.key.app) })
        try add(batch.counts.outcomes.filter { live.contains($0.key.app) })
        for place in batch.counts.summarizedPlaces(today: UTCDay(date)).sorted() {
            try AdoptionSummariesTable(sql: sql).delete(place)
        }
        return AdoptionReceipt(isNew: true, folded: folded)
    }

    /// A cell of a day with its number, which takes a while to compute.
    private struct Row {
        let number: Int
        let cell: AdoptionCell
        var count: AdoptionCounts.DayCount
    }

    /// Adds the sums of days.
    /// - Returns: The number of installations that were counted as rare ones.
    private func add(_ days: [AdoptionCounts.Place: [AdoptionCell: AdoptionCounts.DayCount]]) throws -> Int {
        var folded = 0
        var places: [(place: AdoptionCounts.Place, rows: [Row])] = []
        for (place, cells) in days.sorted(by: { $0.key < $1.key }) {
            var byNumber: [Int: Row] = [:]
            for (cell, count) in cells {
                // Forged cells may have one number, and PostgreSQL rejects a statement that changes a row twice.
                let number = cell.number
                byNumber[number, default: Row(number: number, cell: cell, count: .init())].count.add(count)
            }
            var rows = Array(byNumber.values)
            folded += try fold(&rows, at: place)
            places.append((place, rows.sorted { $0.number < $1.number }))
        }
        for (app, places) in Dictionary(grouping: places, by: \.place.app).sorted(by: { $0.key < $1.key }) {
            try addCells(Dictionary(places.flatMap(\.rows).map { ($0.number, $0.cell) }) { first, _ in first }, of: app)
        }
        for (place, rows) in places {
            try sql.insert(
                into: "adoption_days", columns: "app, day, cell, latest, active",
                shared: [.text(place.app), .integer(place.day.number)],
                rows: rows.map { [.integer($0.number), .integer($0.count.latest), .integer($0.count.active)] },
                onConflict: """
                    (app, day, cell) DO UPDATE SET latest = adoption_days.latest + excluded.latest,
                        active = adoption_days.active + excluded.active
                    """)
        }
        return folded
    }

    /// Adds the facts of cells that are not stored yet. Most are: looking for a number costs less than sending the facts.
    private func addCells(_ cells: [Int: AdoptionCell], of app: String) throws {
        let new = try sql.query(
            """
            WITH given (cell) AS ({rows}) SELECT cell FROM given WHERE NOT EXISTS (
                SELECT 1 FROM adoption_cells WHERE adoption_cells.app = $1 AND adoption_cells.cell = given.cell)
            """, values: [.text(app)], rows: cells.keys.sorted().map { [.integer($0)] }
        ).map { try $0.integer("cell") }
        try sql.insert(
            into: "adoption_cells", columns: "app, cell, platform, version, build, channel, os, storefront",
            shared: [.text(app)],
            rows: new.sorted().compactMap { number in cells[number].map { [.integer(number)] + $0.sqlValues } },
            onConflict: "(app, cell) DO NOTHING")
    }

    /// Counts installations of new cells as rare ones if the app would have too many cells on the day.
    /// - Returns: The number of these installations.
    private func fold(_ rows: inout [Row], at place: AdoptionCounts.Place) throws -> Int {
        let stored =
            try sql.row(
                "SELECT COUNT(*) AS number FROM adoption_days WHERE app = $1 AND day = $2", binding: place.app,
                place.day.number)?.integer("number") ?? 0
        guard stored + rows.count > AdoptionLimit.cellsOfDay else { return 0 }
        let known = Set(
            try sql.rows(
                "SELECT cell FROM adoption_days WHERE app = $1 AND day = $2", binding: place.app, place.day.number
            ).map { try $0.integer("cell") })
        var numbers = known
        var kept: [Int: Row] = [:]
        var folded = 0
        for row in rows where known.contains(row.number) { kept[row.number] = row }
        // In an order that does not depend on the process.
        for row in rows.filter({ !known.contains($0.number) }).sorted(by: { $0.cell < $1.cell }) {
            let isThere = numbers.contains(row.number)
            let cell =
                isThere
                ? row.cell
                : AdoptionLimit.place(
                    for: row.cell, among: numbers.count, most: AdoptionLimit.cellsOfDay,
                    mostRare: AdoptionLimit.rareCellsOfDay
                ) { numbers.contains($0.number) }
            let number = cell == row.cell ? row.number : cell.number
            numbers.insert(number)
            kept[number, default: Row(number: number, cell: cell, count: .init())].count.add(row.count)
            if cell != row.cell { folded += max(0, row.count.latest) }
        }
        rows = Array(kept.values)
        return folded
    }

    /// Counts outcomes by rule and status only where an app would have too many in an hour.
    private func bounded(
        _ outcomes: [AdoptionCounts.OutcomeKey: AdoptionCounts.OutcomeCount]
    ) throws -> [AdoptionCounts.OutcomeKey: AdoptionCounts.OutcomeCount] {
        var result = outcomes
        for (place, keys) in Dictionary(grouping: outcomes.keys, by: { [$0.app: $0.hour] }) {
            guard let (app, hour) = place.first else { continue }
            let stored =
                try sql.row(
                    "SELECT COUNT(*) AS number FROM adoption_outcomes WHERE app = $1 AND hour = $2", binding: app, hour)?
                .integer("number") ?? 0
            guard stored + keys.count > AdoptionLimit.outcomesOfHour else { continue }
            let room = max(0, AdoptionLimit.outcomesOfHour - stored)
            for key in keys.sorted().dropFirst(room) where key != key.byRule {
                guard let count = result.removeValue(forKey: key) else { continue }
                result[key.byRule, default: .init()].add(count)
            }
        }
        return result
    }

    private func add(_ outcomes: [AdoptionCounts.OutcomeKey: AdoptionCounts.OutcomeCount]) throws {
        let outcomes = try bounded(outcomes)
        try sql.insert(
            into: "adoption_outcomes",
            columns: "app, hour, version, build, channel, rule, status, \(Self.sums.joined(separator: ", "))",
            rows: outcomes.sorted { $0.key < $1.key }.map { key, count in
                let facts: [SQLValue] = [
                    .text(key.app), .integer(key.hour), .text(key.version), .text(key.build), .text(key.channel),
                    .text(key.rule), .text(key.status),
                ]
                let steps = count.steps
                return facts
                    + [count.told, steps.shown, steps.opened, steps.postponed, steps.skipped, steps.updated].map {
                        .integer($0)
                    }
            },
            onConflict: Self.addingOutcomes)
    }
}

extension SQLRow {
    /// The sums in the columns of ``AdoptionTables/selectedSums``.
    var outcomeCount: AdoptionCounts.OutcomeCount {
        get throws {
            // Set one by one: a new value is limited to what one installation can have done.
            var steps = CheckIn.Steps()
            (steps.shown, steps.opened) = (try integer("shown"), try integer("opened"))
            (steps.postponed, steps.skipped) = (try integer("postponed"), try integer("skipped"))
            steps.updated = try integer("updated")
            return AdoptionCounts.OutcomeCount(told: try integer("told"), steps: steps)
        }
    }
}
