import AirworthyPolicy
import Foundation

extension AdoptionService {
    /// The highest number of predictions that one call looks at.
    private static let mostDue = 100

    /// Stores what installations reported after publications, for each window that is over by now. Call it regularly.
    package func observePredictions() async throws {
        let now = now()
        for window in Prediction.Window.allCases {
            // Not earlier than an hour after the window, because other nodes still store the check-ins of its last minutes.
            let latest = now.addingTimeInterval(-Double(window.hours.upperBound + 1) * 3_600)
            let due = try await store.read { transaction in
                try transaction.predictions(without: window, madeBefore: latest, limit: Self.mostDue).map {
                    prediction in (prediction, try ObservedOutcome(of: prediction, in: window, from: transaction))
                }
            }
            guard !due.isEmpty else { continue }
            try await store.write { transaction in
                for (prediction, observation) in due {
                    try transaction.setObservation(
                        observation.jsonValue.jsonText(), of: prediction.app, revision: prediction.revision,
                        window: window)
                }
            }
            for (prediction, observation) in due {
                stuckShares.note(StuckShare(prediction: prediction, observation: observation), of: prediction.app)
            }
        }
    }
}

/// The reports of installations in a window after a publication.
struct ObservedOutcome: Sendable {
    /// The highest number of rules that are listed.
    private static let mostRules = 50
    /// The highest number of later publications that are looked at.
    private static let mostLater = 200

    /// The version of the policy that was published; 0 if it is not known.
    let policyVersion: Int
    private let rows: [OutcomeRow]
    /// The revision that replaced the published one before the end of the window; `nil` if none did.
    private let replacement: Int?

    /// Reads the reports. If another policy replaced the published one within the window, those of the full hours before it.
    init(of prediction: Prediction, in window: Prediction.Window, from transaction: any ReadTransaction) throws {
        let later = try transaction.manifests(prediction.app, before: nil, limit: Self.mostLater)
            .filter { $0.revision >= prediction.revision }
        policyVersion = later.last { $0.revision == prediction.revision }?.policyVersion ?? 0
        // Only another policy makes the reports those of something else.
        let next = later.last {
            $0.revision > prediction.revision && ($0.cause == .publish || $0.cause == .rollback)
        }
        var hours = prediction.hours(of: window)
        let end = next.map { Int(($0.issuedAt.timeIntervalSince1970 / 3_600).rounded(.down)) }
        replacement = end.flatMap { $0 < hours.upperBound ? next?.revision : nil }
        if let end, replacement != nil { hours = hours.lowerBound..<max(hours.lowerBound, end) }
        rows = hours.isEmpty ? [] : try transaction.outcomes(of: prediction.app, hours: hours)
    }

    /// The number of reports by status.
    var statuses: [String: Int] {
        Dictionary(rows.filter { $0.count.told > 0 }.map { ($0.status, $0.count.told) }, uniquingKeysWith: +)
    }

    var jsonValue: JSONValue {
        let statuses = statuses
        let rules = rows.filter { !$0.rule.isEmpty }.sorted { a, b in
            (b.count.told, a.rule, a.status) < (a.count.told, b.rule, b.status)
        }
        var object: JSONObject = [
            "installations": .of(statuses.values.reduce(0, +)),
            "statuses": .object(
                JSONObject(statuses.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .of($0.value)) })),
            "rules": .array(
                rules.prefix(Self.mostRules).map { row in
                    let steps = row.count.steps
                    return [
                        "rule": .string(row.rule), "status": row.status.isEmpty ? nil : .string(row.status),
                        "count": .of(row.count.told), "shown": .of(steps.shown), "opened": .of(steps.opened),
                        "postponed": .of(steps.postponed), "skipped": .of(steps.skipped), "updated": .of(steps.updated),
                    ]
                }),
        ]
        object["replacedBy"] = replacement.map(JSONValue.of)
        return .object(object)
    }
}
