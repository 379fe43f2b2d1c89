import AirworthyPolicy

/// What the server thinks of a policy before it is published.
struct PreflightReport {
    /// The server's answer.
    let json: JSONValue
    private let report: FindingReport

    /// - Parameters:
    ///   - json: The server's answer.
    ///   - document: The author's file.
    init(_ json: JSONValue, _ document: AuthoredDocument) {
        self.json = json
        report = document.report((json["findings"]?.arrayValue ?? []).compactMap(Finding.init(json:)))
    }

    /// Whether the server publishes it only when forced to.
    var isRefused: Bool { json["refused"]?.boolValue ?? (report.errors > 0) }
    /// Whether it says what is in force already.
    var changesNothing: Bool { json["changesNothing"]?.boolValue ?? false }
    /// The entity tag of the policy it was compared with, in quotes; `nil` if none was published yet.
    var entityTag: String? {
        json["basedOn"]?.stringValue.map { $0.hasPrefix("\"") ? $0 : "\"\($0)\"" }
    }
    /// `policy.yaml: 2 errors`.
    var summary: String { report.summary }

    func lines(_ style: TerminalStyle) -> [String] {
        let heading =
            entityTag == nil ? "Nothing is published yet; all of it is new." : "Compared with what is published:"
        let diff = json["diff"].map { DiffText(diff: $0, style: style).lines } ?? []
        let size = changesNothing ? nil : json["size"]?.intValue.map { "Signed, it has \(Share.grouped($0)) bytes." }
        return report.lines + (diff.isEmpty ? [] : ["", heading] + diff) + [size].compactMap { $0.map { "\n" + $0 } }
    }
}
