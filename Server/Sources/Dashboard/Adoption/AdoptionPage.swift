import AirworthyPolicy
import AirworthySupport
import ControlPlane
import Foundation

extension Dashboard {
    /// The number of policies whose publication charts show.
    static let markedPolicies = 50
    /// The numbers of days that the page of adoption can show.
    static let adoptionDays = [7, AdoptionLimit.usualDays, 90, AdoptionLimit.days]

    var adoptionRoutes: [PageRoute] {
        [
            .page("/apps/{app}/adoption", hasAdminRoute: true) { request in
                let served = try plane.served.app(request.app)
                let asked = request.query["days"].flatMap { Int($0) }
                let days = asked.flatMap { Self.adoptionDays.contains($0) ? $0 : nil } ?? AdoptionLimit.usualDays
                let activity = try await plane.adoption.activity(request.app, days: days)
                if let table = request.query["csv"].flatMap({ AdoptionTable(rawValue: $0) }) {
                    return table.file(of: activity, app: request.app)
                }
                let policies = try await plane.history.policies(request.app, before: nil, limit: Self.markedPolicies)
                return try page(
                    AdoptionModel(served.app, activity: activity, policies: policies), at: .adoption, of: served.app,
                    for: request)
            }
        ]
    }
}

/// A table of check-ins as a file.
enum AdoptionTable: String, Sendable {
    case versions, outcomes

    /// Returns the file with the numbers of each day, not summed up.
    func file(of activity: AdoptionActivity, app: String) -> PageAnswer {
        let text: String
        switch self {
        case .versions:
            text = CSVText.file(
                ["day", "version", "channel", "active"],
                rows: activity.versions.lazy.map { [$0.day.text, $0.version, $0.channel, String($0.count)] })
        case .outcomes:
            text = CSVText.file(
                ["day", "rule", "status"] + AdoptionCounts.OutcomeCount.names,
                rows: activity.outcomes.lazy.map { row in
                    [row.day.text, row.rule, row.status] + row.count.numbers.map { String($0) }
                })
        }
        return .file(
            name: "\(app)-\(rawValue)-\(activity.days)-days.csv", contentType: "text/csv; charset=utf-8", text: text)
    }
}

/// The content of the page of an app's adoption.
struct AdoptionModel: Sendable {
    /// A number of days to choose.
    struct Period: Sendable {
        let name: String
        let path: String
        let isCurrent: Bool
    }

    let slug: String
    let days: Int
    let daysUntilUpdate = CheckInLimits.daysUntilUpdate
    let periods: [Period]
    let isEmpty: Bool
    let versions: AreaChart
    let decisions: AreaChart
    let funnels: [RuleFunnel]
    /// How many rules are not shown.
    let otherRules: String?
    let versionsFile: String
    let outcomesFile: String

    /// The rules that the page shows. The file has all.
    private static let mostRules = 20

    init(_ app: App, activity: AdoptionActivity, policies: [PolicySummary] = []) {
        slug = app.slug
        days = activity.days
        let path = Place.adoption.path(of: app.slug)
        periods = Dashboard.adoptionDays.map { days in
            Period(name: "\(days) days", path: "\(path)?days=\(days)", isCurrent: days == activity.days)
        }
        versionsFile = "\(path)?days=\(activity.days)&csv=\(AdoptionTable.versions.rawValue)"
        outcomesFile = "\(path)?days=\(activity.days)&csv=\(AdoptionTable.outcomes.rawValue)"
        isEmpty = activity.versions.isEmpty && activity.outcomes.isEmpty
        versions = VersionChart.chart(of: activity, policies: policies)
        decisions = DecisionChart.chart(of: activity, policies: policies)
        let all = RuleFunnel.all(of: activity)
        funnels = Array(all.prefix(Self.mostRules))
        otherRules =
            all.count > Self.mostRules
            ? Figure.count(
                all.count - Self.mostRules, "rule with fewer prompts is", plural: "rules with fewer prompts are")
            : nil
    }
}
