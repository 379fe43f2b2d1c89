import AirworthyPolicy
import ControlPlane

/// The chart of what installations reported that they were told.
enum DecisionChart {
    /// Creates the chart: those who may carry on at the bottom.
    static func chart(of activity: AdoptionActivity) -> AreaChart {
        let columns = TimeColumns(of: activity)
        let reports = activity.outcomes.filter { !$0.status.isEmpty && $0.told > 0 }
        let byStatus = Dictionary(grouping: reports, by: \.status)
        let known = Decision.Status.allCases.map(\.rawValue)
        let statuses = known.filter { byStatus[$0] != nil } + byStatus.keys.filter { !known.contains($0) }.sorted()
        let time =
            columns.areWeeks
            ? "on an average day of each week, over the last \(activity.days) days"
            : "on each of the last \(activity.days) days"
        return AreaChart(
            title: "What installations were told",
            sentence:
                "Check-ins that reported a decision \(time), by the decision. An installation reports at most once a day, and after an update.",
            days: columns.labels,
            series: statuses.map { status in
                let rows = (byStatus[status] ?? []).map { (day: $0.day, count: $0.told) }
                let name = Decision.Status(rawValue: status).map { Words.capitalized($0.words) } ?? status
                return AreaChart.Series(name: name, values: columns.values(rows))
            })
    }
}
