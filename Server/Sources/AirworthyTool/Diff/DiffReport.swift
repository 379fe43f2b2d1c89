import AirworthyPolicy
import ControlPlane
import Foundation

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
            object["installations"] = .of(fleet.fleet.total)
            object["changed"] = .of(fleet.changed)
            object["moves"] = .array(
                fleet.changes.map { change, count in
                    ["from": change.old.json, "to": change.new.json, "installations": .of(count)]
                })
        }
        return .object(object)
    }
}

/// The installations of a fleet whose decision changes with a new policy.
struct FleetDiff {
    /// The status of a decision and the rule that caused it.
    struct Outcome: Hashable {
        private let status: Decision.Status
        private let rule: String?

        fileprivate init(_ decision: Decision) {
            status = decision.status
            rule = decision.rule
        }

        var text: String { rule.map { "\(status.rawValue) (\($0))" } ?? status.rawValue }
        var json: JSONValue { ["status": .string(status.rawValue), "rule": .text(rule)] }
    }

    struct Change: Hashable {
        let old: Outcome
        let new: Outcome
    }

    /// The number of installations for each change, the highest first.
    let changes: [(change: Change, count: Int)]
    let fleet: Fleet

    /// - Complexity: Two decisions for each kind of installation.
    init(from old: Manifest, to new: Manifest, fleet: Fleet, at now: Date) {
        let (old, new) = (PreparedManifest(old), PreparedManifest(new))
        var counts: [Change: Int] = [:]
        for kind in fleet.kinds where kind.count > 0 {
            let before = Outcome(decide(old, for: kind.installation, at: now))
            let after = Outcome(decide(new, for: kind.installation, at: now))
            if before != after { counts[Change(old: before, new: after), default: 0] += kind.count }
        }
        self.fleet = fleet
        changes = counts.map { ($0.key, $0.value) }.sorted { a, b in
            (b.count, a.change.old.text, a.change.new.text) < (a.count, b.change.old.text, b.change.new.text)
        }
    }

    var changed: Int { changes.reduce(0) { $0 + $1.count } }
}

/// The text of a difference between two policies, as `diff` and `publish` print it, made from its JSON form. The server and this tool use the same form.
struct PolicyDiffText {
    let diff: JSONValue
    let style: TerminalStyle

    /// The lines; empty if there is no difference.
    var lines: [String] {
        section("Manifest", lines: changes("manifest")) + section("Policy", lines: changes("policy"))
            + section("Rules", lines: entries("rules")) + section("Features", lines: entries("features"))
            + section("Releases", lines: entries("releases")) + omission
    }

    /// The line for the differences that the server left out.
    private var omission: [String] {
        guard let omitted = diff["omitted"]?.intValue, omitted > 0 else { return [] }
        return ["… and \(omitted.grouped) more"]
    }

    private func section(_ title: String, lines: [String]) -> [String] {
        style.section(title, lines: lines.map { "  " + $0 })
    }

    private func changes(_ key: String) -> [String] { (diff[key]?.arrayValue ?? []).map(line(for:)) }

    private func entries(_ key: String) -> [String] { (diff[key]?.arrayValue ?? []).flatMap(lines(forEntry:)) }

    private func lines(forEntry entry: JSONValue) -> [String] {
        let name = (entry["id"]?.stringValue ?? "").printable
        switch entry["change"]?.stringValue {
        case "added": return [style("+ \(name)", as: .green)] + members(of: entry["new"])
        case "removed": return [style("- \(name)", as: .red)]
        default:
            let changes = entry["changes"]?.arrayValue ?? []
            return [style("~ \(name)", as: .yellow) + move(entry["moved"])] + changes.map { "    " + line(for: $0) }
        }
    }

    private func move(_ value: JSONValue?) -> String {
        guard let from = value?["from"]?.intValue, let to = value?["to"]?.intValue else { return "" }
        return "  moved from place \(from) to \(to)"
    }

    private func members(of value: JSONValue?) -> [String] {
        (value?.objectValue?.members ?? []).filter { $0.key != "id" }.map {
            "    \($0.key): \(text($0.value))".printable
        }
    }

    private func line(for change: JSONValue) -> String {
        "\(change["key"]?.stringValue ?? ""): \(text(change["old"])) → \(text(change["new"]))".printable
    }

    private func text(_ value: JSONValue?) -> String {
        guard let value, value != .null else { return "(none)" }
        return value.stringValue ?? value.jsonText()
    }
}
