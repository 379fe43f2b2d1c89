import AirworthyPolicy

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
        lines.isEmpty ? [] : [style(title, as: .bold)] + lines.map { "  " + $0 }
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
