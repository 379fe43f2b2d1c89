import AirworthyPolicy
import ControlPlane

/// The steps that installations took towards an update, for one rule.
struct RuleFunnel: Sendable {
    let rule: String
    let told: String
    /// Shown, opened the store, came back updated.
    let steps: Bars
    let postponed: String
    let skipped: String

    /// Returns the funnels of the rules with steps, the one that was shown most often first.
    static func all(of activity: AdoptionActivity) -> [RuleFunnel] {
        var sums: [String: AdoptionCounts.OutcomeCount] = [:]
        for row in activity.outcomes where !row.rule.isEmpty {
            sums[row.rule, default: .init()].add(row.count)
        }
        return sums.filter { $0.value.steps != CheckIn.Steps() }.sorted { a, b in
            a.value.steps.shown == b.value.steps.shown ? a.key < b.key : a.value.steps.shown > b.value.steps.shown
        }.map { RuleFunnel(rule: $0.key, told: $0.value.told, steps: $0.value.steps) }
    }

    private init(rule: String, told: Int, steps: CheckIn.Steps) {
        self.rule = rule == AdoptionLimit.otherRule ? "rare rules together" : rule
        self.told = Figure.whole(told)
        self.steps = Bars(
            [
                ("Prompt or gate shown", steps.shown, "", nil), ("Store opened", steps.opened, "", nil),
                ("Came back updated", steps.updated, "good", nil),
            ], of: steps.shown)
        postponed = Figure.whole(steps.postponed)
        skipped = Figure.whole(steps.skipped)
    }
}

/// The chart of what installations reported that they were told.
enum DecisionChart {
    /// Creates the chart: those who may carry on at the bottom.
    static func chart(of activity: AdoptionActivity, policies: [PolicySummary] = []) -> AreaChart {
        let columns = TimeColumns(of: activity)
        let reports = activity.outcomes.filter { !$0.status.isEmpty && $0.told > 0 }
        let byStatus = Dictionary(grouping: reports, by: \.status)
        let known = Decision.Status.allCases.map(\.rawValue)
        let statuses = known.filter { byStatus[$0] != nil } + byStatus.keys.filter { !known.contains($0) }.sorted()
        return AreaChart(
            title: "What installations were told",
            sentence:
                "Check-ins that reported a decision \(columns.period), by the decision. An installation reports at most once a day, and after an update.",
            days: columns.labels,
            series: statuses.map { status in
                let rows = (byStatus[status] ?? []).map { (day: $0.day, count: $0.told) }
                let known = Decision.Status(rawValue: status)
                return AreaChart.Series(
                    name: known?.label ?? status, values: columns.values(rows),
                    style: known.map(style))
            }, marks: columns.marks(of: policies))
    }

    /// The colours that decisions have elsewhere.
    private static func style(of status: Decision.Status) -> String {
        switch status {
        case .ok: "carry-on"
        case .recommended: "should"
        case .required: "must"
        case .requiredUnavailable: "cannot"
        case .maintenance: "paused"
        }
    }
}
