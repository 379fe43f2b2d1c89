import AirworthyPolicy
import ControlPlane

/// The check-ins a day by version: from which versions installations move to which.
struct CheckInsReport {
    /// The most days to show.
    static let mostDays = 14
    private static let mostVersions = 5
    /// The number of newest versions that are shown even if they are rare, as a release is in its first hour.
    private static let newestVersions = 2
    private static let width = 80

    /// The days, newest first, back to the first one with check-ins.
    private let days: [UTCDay]
    /// The check-ins of each day by version.
    private let counts: [UTCDay: [String: Int]]
    private let newest: [String]
    private let mostFrequent: [String]
    var style = TerminalStyle.standardOutput

    /// Reads the server's answer about a number of days, the current one included.
    init(_ answer: JSONValue, days: Int) {
        var counts: [UTCDay: [String: Int]] = [:]
        var sums: [String: Int] = [:]
        let today = answer["asOf"]?.stringValue.flatMap { Timestamp.parse($0) }.map { UTCDay($0) }
        for entry in answer["versions"]?.arrayValue ?? [] {
            guard let today, let day = entry["day"]?.stringValue.flatMap({ UTCDay($0) }),
                (today.adding(days: 1 - days)...today).contains(day), let count = entry["count"]?.intValue, count > 0
            else { continue }
            let version = entry["version"]?.stringValue ?? ""
            counts[day, default: [:]][version] = (counts[day]?[version] ?? 0).adding(count: count)
            sums[version] = sums[version, default: 0].adding(count: count)
        }
        self.counts = counts
        self.days = today.flatMap { today in counts.keys.min().map { ($0...today).reversed() } } ?? []
        // Without a version: those of rare versions together.
        sums[""] = nil
        let newest = sums.keys.sorted().sorted { $0.isNewerVersion(than: $1) }
        mostFrequent = newest.sorted { sums[$0, default: 0] > sums[$1, default: 0] }
        self.newest = newest
    }

    /// A table of days and versions, newest first, as many as fit on a terminal; empty without check-ins.
    var lines: [String] {
        guard !days.isEmpty else { return [] }
        let most = min(Self.mostVersions, mostFrequent.count)
        let fitting = (0...most).last { columns in
            table(of: columns).lines(style: .plain, whenEmpty: "").allSatisfy { $0.count <= Self.width }
        }
        return ["", "Check-ins a day (UTC)"] + table(of: fitting ?? 0).lines(style: style, whenEmpty: "")
    }

    private func table(of columns: Int) -> Table {
        let versions = shown(columns)
        let rows = days.map { day in
            let counts = counts[day, default: [:]]
            let others = counts.filter { !versions.contains($0.key) }
            return versions.map { counts[$0, default: 0] } + [others.values.reduce(0) { $0.adding(count: $1) }]
        }
        let hasOthers = rows.contains { $0.last != 0 }
        var table = Table(["DAY"] + versions + (hasOthers ? ["OTHERS"] : []), numbers: Set(1...columns + 1))
        for (day, row) in zip(days, rows) {
            table.add([day.text] + (hasOthers ? row : row.dropLast()).map(\.grouped))
        }
        return table
    }

    /// The versions that have a column, newest first.
    private func shown(_ columns: Int) -> [String] {
        let newest = newest.prefix(max(0, min(Self.newestVersions, columns - 1)))
        let others = mostFrequent.filter { !newest.contains($0) }.prefix(columns - newest.count)
        return (newest + others).sorted { $0.isNewerVersion(than: $1) }
    }
}
