import AirworthyPolicy

struct FindingReport {
    let file: String
    let findings: [Finding]

    /// Reports findings in the order of the text, those without a position last, and only as many as
    /// ``Linter/maximumFindings``.
    init(file: String, findings: [Finding]) {
        self.file = file
        self.findings = findings.limited().enumerated().sorted { Self.key($0) < Self.key($1) }.map(\.element)
    }

    var errors: Int { findings.total(.error) }
    private var warnings: Int { findings.total(.warning) }

    /// Returns a finding as `file:line:column: severity: path: message [code]`, the form that editors and CI systems read.
    private func line(_ finding: Finding) -> String {
        let place = finding.position.map { "\(file):\($0)" } ?? file
        let path = finding.path.isEmpty ? "" : "\(finding.path): "
        return "\(place): \(finding.severity.rawValue): \(path)\(finding.message) [\(finding.code)]".printableLine
    }

    /// One line for each finding, then the summary.
    var lines: [String] { findings.map(line) + [summary] }

    /// Such as `policy.yaml: 2 errors, 1 warning`.
    var summary: String {
        let counts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { $0.0.counted($0.1) }
        return counts.isEmpty ? "\(file): no errors" : "\(file): \(counts.joined(separator: ", "))"
    }

    /// `{"findings":[…],"errors":n,"warnings":n}`.
    var jsonValue: JSONValue {
        [
            "findings": .array(findings.map(Self.jsonValue)), "errors": .of(errors), "warnings": .of(warnings),
        ]
    }

    func printToStandardError() {
        for finding in findings { printError(line(finding)) }
    }

    private static func jsonValue(_ finding: Finding) -> JSONValue {
        var object: JSONObject = [
            "code": .string(finding.code), "severity": .string(finding.severity.rawValue),
            "path": .string(finding.path), "line": .of(finding.position?.line),
            "column": .of(finding.position?.column), "message": .string(finding.message),
        ]
        if finding.count != 1 { object["count"] = .of(finding.count) }
        return .object(object)
    }

    private static func key(_ entry: (offset: Int, element: Finding)) -> (Int, Int, Int) {
        let position = entry.element.position
        return (position?.line ?? .max, position?.column ?? .max, entry.offset)
    }
}

/// The file that the content of a request comes from. Findings of the server are reported with positions in this file.
struct SourceDocument {
    /// The document of a request that was not read from a file.
    static let none = SourceDocument(name: "<request>", document: nil, isSentAsWritten: false)

    let name: String
    private let document: DocumentNode?
    private let isSentAsWritten: Bool

    /// Describes a file. The document is `nil` if the paths of findings do not apply to it. If the server received the
    /// text of the file (`isSentAsWritten`), its positions apply.
    init(name: String, document: DocumentNode?, isSentAsWritten: Bool) {
        self.name = name
        self.document = document
        self.isSentAsWritten = isSentAsWritten
    }

    /// Returns the server's findings with positions in the file.
    func report(_ findings: [Finding]) -> FindingReport {
        FindingReport(
            file: name,
            findings: findings.map { finding in
                finding.moved(
                    to: document?.position(ofPath: finding.path) ?? (isSentAsWritten ? finding.position : nil))
            })
    }
}

extension Finding {
    /// Returns the finding with another position, and with another path if one is given.
    func moved(to position: TextPosition?, path: String? = nil) -> Finding {
        Finding(
            code: code, severity: severity, path: path ?? self.path, position: position, message: message, count: count)
    }
}
