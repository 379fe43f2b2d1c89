import AirworthyPolicy

/// What a fleet would be told, as tables.
struct SimulationReport {
    let simulation: Simulation
    let style: TerminalStyle

    private var total: Int { simulation.fleet.total }

    var lines: [String] {
        [headline, ""] + statuses.lines + ["", style("By rule", .bold)] + rules.lines + unavailable
    }

    private var headline: String {
        let installations = "\(Share.grouped(total)) installation\(total == 1 ? "" : "s")"
        let blocked = "\(Share.percent(simulation.blocked, of: total)) would be blocked"
        return "\(style(installations, .bold)): \(blocked), "
            + "\(Share.percent(simulation.unavailable, of: total)) could not update"
    }

    private var statuses: Columns {
        var columns = Columns(numbers: [1, 2])
        for status in Decision.Status.byStrength {
            let count = simulation.count { $0.status == status }
            columns.add(
                status.rawValue, Share.grouped(count), Share.percent(count, of: total), Share.bar(count, of: total))
        }
        return columns
    }

    private var rules: Columns {
        var columns = Columns(numbers: [2, 3])
        for (status, rule) in rulesInOrder {
            let count = simulation.count { $0.status == status && $0.rule == rule }
            columns.add(
                rule ?? "no rule", status.rawValue, Share.grouped(count), Share.percent(count, of: total),
                Share.bar(count, of: total))
        }
        return columns
    }

    private var rulesInOrder: [(Decision.Status, String?)] {
        var seen: Set<String> = []
        return simulation.outcomes.compactMap { outcome, _ in
            seen.insert("\(outcome.status) \(outcome.rule ?? "")").inserted ? (outcome.status, outcome.rule) : nil
        }
    }

    private var unavailable: [String] {
        let cases = simulation.outcomes.filter { $0.outcome.status == .requiredUnavailable }
        guard !cases.isEmpty else { return [] }
        var columns = Columns(numbers: [2, 3])
        for (outcome, count) in cases {
            let reason = outcome.reason.explanation.map { "\(outcome.reason): \($0)" } ?? outcome.reason.rawValue
            columns.add(
                outcome.rule ?? "no rule", outcome.blocking ? "blocked" : "may carry on", Share.grouped(count),
                Share.percent(count, of: total), reason)
        }
        return ["", style("Could not update", .bold)] + columns.lines
    }

    /// The same for scripts.
    var jsonValue: JSONValue {
        let statuses = Decision.Status.byStrength.map { status in
            JSONObject.Member(key: status.rawValue, value: .count(simulation.count { $0.status == status }))
        }
        return [
            "schema": 1,
            "installations": .count(total),
            "rows": .count(simulation.fleet.rows),
            "skippedRows": .count(simulation.fleet.badRows),
            "kinds": .count(simulation.fleet.kinds.count),
            "blocked": .count(simulation.blocked),
            "couldNotUpdate": .count(simulation.unavailable),
            "statuses": .object(JSONObject(statuses)),
            "outcomes": .array(
                simulation.outcomes.map { outcome, count in
                    [
                        "status": .string(outcome.status.rawValue),
                        "rule": outcome.rule.map(JSONValue.string) ?? .null,
                        "reason": .string(outcome.reason.rawValue),
                        "blocking": .bool(outcome.blocking),
                        "installations": .count(count),
                    ]
                }),
        ]
    }
}

extension JSONValue {
    static func count(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }
}
