import ControlPlane

/// Removes what is out of date in the sums of check-ins, a part at a time: a long transaction would keep everybody else from
/// writing.
struct AdoptionPruning {
    let transaction: SQLTransaction
    /// The highest number of rows that a call removes.
    let limit: Int

    private var sql: any SQLSession { transaction.sql }

    /// Removes the next part of an app: what is older than 400 days, the hours that are merged into days, and everything of an app
    /// that was deleted.
    /// - Returns: The number of rows, 0 if nothing is left to do, and the first day of which something may be left.
    func removeNext(of app: String, today: UTCDay, from first: UTCDay) throws -> (rows: Int, next: UTCDay) {
        let isDeleted =
            try sql.row("SELECT deleted_at FROM apps WHERE slug = $1", binding: app)?.optionalDate("deleted_at") != nil
        let end = isDeleted ? Self.never : today.adding(days: -AdoptionLimit.days)
        let lastHours = today.adding(days: -AdoptionLimit.hourlyDays)
        var removed = try removeOutcomes(of: app, before: end)
        if removed > 0 { return (removed, first) }
        if let part = try removeDays(of: app, days: first..<max(first, end)) { return part }
        removed = try mergeHour(of: app, before: lastHours)
        if removed == 0 { removed = try transaction.pruneSummaries(of: app, before: end) }
        if removed == 0 { removed = try transaction.pruneAdoptionImport(of: app, before: end) }
        return (removed, first)
    }

    /// Removes the marks of batches that were stored before a day, and returns their number.
    func removeBatches(before day: UTCDay) throws -> Int {
        try sql.run(
            """
            DELETE FROM adoption_batches WHERE node IN (SELECT node FROM adoption_batches WHERE stored_at < $1 LIMIT $2)
            """, binding: day.start, limit)
    }

    /// A day after all others, whose hours are numbers as well.
    private static let never = UTCDay(number: 1_000_000_000)

    private static let outcomeKey = "hour, version, build, channel, rule, status"

    private func removeOutcomes(of app: String, before day: UTCDay) throws -> Int {
        let part = try nextOutcomes(of: app, hours: 0..<max(0, day.number * 24))
        return try sql.execute("DELETE FROM adoption_outcomes WHERE \(part.condition)", values: part.values)
    }

    /// Adds the next outcomes of the earliest hour that is not the first one of its day to that first hour.
    private func mergeHour(of app: String, before day: UTCDay) throws -> Int {
        // Looks at one row of each hour. The first hours of 400 days are among them.
        let hour = try sql.row(
            """
            WITH RECURSIVE hours (hour) AS (
                SELECT MIN(hour) FROM adoption_outcomes WHERE app = $1 AND hour < $2
                UNION ALL
                SELECT (SELECT MIN(hour) FROM adoption_outcomes WHERE app = $1 AND hour > hours.hour AND hour < $2)
                FROM hours WHERE hours.hour IS NOT NULL AND hours.hour % 24 = 0)
            SELECT hour FROM hours WHERE hour % 24 <> 0
            """, binding: app, day.number * 24
        )?.integer("hour")
        guard let hour else { return 0 }
        let part = try nextOutcomes(of: app, hours: hour..<(hour + 1))
        let sums = OutcomeSums.columns
        try sql.execute(
            """
            INSERT INTO adoption_outcomes (app, \(Self.outcomeKey), \(sums.joined(separator: ", ")))
            SELECT app, hour / 24 * 24, version, build, channel, rule, status, \(sums.joined(separator: ", "))
            FROM adoption_outcomes WHERE \(part.condition) ON CONFLICT \(OutcomeSums.adding)
            """, values: part.values)
        return try sql.execute("DELETE FROM adoption_outcomes WHERE \(part.condition)", values: part.values)
    }

    /// Returns a condition for the next outcomes in some hours, at most ``limit``.
    private func nextOutcomes(
        of app: String, hours: Range<Int>
    ) throws -> (condition: String, values: [SQLValue]) {
        let range = "app = $1 AND hour >= $2 AND hour < $3"
        let values: [SQLValue] = [.text(app), .integer(hours.lowerBound), .integer(hours.upperBound)]
        let end = try sql.query(
            "SELECT \(Self.outcomeKey) FROM adoption_outcomes WHERE \(range) ORDER BY \(Self.outcomeKey) LIMIT 1 OFFSET $4",
            values: values + [.integer(limit)]
        ).first
        guard let end else { return (range, values) }
        let key = try ["version", "build", "channel", "rule", "status"].map { try end.value($0) }
        return ("\(range) AND (\(Self.outcomeKey)) < ($4, $5, $6, $7, $8, $9)", values + [try end.value("hour")] + key)
    }

    /// Removes the next counts of the earliest of some days, and the facts of cells that no later day has.
    ///
    /// Of one day only: for a range, PostgreSQL would read the whole table.
    /// - Returns: The number of counts, and their day; `nil` if there are none.
    private func removeDays(of app: String, days: Range<UTCDay>) throws -> (rows: Int, next: UTCDay)? {
        let day = try sql.row(
            "SELECT MIN(day) AS day FROM adoption_days WHERE app = $1 AND day >= $2 AND day < $3",
            binding: app, days.lowerBound.number, days.upperBound.number
        )?.optionalInteger("day")
        guard let day else { return nil }
        let end = try sql.row(
            "SELECT cell FROM adoption_days WHERE app = $1 AND day = $2 ORDER BY cell LIMIT 1 OFFSET $3",
            binding: app, day, limit
        )?.integer("cell")
        let part = end == nil ? "app = $1 AND day = $2" : "app = $1 AND day = $2 AND cell < $3"
        let values = [.text(app), .integer(day)] + (end.map { [SQLValue.integer($0)] } ?? [])
        // Another node may be adding a day to one of the cells, which is not to be seen before it commits.
        try sql.lock(table: "adoption_cells")
        try sql.execute(
            """
            DELETE FROM adoption_cells WHERE app = $1 AND last_day < $\(values.count + 1)
                AND cell IN (SELECT cell FROM adoption_days WHERE \(part))
            """, values: values + [.integer(days.upperBound.number)])
        let removed = try sql.execute("DELETE FROM adoption_days WHERE \(part)", values: values)
        return (removed, UTCDay(number: day))
    }
}

extension SQLTransaction {
    func pruneCheckIns(
        of app: String, today: UTCDay, from first: UTCDay, atMost rows: Int
    ) throws -> (rows: Int, next: UTCDay) {
        try AdoptionPruning(transaction: self, limit: rows).removeNext(of: app, today: today, from: first)
    }

    func pruneCheckInBatches(before day: UTCDay, atMost rows: Int) throws -> Int {
        try AdoptionPruning(transaction: self, limit: rows).removeBatches(before: day)
    }
}
