import ControlPlane

/// The columns of a chart over some days: the days, or weeks where days would be too many to read.
struct TimeColumns: Sendable {
    private static let mostDays = 90
    private static let week = 7

    let labels: [String]
    /// The days of a number in words, such as `on each of the last 28 days`.
    let period: String
    /// Whether a column is a week.
    let areWeeks: Bool
    private let first: UTCDay
    /// The days of each column. The first week may be a shorter one.
    private let lengths: [Int]

    init(of activity: AdoptionActivity) {
        first = activity.firstDay
        let days = activity.days
        areWeeks = days > Self.mostDays
        period =
            areWeeks
            ? "on an average day of each week, over the last \(days) days" : "on each of the last \(days) days"
        if areWeeks {
            let rest = days % Self.week
            lengths = (rest > 0 ? [rest] : []) + Array(repeating: Self.week, count: days / Self.week)
        } else {
            lengths = Array(repeating: 1, count: days)
        }
        var day = activity.firstDay
        var labels: [String] = []
        for length in lengths {
            labels.append(areWeeks ? Moment.text(day.start, withTime: false) : Moment.day(day.start))
            day = day.adding(days: length)
        }
        self.labels = labels
    }

    /// Returns the number of each column: the sum of a day, or the average of the days of a week.
    func values(_ counts: some Sequence<(day: UTCDay, count: Int)>) -> [Int] {
        var sums = lengths.map { _ in 0 }
        for (day, count) in counts {
            if let column = column(of: day) { sums[column] += count }
        }
        return zip(sums, lengths).map { sum, length in Int((Double(sum) / Double(length)).rounded(.up)) }
    }

    /// Returns the publications of policies, newest first, that are in the chart.
    func marks(of policies: [PolicySummary]) -> [AreaChart.Mark] {
        policies.compactMap { policy in
            column(of: UTCDay(policy.createdAt)).map { AreaChart.Mark(day: $0, name: "policy \(policy.version)") }
        }
    }

    /// The column of a day; `nil` for a day outside of the chart.
    private func column(of day: UTCDay) -> Int? {
        let offset = first.distance(to: day)
        guard areWeeks else { return lengths.indices.contains(offset) ? offset : nil }
        guard offset >= 0 else { return nil }
        let column = offset < lengths[0] ? 0 : 1 + (offset - lengths[0]) / Self.week
        return column < lengths.count ? column : nil
    }
}

/// Numbers beside each other as horizontal bars.
struct Bars: Sendable {
    /// A bar with its label.
    struct Bar: Sendable {
        let label: String
        let value: String
        /// The part of the whole, such as `9.5 %`.
        let share: String
        /// The length in percent of the longest.
        let length: String
        /// The class that gives the colour, such as `bad`; empty for the usual one.
        let style: String
        /// Where a press leads; `nil` for nowhere.
        let path: String?
    }

    let bars: [Bar]

    /// Creates bars in this order. `whole` is the number that shares are parts of.
    init(_ numbers: [(label: String, number: Int, style: String, path: String?)], of whole: Int) {
        let longest = max(1, numbers.map(\.number).max() ?? 1)
        bars = numbers.map { item in
            // A number that is not zero can be seen.
            let length = item.number == 0 ? 0 : max(0.5, Double(item.number) / Double(longest) * 100)
            return Bar(
                label: item.label, value: Figure.whole(item.number), share: Figure.share(item.number, of: whole),
                length: Figure.rounded(length, places: 1), style: item.style, path: item.path)
        }
    }
}
