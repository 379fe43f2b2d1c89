import AirworthyPolicy

/// What a policy would do to the known installations, in the output of `publish`.
struct ImpactReport {
    /// The server's forecast, the member `impact` of its responses.
    private let impact: JSONValue
    private let app: String
    private let style: TerminalStyle

    init(impact: JSONValue, app: String, style: TerminalStyle) {
        self.impact = impact
        self.app = app
        self.style = style
    }

    private var total: Int { count("installations") }

    var lines: [String] {
        guard total > 0 else {
            return [
                "No installations are known, so nobody can say whom this would hit. They check in by themselves, or "
                    + "import a table: airworthy adoption import FILE --app \(app)"
            ]
        }
        var lines = [headline] + matrix.lines
        lines += table("Groups that change", of: groups)
        lines += table("Told to update and cannot", of: stuck)
        lines += sentences.flatMap { ["", $0] }
        return lines
    }

    /// Such as `1,234 installations of the last 28 days: 6.6 % newly blocked, 0.4 % told to update and cannot`.
    private var headline: String {
        let installations = style(total.counted("installation"), as: .bold)
        let blocked = share(of: count("newlyBlocked")), stuck = share(of: count("stuck"))
        return "\(installations) \(origin): \(blocked) newly blocked, \(stuck) told to update and cannot"
    }

    private var origin: String {
        guard impact["source"]?.stringValue == "import" else {
            let days = impact["days"]?.intValue ?? 0
            return days == 1 ? "of today (UTC)" : "of the last \(days) days"
        }
        let file = impact["origin"]?.stringValue ?? "an unknown file"
        return "from \(file.printable), imported at \(UTCTime.text(impact["importedAt"]) ?? "an unknown time")"
    }

    private var matrix: Columns {
        var columns = Columns(numbers: [3, 4])
        for row in list("matrix") {
            let count = row["count"]?.intValue ?? 0
            columns.add(
                text(row, "from"), "→", text(row, "to"), count.grouped, count.percentage(of: total),
                count.bar(of: total))
        }
        let unknowable = count("unknowable")
        if unknowable > 0 {
            columns.add("cannot", "be", "known", unknowable.grouped, share(of: unknowable), unknowable.bar(of: total))
        }
        return columns
    }

    private var groups: Columns {
        var columns = Columns(numbers: [6])
        for row in list("groups") {
            columns.add(
                row["rule"]?.stringValue ?? "no rule", text(row, "from"), "→", text(row, "to"), text(row, "version"),
                text(row, "channel"), (row["count"]?.intValue ?? 0).grouped)
        }
        return columns
    }

    private var stuck: Columns {
        var columns = Columns(numbers: [1, 2])
        for row in list("stuckBy") {
            let count = row["count"]?.intValue ?? 0
            let reason = text(row, "reason")
            columns.add(Reason(rawValue: reason).text, count.grouped, count.percentage(of: total))
        }
        return columns
    }

    private var sentences: [String] {
        var sentences: [String] = []
        if count("unknowable") > 0 {
            let most = share(of: count("newlyBlockedAtMost"))
            sentences.append(
                "What cannot be known depends on languages or attributes, which no check-in contains. At most \(most) are "
                    + "newly blocked.")
        }
        let waiting = count("waiting")
        if waiting > 0 {
            sentences.append(
                "\(waiting.counted("installation")) will be asked once the release has been out for long enough.")
        }
        for later in list("later") {
            let blocked = later["newlyBlocked"]?.intValue ?? 0, stuck = later["stuck"]?.intValue ?? 0
            guard blocked != count("newlyBlocked") || stuck != count("stuck") else { continue }
            sentences.append(
                "From \(UTCTime.text(later["at"]) ?? "a later date"): \(share(of: blocked)) newly blocked, "
                    + "\(share(of: stuck)) told to update and cannot.")
        }
        return sentences
    }

    private func table(_ heading: String, of columns: Columns) -> [String] {
        columns.lines.isEmpty ? [] : ["", style(heading, as: .bold)] + columns.lines
    }

    private func list(_ key: String) -> [JSONValue] { impact[key]?.arrayValue ?? [] }
    private func count(_ key: String) -> Int { impact[key]?.intValue ?? 0 }
    private func text(_ row: JSONValue, _ key: String) -> String { row[key]?.stringValue ?? "" }
    private func share(of count: Int) -> String { count.percentage(of: total) }
}
