import AirworthyPolicy

/// What came of a publish, a rollback or a bump.
struct PublicationReport {
    let app: String
    /// The server's answer.
    let publication: JSONValue
    /// What was done, e.g. `PUBLISHED`.
    let verb: String
    let style: TerminalStyle

    private var isNew: Bool { publication["new"]?.boolValue ?? true }
    private var policyVersion: Int { publication["policyVersion"]?.intValue ?? 0 }
    private var revision: String { publication["revision"]?.intValue.map(String.init) ?? "?" }

    var lines: [String] {
        let verb = isNew ? style(self.verb, .green, .bold) : style("\(self.verb) ALREADY", .yellow, .bold)
        return ["\(verb)  \(app), revision \(revision)"] + details.lines
    }

    private var details: LabelledLines {
        var lines = LabelledLines(style)
        lines.add("policy", policyVersion > 0 ? "\(policyVersion)" : nil)
        lines.add("digest", publication["digest"]?.stringValue)
        lines.add("issued", UTCTime.sentence(publication["issuedAt"]))
        lines.add("expires", UTCTime.sentence(publication["expiresAt"]))
        lines.add("size", publication["size"]?.intValue.map { "\(Share.grouped($0)) bytes" })
        lines.add("note", publication["note"]?.stringValue)
        return lines
    }

    /// What to do next.
    var advice: String {
        let follow = "Apps follow at their next check."
        guard isNew, policyVersion > 1 else { return follow }
        return "\(follow) To take it back: airworthy rollback --app \(app) --to-policy \(policyVersion - 1)"
    }
}
