import AirworthyPolicy

/// The output of `explain`, from the server's answer.
struct ExplanationReport {
    let json: JSONValue
    var style = TerminalStyle.standardOutput

    var lines: [String] {
        let sections = [
            [style(text("sentence"), as: .bold)], texts("report"), firstCheck, ["Rules"] + rules,
            titled("Releases", lines: releases.lines), titled("Notes", lines: texts("notes").map { "  \($0)" }),
            [revision],
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private var firstCheck: [String] {
        json["firstCheck"]?.stringValue.map { ["\(style("First check:", as: .bold)) \($0.printable)"] } ?? []
    }

    private var rules: [String] {
        let rules = items("rules")
        guard !rules.isEmpty else { return ["  the policy has none"] }
        return rules.flatMap { rule in
            let mark = rule["result"] == "decides" ? "▸" : " "
            return [
                "\(mark) \(Self.text(rule["rule"])): \(Self.text(rule["sentence"]))",
                "    \(Self.text(rule["reason"]))",
            ]
        }
    }

    private var releases: Columns {
        var columns = Columns()
        for release in items("releases") {
            columns.add(Self.text(release["release"]), Self.text(release["place"]), Self.text(release["verdict"]))
        }
        return columns
    }

    private var revision: String {
        let decision = json["decision"]
        let revision = decision?["revision"]?.jsonText() ?? "?"
        return "By revision \(revision) of \(text("app"))"
    }

    private func titled(_ title: String, lines: [String]) -> [String] {
        lines.isEmpty ? [] : [style(title, as: .bold)] + lines
    }

    private func items(_ name: String) -> [JSONValue] { json[name]?.arrayValue ?? [] }
    private func text(_ name: String) -> String { Self.text(json[name]) }
    private func texts(_ name: String) -> [String] { items(name).map(Self.text) }
    private static func text(_ value: JSONValue?) -> String { (value?.stringValue ?? "").printable }
}
