import ControlPlane

/// The check-ins of an app by day: past days from the table `adoption_summaries`, one row for each, the others from
/// `adoption_days` and `adoption_outcomes`, which have a row for each cell.
extension SQLTransaction {
    /// What a row of the table holds.
    private struct Summary {
        var versions: [DailyCount] = []
        var outcomes: [DailyOutcome] = []
    }

    func dailyVersions(of app: String, since first: UTCDay) throws -> [DailyCount] {
        try all("versions", of: app, since: first, by: \.day, summary: SummaryColumn.versions) {
            try versions(of: app, days: $0)
        }
    }

    func dailyOutcomes(of app: String, since first: UTCDay) throws -> [DailyOutcome] {
        try all("outcomes", of: app, since: first, by: \.day, summary: SummaryColumn.outcomes) {
            try outcomes(of: app, days: $0)
        }
    }

    /// Reads a column of the summaries, and counts the days that have none.
    private func all<Element>(
        _ column: String, of app: String, since first: UTCDay, by day: (Element) -> UTCDay,
        summary: (String, UTCDay) -> [Element]?, others: (ClosedRange<Int>) throws -> [Element]
    ) throws -> [Element] {
        let rows = try sql.rows(
            "SELECT day, \(column) FROM adoption_summaries WHERE app = $1 AND day >= $2 ORDER BY day", binding: app,
            first.number)
        let known = try rows.flatMap { row in
            guard let elements = summary(try row.text(column), UTCDay(number: try row.integer("day"))) else {
                throw row.unexpected(column, wanted: "a summary")
            }
            return elements
        }
        let days = try daysWithout(rows, of: app, since: first)
        return Self.merged(known, try Self.ranges(of: days).flatMap(others), by: day)
    }

    func daysWithoutSummary(of app: String, before end: UTCDay) throws -> [UTCDay] {
        let rows = try sql.rows("SELECT day FROM adoption_summaries WHERE app = $1 ORDER BY day", binding: app)
        return try daysWithout(rows, of: app, since: UTCDay(number: 0)).filter { $0 < end }
    }

    func summarizeCheckIns(of app: String, on days: [UTCDay]) throws {
        var summaries: [UTCDay: Summary] = [:]
        for range in Self.ranges(of: days) {
            for day in range { summaries[UTCDay(number: day)] = Summary() }
            for count in try versions(of: app, days: range) { summaries[count.day]?.versions.append(count) }
            for outcome in try outcomes(of: app, days: range) { summaries[outcome.day]?.outcomes.append(outcome) }
        }
        try sql.insert(
            into: "adoption_summaries", columns: "app, day, versions, outcomes", shared: [.text(app)],
            rows: summaries.sorted { $0.key < $1.key }.map { day, summary in
                [
                    .integer(day.number), .text(SummaryColumn.text(summary.versions)),
                    .text(SummaryColumn.text(summary.outcomes)),
                ]
            }, onConflict: "(app, day) DO UPDATE SET versions = excluded.versions, outcomes = excluded.outcomes")
    }

    /// Removes the summary of a day, because another check-in of the day is stored.
    func deleteSummary(of place: AdoptionCounts.Place) throws {
        try sql.run(
            "DELETE FROM adoption_summaries WHERE app = $1 AND day = $2", binding: place.app, place.day.number)
    }

    /// Removes the summaries of an app's days before `first`, and returns their number.
    func pruneSummaries(of app: String, before first: UTCDay) throws -> Int {
        try sql.run("DELETE FROM adoption_summaries WHERE app = $1 AND day < $2", binding: app, first.number)
    }

    /// The days with check-ins that have none of the rows, in order. Looks at one row of each day only.
    private func daysWithout(_ rows: [SQLRow], of app: String, since first: UTCDay) throws -> [UTCDay] {
        let known = Set(try rows.map { try $0.integer("day") })
        var days: [UTCDay] = []
        var next = first.number
        while let day = try sql.row(
            "SELECT day FROM adoption_days WHERE app = $1 AND day >= $2 ORDER BY day LIMIT 1", binding: app, next
        )?.integer("day") {
            if !known.contains(day) { days.append(UTCDay(number: day)) }
            next = day + 1
            while known.contains(next) { next += 1 }
        }
        return days
    }

    private func versions(of app: String, days: ClosedRange<Int>) throws -> [DailyCount] {
        let counts = try sql.rows(
            """
            SELECT adoption_days.day, adoption_cells.version, adoption_cells.channel,
                CAST(SUM(adoption_days.active) AS BIGINT) AS number
            FROM adoption_days JOIN adoption_cells
            ON adoption_cells.app = adoption_days.app AND adoption_cells.cell = adoption_days.cell
            WHERE adoption_days.app = $1 AND adoption_days.day >= $2 AND adoption_days.day <= $3
            GROUP BY adoption_days.day, adoption_cells.version, adoption_cells.channel
            """, binding: app, days.lowerBound, days.upperBound
        ).map { row in
            DailyCount(
                day: UTCDay(number: try row.integer("day")), version: try row.text("version"),
                channel: try row.text("channel"), count: try row.integer("number"))
        }
        return DailyCount.bounded(counts)
    }

    private func outcomes(of app: String, days: ClosedRange<Int>) throws -> [DailyOutcome] {
        let outcomes = try sql.rows(
            """
            SELECT hour / 24 AS day, rule, status, \(OutcomeSums.selected) FROM adoption_outcomes
            WHERE app = $1 AND hour >= $2 AND hour < $3 GROUP BY hour / 24, rule, status
            """, binding: app, days.lowerBound * 24, (days.upperBound + 1) * 24
        ).map { row in
            DailyOutcome(
                day: UTCDay(number: try row.integer("day")), rule: try row.text("rule"),
                status: try row.text("status"), count: try row.outcomeCount)
        }
        return DailyOutcome.bounded(outcomes)
    }

    /// Returns the ranges of days that follow each other.
    private static func ranges(of days: [UTCDay]) -> [ClosedRange<Int>] {
        days.reduce(into: []) { ranges, day in
            if let last = ranges.last, last.upperBound + 1 == day.number {
                ranges[ranges.count - 1] = last.lowerBound...day.number
            } else {
                ranges.append(day.number...day.number)
            }
        }
    }

    /// Returns two lists by day as one. No day is in both.
    private static func merged<Element>(
        _ first: [Element], _ second: [Element], by day: (Element) -> UTCDay
    ) -> [Element] {
        guard let last = first.last, let next = second.first else { return first + second }
        if day(last) < day(next) { return first + second }
        var result: [Element] = []
        result.reserveCapacity(first.count + second.count)
        var rest = second[...]
        for element in first {
            while let other = rest.first, day(other) < day(element) { result.append(rest.removeFirst()) }
            result.append(element)
        }
        return result + rest
    }
}
