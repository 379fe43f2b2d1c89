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
        var lines = [style(headline, as: .bold), origin, ""] + matrix.lines
        lines += table("By platform", of: platforms)
        lines += table("Groups that change", of: groups)
        lines += table("Told to update and cannot", of: stuck)
        lines += sentences.flatMap { ["", $0] }
        return lines
    }

    /// Such as `81 of 1,234 installations would be blocked; 5 others would be told to update and cannot: the update needs a newer
    /// system`.
    private var headline: String {
        var parts = [blocked]
        let (newly, stuck) = (count("newlyBlockedStuck"), count("stuck"))
        let others = max(0, stuck - newly)
        if newly > 0 { parts.append("\(newly.grouped) of them cannot update") }
        if others > 0 {
            let who = newly > 0 || count("newlyBlocked") > 0 ? "\(others.grouped) others" : others.grouped
            parts.append("\(who) would be told to update and cannot")
        }
        guard stuck > 0 else { return parts[0] + "." }
        let before = count("stuckBefore") > 0 ? " (\(count("stuckBefore").grouped) today)" : ""
        return parts.joined(separator: "; ") + before + reasons + "."
    }

    private var blocked: String {
        let (newly, before) = (count("newlyBlocked"), count("blockedBefore"))
        let installations = total.counted("installation")
        let today = before > 0 ? ", \(before.grouped) are blocked today" : ""
        guard newly > 0 else { return "None of \(installations) would be newly blocked\(today)" }
        return "\(newly.grouped)\(before > 0 ? " more" : "") of \(installations) (\(share(of: newly))) would be blocked"
            + today
    }

    private var reasons: String {
        let found = list("stuckBy").map { Reason(rawValue: text($0, "reason")).words }
        let more = found.count > 2 ? ", …" : ""
        return (found.isEmpty ? "" : ": ") + found.prefix(2).joined(separator: ", ") + more
    }

    /// Such as `Installations that checked in within the last 28 days, as of 2026-11-27 08:00 UTC`.
    private var origin: String {
        let asOf = UTCTime.text(impact["asOf"]).map { ", as of \($0)" } ?? ""
        guard impact["source"]?.stringValue == "import" else {
            let days = impact["days"]?.intValue ?? 0
            return "Installations that checked in \(days == 1 ? "today (UTC)" : "within the last \(days) days")\(asOf)"
        }
        let file = impact["origin"]?.stringValue ?? "an unknown file"
        let date = UTCTime.text(impact["importedAt"]) ?? "an unknown time"
        return "Installations from \(file.printable), imported at \(date)"
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

    /// What each platform comes to; nothing if there is only one.
    private var platforms: Columns {
        var columns = Columns(numbers: [1, 2, 3])
        let rows = list("platforms")
        guard rows.count > 1 else { return columns }
        columns.add("", "installations", "newly blocked", "cannot update")
        for row in rows {
            func number(_ key: String) -> String { max(0, row[key]?.intValue ?? 0).grouped }
            columns.add(
                Platform(text(row, "value")).displayName.printable, number("installations"), number("newlyBlocked"),
                number("stuck"))
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
    /// A number of the forecast. That of a false server may be negative.
    private func count(_ key: String) -> Int { max(0, impact[key]?.intValue ?? 0) }
    private func text(_ row: JSONValue, _ key: String) -> String { row[key]?.stringValue ?? "" }
    private func share(of count: Int) -> String { count.percentage(of: total) }
}
