import ControlPlane
import Foundation

/// The chart of active installations by version.
enum VersionChart {
    /// Creates the chart: the most used version at the bottom.
    static func chart(of activity: AdoptionActivity) -> AreaChart {
        let columns = TimeColumns(of: activity)
        let byVersion = Dictionary(grouping: activity.versions) { $0.version.isEmpty ? "unknown" : $0.version }
            .mapValues { rows in columns.values(rows.map { (day: $0.day, count: $0.count) }) }
        let used = byVersion.filter { $0.value.contains { $0 > 0 } }.sorted { a, b in
            let (a1, b1) = (a.value.reduce(0, +), b.value.reduce(0, +))
            return a1 == b1 ? a.key < b.key : a1 > b1
        }
        let time =
            columns.areWeeks
            ? "on an average day of each week, over the last \(activity.days) days"
            : "on each of the last \(activity.days) days"
        return AreaChart(
            title: "Installations by version",
            sentence: "Installations that were active \(time), by the version they had.", days: columns.labels,
            series: used.map { AreaChart.Series(name: $0.key, values: $0.value) })
    }
}
