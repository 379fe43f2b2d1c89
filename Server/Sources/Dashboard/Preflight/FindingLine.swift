import AirworthyPolicy

/// A finding of the linter with its place.
struct FindingLine: Sendable {
    /// The severity in words.
    let label: String
    let style: String
    /// Line and column, such as `12:5`; `nil` without a text.
    let position: String?
    /// The path in the document; `nil` for the whole document.
    let path: String?
    /// The problem with its remedy.
    let message: String
    let code: String

    init(_ finding: Finding) {
        label = finding.severity.rawValue
        style =
            switch finding.severity {
            case .error: "bad"
            case .warning: "warn"
            case .note: ""
            }
        position = finding.position.map { "line \($0.line), column \($0.column)" }
        path = finding.path.isEmpty ? nil : finding.path
        message = finding.message
        code = finding.code
    }
}
