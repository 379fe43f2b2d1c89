import AirworthyPolicy
import AirworthyServer
import ArgumentParser
import ControlPlane

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the published revisions, the newest first.",
        discussion: """
            A revision is a signed manifest. There is one for each published policy, for \
            changed releases, and for a renewed lifetime. --policies lists the policies \
            instead; their numbers are those that diff and rollback take.

            EXAMPLE
              $ airworthy history --app hashtags
              $ airworthy history --app hashtags --policies --limit 5
            """)

    @Option(parsing: .unconditional, help: .app, completion: .apps)
    var app: String

    @Flag(help: "List policies instead of revisions.")
    var policies = false

    @Option(parsing: .unconditional, help: ArgumentHelp("List only those below this number.", valueName: "n"))
    var before: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The maximum number of rows, up to \(Paging.maximumLimit).", valueName: "n"))
    var limit = 20

    @OptionGroup var remote: RemoteOptions

    func validate() throws {
        guard (1...Paging.maximumLimit).contains(limit) else {
            throw ValidationError("--limit takes 1 to \(Paging.maximumLimit).")
        }
    }

    func run() async throws {
        let app = try appSlug(self.app, option: "app")
        let request = APIRequest.get("apps", app, policies ? "policies" : "history")
            .adding(query: "before", value: try positiveNumber(before, option: "before").map(String.init))
            .adding(query: "limit", value: "\(limit)")
        try await remote.printAnswer(to: request) { answer in
            let rows = answer[policies ? "policies" : "revisions"]?.arrayValue ?? []
            let report = HistoryReport(app: app, rows: rows, mayHaveMore: rows.count >= limit)
            return policies ? report.policies : report.revisions
        }
    }
}

struct HistoryReport {
    let app: String
    /// The rows of the server's response, the newest first.
    let rows: [JSONValue]
    /// Whether there may be older rows.
    let mayHaveMore: Bool
    var style = TerminalStyle.standardOutput

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
        return table.lines(style: style, whenEmpty: "nothing was published for \(app) yet") + predictions
            + older(key: "revision", option: "")
    }

    /// The predicted shares of installations beside those that were observed later.
    private var predictions: [String] {
        var table = Table(["REVISION", "PREDICTED", "AFTER 24 H", "AFTER 7 D"], numbers: [0])
        for row in rows {
            guard let predicted = row["predicted"] else { continue }
            var counts: [String: Int] = [:]
            for step in predicted["matrix"]?.arrayValue ?? [] {
                counts[step["to"]?.stringValue ?? "", default: 0] += step["count"]?.intValue ?? 0
            }
            let observed = ["after24h", "after7d"].map { window -> String in
                guard let report = row["observed"]?[window] else { return "" }
                let statuses = report["statuses"]?.objectValue ?? JSONObject()
                return shares(
                    Dictionary(statuses.members.map { ($0.key, $0.value.intValue ?? 0) }) { $1 },
                    of: report["installations"]?.intValue ?? 0)
            }
            table.add(
                [number(row["revision"]), shares(counts, of: predicted["installations"]?.intValue ?? 0)] + observed)
        }
        if table.isEmpty { return [] }
        return ["", "Installations that had to update, and those that were told to and could not:"]
            + table.lines(style: style, whenEmpty: "") + outcome
    }

    /// The reports about each rule of the newest publication that has any.
    private var outcome: [String] {
        guard let row = rows.first(where: { $0["observed"]?.objectValue?.members.isEmpty == false }) else { return [] }
        var lines: [String] = []
        for window in Prediction.Window.allCases {
            guard let report = row["observed"]?[window.rawValue] else { continue }
            let reports = (report["installations"]?.intValue ?? 0).counted("installation")
            let end = report["replacedBy"]?.intValue.map { ", until revision \($0) replaced it" } ?? ""
            lines += [
                "",
                style(
                    "Revision \(number(row["revision"])), after \(window.name): \(reports) reported\(end)", as: .bold),
            ]
            lines += rules(of: report).lines(style: style, whenEmpty: "no rule told anybody anything")
        }
        return lines
    }

    private func rules(of report: JSONValue) -> Table {
        var table = Table(
            ["RULE", "TOLD", "INSTALLATIONS", "SHOWN", "STORE OPENED", "POSTPONED", "SKIPPED", "UPDATED"],
            numbers: [2, 3, 4, 5, 6, 7])
        for rule in report["rules"]?.arrayValue ?? [] {
            let counts = ["count", "shown", "opened", "postponed", "skipped", "updated"].map {
                (rule[$0]?.intValue ?? 0).grouped
            }
            // Steps without a status are those of installations that another rule, or none, decides for by now.
            table.add(
                [rule["rule"]?.stringValue ?? "", rule["status"]?.stringValue ?? "something else by now"] + counts)
        }
        return table
    }

    private func shares(_ counts: [String: Int], of total: Int) -> String {
        guard total > 0 else { return "no check-ins" }
        return ["required", "requiredUnavailable"].map { (counts[$0] ?? 0).percentage(of: total) }
            .joined(separator: ", ")
    }

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
