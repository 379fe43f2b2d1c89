import ControlPlane
import Foundation

/// The tables of check-ins: `adoption_cells`, `adoption_days`, `adoption_outcomes` and `adoption_batches`.
///
/// Rows are written many at a time and in the order of their keys, so that two nodes do not wait for each other.
struct AdoptionTables {
    let sql: any SQLSession

    /// The installations of an app by cell, summed over the days from `first` on.
    func rows(of app: String, since first: UTCDay) throws -> [AdoptionRow] {
        try sql.rows(
            """
            SELECT adoption_cells.platform, adoption_cells.version, adoption_cells.build, adoption_cells.channel,
                adoption_cells.os, adoption_cells.storefront, CAST(counts.number AS BIGINT) AS number
            FROM adoption_cells JOIN (
                SELECT cell, SUM(latest) AS number FROM adoption_days
                WHERE app = $1 AND day >= $2 AND latest > 0 GROUP BY cell) counts
            ON adoption_cells.app = $1 AND adoption_cells.cell = counts.cell
            """, binding: app, first.number
        ).map { row in
            AdoptionRow(
                cell: AdoptionCell(
                    platform: try row.text("platform"), version: try row.text("version"), build: try row.text("build"),
                    channel: try row.text("channel"), os: try row.text("os"), storefront: try row.text("storefront")),
                count: try row.integer("number"))
        }
    }

    /// Adds sums, unless the batch is stored already.
    func add(_ batch: AdoptionBatch, at date: Date) throws {
        let isNew = try sql.run(
            """
            INSERT INTO adoption_batches (node, number, stored_at) VALUES ($1, $2, $3)
            ON CONFLICT (node) DO UPDATE SET number = excluded.number, stored_at = excluded.stored_at
            WHERE adoption_batches.number < excluded.number
            """, binding: batch.node, batch.number, date)
        guard isNew == 1 else { return }
        let live = Set(
            try sql.rows("SELECT slug FROM apps WHERE deleted_at IS NULL").map { try $0.text("slug") })
        try add(batch.counts.days.filter { live.contains($0.key.app) })
        try add(batch.counts.outcomes.filter { live.contains($0.key.app) })
    }

    private func add(_ days: [AdoptionCounts.DayKey: AdoptionCounts.DayCount]) throws {
        let days = try bounded(days).sorted { $0.key < $1.key }
        for (app, days) in Dictionary(grouping: days, by: \.key.app).sorted(by: { $0.key < $1.key }) {
            try insert(
                into: "adoption_cells", columns: "app, cell, platform, version, build, channel, os, storefront",
                rows: Set(days.map(\.key.cell)).sorted().map { cell in
                    [
                        .text(app), .integer(cell.number), .text(cell.platform), .text(cell.version),
                        .text(cell.build), .text(cell.channel), .text(cell.os), .text(cell.storefront),
                    ]
                }, onConflict: "(app, cell) DO NOTHING")
        }
        try insert(
            into: "adoption_days", columns: "app, day, cell, latest, active",
            rows: days.map { key, count in
                [
                    .text(key.app), .integer(key.day.number), .integer(key.cell.number), .integer(count.latest),
                    .integer(count.active),
                ]
            },
            onConflict: """
                (app, day, cell) DO UPDATE SET latest = adoption_days.latest + excluded.latest,
                    active = adoption_days.active + excluded.active
                """)
    }

    /// Counts installations of new cells as rare ones where an app would have too many cells on a day.
    private func bounded(
        _ days: [AdoptionCounts.DayKey: AdoptionCounts.DayCount]
    ) throws -> [AdoptionCounts.DayKey: AdoptionCounts.DayCount] {
        var result = days
        for (place, keys) in Dictionary(grouping: days.keys, by: { Place(app: $0.app, day: $0.day) }) {
            let stored =
                try sql.row(
                    "SELECT COUNT(*) AS number FROM adoption_days WHERE app = $1 AND day = $2", binding: place.app,
                    place.day.number)?.integer("number") ?? 0
            guard stored + keys.count > AdoptionLimit.cellsOfDay else { continue }
            let known = Set(
                try sql.rows(
                    "SELECT cell FROM adoption_days WHERE app = $1 AND day = $2", binding: place.app, place.day.number
                ).map { try $0.integer("cell") })
            var cells = known
            for key in keys.filter({ !known.contains($0.cell.number) }).sorted() {
                let cell = AdoptionLimit.place(
                    for: key.cell, among: cells.count, most: AdoptionLimit.cellsOfDay,
                    mostRare: AdoptionLimit.rareCellsOfDay
                ) { cells.contains($0.number) }
                cells.insert(cell.number)
                guard cell != key.cell, let count = result.removeValue(forKey: key) else { continue }
                let folded = AdoptionCounts.DayKey(app: key.app, day: key.day, cell: cell)
                result[folded, default: .init()].latest += count.latest
                result[folded, default: .init()].active += count.active
            }
        }
        return result
    }

    private struct Place: Hashable {
        let app: String
        let day: UTCDay
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
        let sums = ["told", "shown", "opened", "postponed", "skipped", "updated"]
        try insert(
            into: "adoption_outcomes",
            columns: "app, hour, version, build, channel, rule, status, \(sums.joined(separator: ", "))",
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
            onConflict: "(app, hour, version, build, channel, rule, status) DO UPDATE SET "
                + sums.map { "\($0) = adoption_outcomes.\($0) + excluded.\($0)" }.joined(separator: ", "))
    }

    /// Merges old hours into days, and removes what is too old.
    func prune(today: UTCDay) throws {
        let firstHour = today.adding(days: -AdoptionLimit.hourlyDays).number * 24
        try sql.run(
            """
            INSERT INTO adoption_outcomes (app, hour, version, build, channel, rule, status, told, shown, opened, postponed,
                skipped, updated)
            SELECT app, hour / 24 * 24, version, build, channel, rule, status, SUM(told), SUM(shown), SUM(opened),
                SUM(postponed), SUM(skipped), SUM(updated)
            FROM adoption_outcomes WHERE hour < $1 AND hour % 24 <> 0
            GROUP BY app, hour / 24 * 24, version, build, channel, rule, status
            ON CONFLICT (app, hour, version, build, channel, rule, status) DO UPDATE SET
                told = adoption_outcomes.told + excluded.told, shown = adoption_outcomes.shown + excluded.shown,
                opened = adoption_outcomes.opened + excluded.opened,
                postponed = adoption_outcomes.postponed + excluded.postponed,
                skipped = adoption_outcomes.skipped + excluded.skipped,
                updated = adoption_outcomes.updated + excluded.updated
            """, binding: firstHour)
        try sql.run("DELETE FROM adoption_outcomes WHERE hour < $1 AND hour % 24 <> 0", binding: firstHour)
        let first = today.adding(days: -AdoptionLimit.days)
        try sql.run("DELETE FROM adoption_outcomes WHERE hour < $1", binding: first.number * 24)
        try sql.run("DELETE FROM adoption_days WHERE day < $1", binding: first.number)
        // What was stored while its app was being deleted.
        for table in ["adoption_days", "adoption_outcomes"] {
            try sql.run("DELETE FROM \(table) WHERE app IN (SELECT slug FROM apps WHERE deleted_at IS NOT NULL)")
        }
        try sql.run(
            """
            DELETE FROM adoption_cells WHERE NOT EXISTS (
                SELECT 1 FROM adoption_days
                WHERE adoption_days.app = adoption_cells.app AND adoption_days.cell = adoption_cells.cell)
            """)
        try sql.run("DELETE FROM adoption_batches WHERE stored_at < $1", binding: today.adding(days: -7).start)
    }

    /// Inserts rows, some hundred in a statement.
    private func insert(
        into table: String, columns: String, rows: [[SQLValue]], onConflict: String
    ) throws {
        for start in stride(from: 0, to: rows.count, by: 200) {
            let part = Array(rows[start..<min(start + 200, rows.count)])
            _ = try sql.execute(
                "INSERT INTO \(table) (\(columns)) VALUES \(SQLValue.places(of: part)) ON CONFLICT \(onConflict)",
                values: part.flatMap { $0 })
        }
    }
}
