import AirworthyPolicy

/// The history of an app as a table, the newest first.
struct HistoryReport {
    let app: String
    let rows: [JSONValue]
    /// Whether there may be older ones.
    let mayGoOn: Bool
    let style: TerminalStyle

    /// Revisions: what was signed.
    var revisions: [String] {
        var table = Table(
            ["REVISION", "POLICY", "CAUSE", "ISSUED (UTC)", "EXPIRES (UTC)", "BY", "NOTE"], numbers: [0, 1])
        for row in rows {
            let policy = row["policyVersion"]?.intValue ?? 0
            let kept = row["stored"] == false ? " (bytes pruned)" : ""
            table.add([
                number(row["revision"]), policy > 0 ? "\(policy)" : "", (row["cause"]?.stringValue ?? "") + kept,
                UTCTime.minute(row["issuedAt"]), UTCTime.minute(row["expiresAt"], orElse: "never"),
                row["author"]?.stringValue ?? "", row["note"]?.stringValue ?? "",
            ])
        }
        return table.lines(style, orElse: "nothing was published for \(app) yet") + older("revision", "")
    }

    /// Policies: what people wrote.
    var policies: [String] {
        var table = Table(["POLICY", "WRITTEN (UTC)", "BY", "WHAT", "NOTE"], numbers: [0])
        for row in rows {
            let what =
                row["rollbackOf"]?.intValue.map { "policy \($0) again" }
                ?? row["forced"]?.stringValue.map { "forced: \($0)" } ?? ""
            table.add([
                number(row["version"] ?? row["policyVersion"]), UTCTime.minute(row["createdAt"]),
                row["author"]?.stringValue ?? "", what, row["note"]?.stringValue ?? "",
            ])
        }
        return table.lines(style, orElse: "no policy was published for \(app) yet") + older("version", " --policies")
    }

    private func number(_ value: JSONValue?) -> String { value?.numberValue?.text ?? "" }

    private func older(_ key: String, _ option: String) -> [String] {
        guard mayGoOn, let last = (rows.last?[key] ?? rows.last?["policyVersion"])?.intValue, last > 1 else {
            return []
        }
        return ["", "Older ones: airworthy history --app \(app)\(option) --before \(last)"]
    }
}
