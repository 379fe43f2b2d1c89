import AirworthyPolicy
import ControlPlane

/// What differs, for people and for scripts.
struct DiffReport {
    let diff: PolicyDiff
    let fleet: FleetDiff?
    let style: TerminalStyle

    var lines: [String] {
        let parts = DiffText(diff: jsonValue, style: style).lines
        return (parts.isEmpty ? ["no difference"] : parts) + fleetLines
    }

    private var fleetLines: [String] {
        guard let fleet else { return [] }
        let total = fleet.fleet.total
        var columns = Columns(numbers: [3, 4])
        for (move, count) in fleet.moves {
            columns.add(
                move.old.text, "→", move.new.text, Share.grouped(count), Share.percent(count, of: total),
                Share.bar(count, of: total))
        }
        let share = "\(Share.grouped(fleet.moved)) of \(Share.grouped(total)) installations"
        return ["", style("Who changes sides: ", .bold) + share + " (\(Share.percent(fleet.moved, of: total)))"]
            + columns.lines
    }

    /// The same for scripts.
    var jsonValue: JSONValue {
        var object = diff.jsonValue.objectValue ?? JSONObject()
        if let fleet {
            object["installations"] = .count(fleet.fleet.total)
            object["changeSides"] = .count(fleet.moved)
            object["moves"] = .array(
                fleet.moves.map { move, count in
                    ["from": Self.json(move.old), "to": Self.json(move.new), "installations": .count(count)]
                })
        }
        return .object(object)
    }

    private static func json(_ side: FleetDiff.Side) -> JSONValue {
        ["status": .string(side.status.rawValue), "rule": side.rule.map(JSONValue.string) ?? .null]
    }
}
