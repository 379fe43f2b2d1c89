import AirworthyPolicy

/// What came of a change of the known releases.
struct CatalogReceiptReport {
    private let app: String
    private let answer: JSONValue
    private let verb: String
    private let style = TerminalStyle.standardOutput

    /// - Parameters:
    ///   - app: The app.
    ///   - answer: The server's answer.
    ///   - verb: What was done, e.g. `IMPORTED`.
    init(_ app: String, _ answer: JSONValue, _ verb: String) {
        self.app = app
        self.answer = answer
        self.verb = verb
    }

    private var isNew: Bool { answer["new"]?.boolValue ?? true }

    private var count: String {
        answer["releases"]?.intValue.map { "\($0) release\($0 == 1 ? "" : "s")" } ?? "a catalog"
    }

    var lines: [String] {
        let asOf = UTCTime.sentence(answer["asOf"]).map { " as of \($0)" } ?? ""
        let nothing = verb == "IMPORTED" ? "\(app) has just this catalog, \(count)" : "\(app) has \(count)"
        let head =
            isNew
            ? "\(style(verb, .green, .bold))  \(app), \(count)" : "\(style("NOTHING NEW", .yellow, .bold))  \(nothing)"
        return [head + asOf] + publication
    }

    private var publication: [String] {
        var lines: [String] = []
        if let revision = answer["publication"]?["revision"]?.intValue {
            lines.append("Published as revision \(revision); apps follow at their next check.")
        } else if let time = UTCTime.sentence(answer["publishesAt"]) {
            lines.append("Published at \(time): changes of the releases go out once in ten minutes at most.")
        } else if isNew {
            lines.append("Nothing was published: no policy is yet, CI signs the app, or apps see no difference.")
        }
        if let alert = answer["alert"]?.stringValue { lines.append(style("alert: ", .red) + alert.printable) }
        return lines
    }
}
