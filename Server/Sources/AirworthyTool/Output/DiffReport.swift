import AirworthyPolicy
import ControlPlane

/// What differs, for people and for scripts.
struct DiffReport {
    let diff: PolicyDiff
    let fleet: FleetDiff?
    let style: TerminalStyle

    var lines: [String] {
        let parts =
            section("Manifest", diff.manifest.map(change)) + section("Policy", diff.policy.map(change))
            + section("Rules", diff.rules.flatMap(entry)) + section("Features", diff.features.flatMap(entry))
            + section("Releases", diff.catalog.flatMap(entry))
        return (parts.isEmpty ? ["no difference"] : parts) + fleetLines
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [style(title, .bold)] + lines.map { "  " + $0 }
    }

    private func entry(_ entry: PolicyDiff.Entry) -> [String] {
        let name = entry.name.printable
        switch entry.kind {
        case .added(let value): return [style("+ \(name)", .green)] + members(value)
        case .removed: return [style("- \(name)", .red)]
        case .altered(let moved, let changes):
            let place = moved.map { "  moved from place \($0.from) to \($0.to)" } ?? ""
            return [style("~ \(name)", .yellow) + place] + changes.map { "    " + change($0) }
        }
    }

    private func members(_ value: JSONValue) -> [String] {
        (value.objectValue?.members ?? []).filter { $0.key != "id" }.map {
            "    \($0.key): \(text($0.value))".printable
        }
    }

    private func change(_ change: PolicyDiff.Change) -> String {
        "\(change.key): \(text(change.old)) → \(text(change.new))".printable
    }

    private func text(_ value: JSONValue?) -> String {
        guard let value else { return "(none)" }
        return value.stringValue ?? value.jsonText()
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
