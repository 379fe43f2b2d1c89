import ControlPlane

/// The columns of a chart over some days: the days, or weeks where days would be too many to read.
struct TimeColumns: Sendable {
    private static let mostDays = 90
    private static let week = 7

    /// The label of each column.
    let labels: [String]
    /// Whether a column is a week.
    let areWeeks: Bool
    private let first: UTCDay
    /// The days of each column. The first week may be a shorter one.
    private let lengths: [Int]

    init(of activity: AdoptionActivity) {
        first = activity.firstDay
        let days = activity.days
        areWeeks = days > Self.mostDays
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

    /// The column of a day; `nil` for a day outside of the chart.
    private func column(of day: UTCDay) -> Int? {
        let offset = first.distance(to: day)
        guard areWeeks else { return lengths.indices.contains(offset) ? offset : nil }
        guard offset >= 0 else { return nil }
        let column = offset < lengths[0] ? 0 : 1 + (offset - lengths[0]) / Self.week
        return column < lengths.count ? column : nil
    }
}
