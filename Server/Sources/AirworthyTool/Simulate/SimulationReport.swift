import AirworthyPolicy

struct SimulationReport {
    let simulation: Simulation
    var style = TerminalStyle.standardOutput

    private var total: Int { simulation.fleet.total }

    var lines: [String] {
        [headline, ""] + statuses.lines + ["", style("By rule", as: .bold)] + rules.lines + unavailable
    }

    private var headline: String {
        let installations = total.counted("installation")
        let blocked = "\(simulation.blocked.percentage(of: total)) would be blocked"
        return "\(style(installations, as: .bold)): \(blocked), "
            + "\(simulation.unavailable.percentage(of: total)) could not update"
    }

    private var statuses: Columns {
        var columns = Columns(numbers: [1, 2])
        for status in Decision.Status.byStrictness {
            let count = simulation.count { $0.status == status }
            columns.add(
                status.rawValue, count.grouped, count.percentage(of: total), count.bar(of: total))
        }
        return columns
    }

    private var rules: Columns {
        var columns = Columns(numbers: [2, 3])
        for (status, rule) in rulesInOrder {
            let count = simulation.count { $0.status == status && $0.rule == rule }
            columns.add(
                rule ?? "no rule", status.rawValue, count.grouped, count.percentage(of: total), count.bar(of: total))
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
            columns.add(
                outcome.rule ?? "no rule", outcome.blocking ? "blocked" : "may carry on", count.grouped,
                count.percentage(of: total), outcome.reason.text)
        }
        return ["", style("Could not update", as: .bold)] + columns.lines
    }

    var jsonValue: JSONValue {
        let statuses = Decision.Status.byStrictness.map { status in
            JSONObject.Member(key: status.rawValue, value: .of(simulation.count { $0.status == status }))
        }
        return [
            "schema": 1,
            "installations": .of(total),
            "rows": .of(simulation.fleet.rows),
            "skippedRows": .of(simulation.fleet.badRows),
            "kinds": .of(simulation.fleet.kinds.count),
            "blocked": .of(simulation.blocked),
            "couldNotUpdate": .of(simulation.unavailable),
            "statuses": .object(JSONObject(statuses)),
            "outcomes": .array(
                simulation.outcomes.map { outcome, count in
                    [
                        "status": .string(outcome.status.rawValue),
                        "rule": .text(outcome.rule),
                        "reason": .string(outcome.reason.rawValue),
                        "blocking": .bool(outcome.blocking),
                        "installations": .of(count),
                    ]
                }),
        ]
    }
}
