import AirworthyPolicy
import Synchronization

/// The share of installations that are told to update and cannot, as predicted for a publication and as reported after it.
package struct StuckShare: Hashable, Sendable {
    /// The lowest number of reports that say something about a share.
    private static let fewestReports = 50

    package let revision: Int
    package let policyVersion: Int
    /// The predicted share, 0 to 1.
    package let predicted: Double
    /// The share of the reports, 0 to 1.
    package let reported: Double

    /// Compares a prediction with the reports of a window; `nil` if there are too few.
    ///
    /// A report has no reason, so those that only wait for the release to be out for long enough are in both shares.
    init?(prediction: Prediction, observation: ObservedOutcome) {
        let statuses = observation.statuses
        let reports = statuses.values.reduce(0, +)
        guard reports >= Self.fewestReports, let impact = JSONValue(stored: prediction.impact),
            let installations = impact["installations"]?.intValue, installations > 0
        else { return nil }
        let unavailable = Decision.Status.requiredUnavailable.rawValue
        let stuck = (impact["matrix"]?.arrayValue ?? []).filter { $0["to"]?.stringValue == unavailable }
            .reduce(0) { $0 + ($1["count"]?.intValue ?? 0) }
        revision = prediction.revision
        policyVersion = observation.policyVersion
        predicted = Double(stuck) / Double(installations)
        reported = Double(statuses[unavailable] ?? 0) / Double(reports)
    }
}

/// The newest comparison of each app, for the metrics of this server.
package final class StuckShares: Sendable {
    private let shares = Mutex<[String: StuckShare]>([:])

    package init() {}

    /// Returns the newest comparison of an app, if it is of the policy in force; `nil` otherwise.
    package func share(of app: ServedApp) -> StuckShare? {
        guard case .live(let head) = app.state, let share = shares.withLock({ $0[app.app.slug] }),
            share.policyVersion == head.policyVersion
        else { return nil }
        return share
    }

    func forget(_ app: String) { shares.withLock { $0[app] = nil } }

    func note(_ share: StuckShare?, of app: String) {
        guard let share else { return }
        shares.withLock { shares in
            if shares[app].map({ $0.revision <= share.revision }) ?? true { shares[app] = share }
        }
    }
}
