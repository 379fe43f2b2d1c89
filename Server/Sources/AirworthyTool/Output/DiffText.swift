import AirworthyPolicy

/// A difference of two policies as people read it, made from its JSON form: that of this tool and that of the server
/// are the same.
struct DiffText {
    let diff: JSONValue
    let style: TerminalStyle

    /// Nothing if there is no difference.
    var lines: [String] {
        section("Manifest", changes("manifest")) + section("Policy", changes("policy"))
            + section("Rules", entries("rules")) + section("Features", entries("features"))
            + section("Releases", entries("releases"))
    }

    private func section(_ title: String, _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : [style(title, .bold)] + lines.map { "  " + $0 }
    }

    private func changes(_ key: String) -> [String] { (diff[key]?.arrayValue ?? []).map(change) }

    private func entries(_ key: String) -> [String] { (diff[key]?.arrayValue ?? []).flatMap(entry) }

    private func entry(_ entry: JSONValue) -> [String] {
        let name = (entry["id"]?.stringValue ?? "").printable
        switch entry["change"]?.stringValue {
        case "added": return [style("+ \(name)", .green)] + members(entry["new"])
        case "removed": return [style("- \(name)", .red)]
        default:
            let place = moved(entry["moved"]).map { "  moved from place \($0.from) to \($0.to)" } ?? ""
            let changes = entry["changes"]?.arrayValue ?? []
            return [style("~ \(name)", .yellow) + place] + changes.map { "    " + change($0) }
        }
    }

    private func moved(_ value: JSONValue?) -> (from: Int, to: Int)? {
        guard let from = value?["from"]?.intValue, let to = value?["to"]?.intValue else { return nil }
        return (from, to)
    }

    private func members(_ value: JSONValue?) -> [String] {
        (value?.objectValue?.members ?? []).filter { $0.key != "id" }.map {
            "    \($0.key): \(text($0.value))".printable
        }
    }

    private func change(_ change: JSONValue) -> String {
        "\(change["key"]?.stringValue ?? ""): \(text(change["old"])) → \(text(change["new"]))".printable
    }

    private func text(_ value: JSONValue?) -> String {
        guard let value, value != .null else { return "(none)" }
        return value.stringValue ?? value.jsonText()
    }
}
