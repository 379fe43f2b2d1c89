import AirworthyPolicy
import ControlPlane

/// The output of `diff`.
struct DiffReport {
    let diff: PolicyDiff
    /// The installations whose decision changes, if they were counted.
    let fleet: FleetDiff?
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        let parts = PolicyDiffText(diff: jsonValue, style: style).lines
        return (parts.isEmpty ? ["no difference"] : parts) + fleetLines
    }

    private var fleetLines: [String] {
        guard let fleet else { return [] }
        let total = fleet.fleet.total
        var columns = Columns(numbers: [3, 4])
        for (change, count) in fleet.changes {
            columns.add(
                change.old.text, "→", change.new.text, count.grouped, count.percentage(of: total), count.bar(of: total))
        }
        let share = "\(fleet.changed.grouped) of \(total.grouped) installations"
        return ["", style("Changed decisions: ", as: .bold) + share + " (\(fleet.changed.percentage(of: total)))"]
            + columns.lines
    }

    var jsonValue: JSONValue {
        var object = diff.jsonValue.objectValue ?? JSONObject()
        if let fleet {
            object["installations"] = .count(fleet.fleet.total)
            object["changed"] = .count(fleet.changed)
            object["moves"] = .array(
                fleet.changes.map { change, count in
                    ["from": change.old.json, "to": change.new.json, "installations": .count(count)]
                })
        }
        return .object(object)
    }
}
