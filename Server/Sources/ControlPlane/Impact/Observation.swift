import AirworthyPolicy
import Foundation

extension AdoptionService {
    /// The highest number of predictions that one call looks at.
    private static let mostDue = 100

    /// Stores what installations reported after publications, for each window that is over by now. Call it regularly.
    /// - Throws: ``StoreError``.
    package func observePredictions() async throws {
        let now = now()
        for window in Prediction.Window.allCases {
            // Not earlier than an hour after the window, because other nodes still store the check-ins of its last minutes.
            let latest = now.addingTimeInterval(-Double(window.hours.upperBound + 1) * 3_600)
            let due = try await store.read { transaction in
                try transaction.predictions(without: window, madeBefore: latest, limit: Self.mostDue).map {
                    prediction in
                    let rows = try transaction.outcomes(of: prediction.app, hours: prediction.hours(of: window))
                    return (prediction, Observation(rows: rows).jsonValue.jsonText())
                }
            }
            guard !due.isEmpty else { continue }
            try await store.write { transaction in
                for (prediction, text) in due {
                    try transaction.setObservation(
                        text, of: prediction.app, revision: prediction.revision, window: window)
                }
            }
        }
    }
}

/// What installations reported in some hours.
private struct Observation {
    /// The highest number of rules that are listed.
    private static let mostRules = 50

    let rows: [OutcomeRow]

    var jsonValue: JSONValue {
        var statuses: [String: Int] = [:]
        for row in rows where row.count.told > 0 { statuses[row.status, default: 0] += row.count.told }
        let rules = rows.filter { !$0.rule.isEmpty }.sorted { a, b in
            (b.count.told, a.rule, a.status) < (a.count.told, b.rule, b.status)
        }
        return [
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
    }
}
