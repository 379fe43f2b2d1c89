package import Foundation

/// The check-ins of an app by day.
package struct AdoptionActivity: Hashable, Sendable {
    /// The number of days, the current one included.
    package let days: Int
    /// The date of reading.
    package let asOf: Date
    /// The active installations by day, version and channel; by day, on each day the highest number first.
    package let versions: [DailyCount]
    /// The reports by day, rule and status; by day, on each day the most frequent first.
    package let outcomes: [DailyOutcome]

    /// Creates the check-ins of some days; see the properties.
    package init(days: Int, asOf: Date, versions: [DailyCount], outcomes: [DailyOutcome]) {
        self.days = days
        self.asOf = asOf
        self.versions = versions
        self.outcomes = outcomes
    }

    /// The current day, the last one of the charts.
    package var today: UTCDay { UTCDay(asOf) }
    package var firstDay: UTCDay { today.adding(days: 1 - days) }
}

extension AdoptionService {
    /// Returns the stored check-ins of an app by day, for a number of days in ``chartDays``. Those of an import are
    /// left out, because they have no days.
    package func activity(_ app: String, days: Int) async throws -> AdoptionActivity {
        let (now, known) = (now(), known(app))
        let days = min(max(days, Self.chartDays.lowerBound), Self.chartDays.upperBound)
        let first = UTCDay(now).adding(days: 1 - days)
        return try await store.read(of: app) { transaction in
            AdoptionActivity(
                days: days, asOf: now, versions: known.spelled(try transaction.dailyVersions(of: app, since: first)),
                outcomes: try transaction.dailyOutcomes(of: app, since: first))
        }
    }

    /// Returns how many installations of an app were active on each day, the current one last, for a number of days in
    /// ``chartDays``. Those of an import are left out, because they have no days.
    package func activeInstallations(_ app: String, days: Int) async throws -> [Int] {
        let activity = AdoptionActivity(
            days: min(max(days, Self.chartDays.lowerBound), Self.chartDays.upperBound), asOf: now(), versions: [],
            outcomes: [])
        let first = activity.firstDay
        var counts = Array(repeating: 0, count: activity.days)
        for row in try await store.read(of: app, { try $0.dailyVersions(of: app, since: first) }) {
            let day = first.distance(to: row.day)
            if counts.indices.contains(day) { counts[day] += row.count }
        }
        return counts
    }

    /// Adds up the check-ins of past days by version and rule, so that ``activity(_:days:)`` reads a few rows for each
    /// day instead of one for each cell. Call it daily, again until it returns `true`: then all past days of all apps
    /// are done. Each call does at most `limit` days, of all apps together.
    package func summarize(atMost limit: Int = 64) async throws -> Bool {
        // The days of which no more check-ins are accepted.
        let end = acceptedDays.lowerBound
        var rest = limit
        for app in try await store.read({ try $0.apps().map(\.slug) }) {
            let days = try await store.read { try $0.daysWithoutSummary(of: app, before: end) }
            // A transaction for each day, because an app may have 22,000 cells on it.
            for day in days.prefix(rest) {
                try await store.write { try $0.summarizeCheckIns(of: app, on: [day]) }
            }
            guard days.count <= rest else { return false }
            rest -= days.count
        }
        return true
    }
}
