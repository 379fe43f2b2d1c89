import AirworthyPolicy

/// What was found in one file, for people and for scripts.
struct FindingReport {
    let file: String
    let findings: [Finding]

    /// - Parameters:
    ///   - file: The name the file was given by.
    ///   - findings: In any order; they are told in the order of the text, those without a place last.
    init(file: String, findings: [Finding]) {
        self.file = file
        self.findings = findings.enumerated().sorted { Self.key($0) < Self.key($1) }.map(\.element)
    }

    var errors: Int { findings.count { $0.severity == .error } }
    var warnings: Int { findings.count { $0.severity == .warning } }

    /// `file:line:column: severity: path: message`, as editors and CI systems read it.
    func line(_ finding: Finding) -> String {
        let place = finding.position.map { "\(file):\($0)" } ?? file
        let path = finding.path.isEmpty ? "" : "\(finding.path): "
        return "\(place): \(finding.severity.rawValue): \(path)\(finding.message)".printable
    }

    /// Each finding with its code, and a closing line.
    var lines: [String] { findings.map { "\(line($0)) [\($0.code)]" } + [summary] }

    var summary: String {
        let counts = [Self.count(errors, "error"), Self.count(warnings, "warning")].compactMap { $0 }
        return counts.isEmpty ? "\(file): no errors" : "\(file): \(counts.joined(separator: ", "))"
    }

    /// `{"findings":[…],"errors":n,"warnings":n}`.
    var jsonValue: JSONValue {
        [
            "findings": .array(findings.map(Self.jsonValue)),
            "errors": .number(JSONNumber(errors)),
            "warnings": .number(JSONNumber(warnings)),
        ]
    }

    /// Tells every finding on standard error.
    func printToStandardError() {
        for finding in findings { printError(line(finding)) }
    }

    private static func jsonValue(_ finding: Finding) -> JSONValue {
        [
            "code": .string(finding.code), "severity": .string(finding.severity.rawValue),
            "path": .string(finding.path),
            "line": finding.position.map { .number(JSONNumber($0.line)) } ?? .null,
            "column": finding.position.map { .number(JSONNumber($0.column)) } ?? .null,
            "message": .string(finding.message),
        ]
    }

    private static func key(_ entry: (offset: Int, element: Finding)) -> (Int, Int, Int) {
        let position = entry.element.position
        return (position?.line ?? .max, position?.column ?? .max, entry.offset)
    }

    private static func count(_ number: Int, _ noun: String) -> String? {
        number == 0 ? nil : "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
