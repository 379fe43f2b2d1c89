import AirworthyPolicy

/// The output of `history`.
struct HistoryReport {
    let app: String
    /// The rows of the server's response, the newest first.
    let rows: [JSONValue]
    /// Whether there may be older rows.
    let mayHaveMore: Bool
    var style = TerminalStyle.standardOutput

    /// The lines for revisions.
    var revisions: [String] {
        var table = Table(
            ["REVISION", "POLICY", "CAUSE", "ISSUED (UTC)", "EXPIRES (UTC)", "BY", "NOTE"], numbers: [0, 1])
        for row in rows {
            let policy = row["policyVersion"]?.intValue ?? 0
            let pruned = row["stored"] == false ? " (bytes pruned)" : ""
            table.add([
                number(row["revision"]), policy > 0 ? "\(policy)" : "", (row["cause"]?.stringValue ?? "") + pruned,
                UTCTime.cell(row["issuedAt"]), UTCTime.cell(row["expiresAt"], orElse: "never"),
                row["author"]?.stringValue ?? "", row["note"]?.stringValue ?? "",
            ])
        }
        return table.lines(style: style, whenEmpty: "nothing was published for \(app) yet")
            + older(key: "revision", option: "")
    }

    /// The lines for policies.
    var policies: [String] {
        var table = Table(["POLICY", "CREATED (UTC)", "BY", "ORIGIN", "NOTE"], numbers: [0])
        for row in rows {
            let origin =
                row["rollbackOf"]?.intValue.map { "policy \($0) again" }
                ?? row["forced"]?.stringValue.map { "forced: \($0)" } ?? ""
            table.add([
                number(row["version"] ?? row["policyVersion"]), UTCTime.cell(row["createdAt"]),
                row["author"]?.stringValue ?? "", origin, row["note"]?.stringValue ?? "",
            ])
        }
        return table.lines(style: style, whenEmpty: "no policy was published for \(app) yet")
            + older(key: "version", option: " --policies")
    }

    private func number(_ value: JSONValue?) -> String { value?.numberValue?.text ?? "" }

    private func older(key: String, option: String) -> [String] {
        guard mayHaveMore, let last = (rows.last?[key] ?? rows.last?["policyVersion"])?.intValue, last > 1 else {
            return []
        }
        return ["", "For older ones: airworthy history --app \(app)\(option) --before \(last)"]
    }
}
