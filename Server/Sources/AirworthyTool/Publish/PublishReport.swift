import AirworthyPolicy

/// The first part of the output of `publish`: the server's findings and the changes, before the confirmation.
struct PreflightReport {
    let json: JSONValue
    private let app: String
    let findings: FindingReport
    private let style: TerminalStyle

    init(json: JSONValue, app: String, document: SourceDocument, style: TerminalStyle) {
        self.json = json
        self.app = app
        self.style = style
        findings = document.report((json["findings"]?.arrayValue ?? []).compactMap(Finding.init(json:)))
    }

    /// Whether the server publishes the policy only if it is forced.
    var isRefused: Bool { json["refused"]?.boolValue ?? (findings.errors > 0) }
    var changesNothing: Bool { json["changesNothing"]?.boolValue ?? false }
    /// Whether release data wait that publishing takes along.
    var takesReleasesAlong: Bool { json["takesReleasesAlong"]?.boolValue ?? false }
    /// The entity tag of the published policy, with quotes; `nil` if there is none.
    var entityTag: String? {
        json["basedOn"]?.stringValue.map { $0.hasPrefix("\"") ? $0 : "\"\($0)\"" }
    }
    /// Such as `policy.yaml: 2 errors`.
    var summary: String { findings.summary }

    static func heading(isFirst: Bool) -> String {
        isFirst ? "Nothing is published yet; everything is new." : "Compared with the published policy:"
    }

    /// The findings, and what the policy changes.
    var lines: [String] { findings.lines + effect.map { [""] + $0 }.joined() }

    /// What the policy changes, in sections.
    var effect: [[String]] {
        let diff = json["diff"].map { PolicyDiffText(diff: $0, style: style).lines } ?? []
        var sections: [[String]] = []
        if !diff.isEmpty { sections.append([Self.heading(isFirst: entityTag == nil)] + diff) }
        if !changesNothing || takesReleasesAlong, let impact = json["impact"] {
            sections.append(ImpactReport(impact: impact, app: app, style: style).lines)
        }
        if !changesNothing, let size = json["size"]?.intValue {
            sections.append(["The signed manifest will have \(size.grouped) bytes."])
        }
        return sections
    }
}

/// The published revision, in the output of `publish`, `rollback` and `heads bump`.
struct PublicationReport {
    let app: String
    let publication: JSONValue
    /// The change, such as `PUBLISHED`.
    let verb: String
    var style = TerminalStyle.standardOutput

    private var isNew: Bool { publication["new"]?.boolValue ?? true }
    private var policyVersion: Int { publication["policyVersion"]?.intValue ?? 0 }

    var lines: [String] {
        let verb = isNew ? style(self.verb, as: .green, .bold) : style("\(self.verb) ALREADY", as: .yellow, .bold)
        let revision = publication["revision"]?.intValue.map(String.init) ?? "?"
        return ["\(verb)  \(app), revision \(revision)"] + details.lines
    }

    private var details: LabelledLines {
        var lines = LabelledLines(style: style)
        lines.add("policy", value: policyVersion > 0 ? "\(policyVersion)" : nil)
        lines.add("digest", value: publication["digest"]?.stringValue)
        lines.add("issued", value: UTCTime.text(publication["issuedAt"]))
        lines.add("expires", value: UTCTime.text(publication["expiresAt"]))
        lines.add("size", value: publication["size"]?.intValue.map { "\($0.grouped) bytes" })
        lines.add("note", value: publication["note"]?.stringValue)
        return lines
    }

    /// When a publication takes effect.
    static let next = "Apps receive it at their next check."

    var advice: String {
        guard isNew, policyVersion > 0, publication["cause"] != "catalog" else { return Self.next }
        return "\(Self.next) To undo it: airworthy rollback --app \(app) --to-policy \(policyVersion - 1)"
    }
}
