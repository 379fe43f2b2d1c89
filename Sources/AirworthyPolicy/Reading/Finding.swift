/// A mistake or a remark about a document, found by a reader or by the linter.
///
/// ```swift
/// let finding = Finding(
///     code: "unknown-key", severity: .error, path: "rules[0].when.verison",
///     message: "Unknown key \"verison\"; did you mean \"version\"?")
/// ```
public struct Finding: Hashable, Sendable {
    /// The severity of a finding.
    public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
        /// A remark; nothing is wrong.
        case note
        /// Probably not the author's intention.
        case warning
        /// A mistake; the document must not be published.
        case error

        /// Orders severities from ``note`` to ``error``.
        /// - Parameters:
        ///   - lhs: The left severity.
        ///   - rhs: The right severity.
        /// - Returns: Whether `lhs` is less severe.
        public static func < (lhs: Severity, rhs: Severity) -> Bool { lhs.rank < rhs.rank }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// A stable kebab-case name, e.g. `unknown-key`, `weaker-above-stronger`. Later versions may add codes.
    public let code: String
    /// The severity.
    public let severity: Severity
    /// The path in the document, e.g. `rules[2].when.verison`; empty for the whole document.
    public let path: String
    /// Line and column, if the document was read from text.
    public let position: TextPosition?
    /// One sentence with the problem and its remedy.
    public let message: String
    /// The number of findings that this one stands for: 1, except for the code `more-findings`, which ends a list that was
    /// cut.
    public let count: Int

    /// Creates a finding.
    /// - Parameters:
    ///   - code: A stable kebab-case name.
    ///   - severity: The severity.
    ///   - path: The path in the document; empty for the whole document.
    ///   - position: Line and column, if known.
    ///   - message: One sentence with the problem and its remedy.
    ///   - count: The number of findings that this one stands for.
    public init(
        code: String, severity: Severity, path: String, position: TextPosition? = nil, message: String, count: Int = 1
    ) {
        self.code = code
        self.severity = severity
        self.path = path
        self.position = position
        self.message = message
        self.count = count
    }

    package init(code: String, severity: Severity, path: DocumentPath, position: TextPosition? = nil, message: String) {
        self.init(code: code, severity: severity, path: path.description, position: position, message: message)
    }
}

/// An error with every finding of a rejected document.
///
/// ```swift
/// do {
///     let policy = try Policy(json: bytes)
/// } catch {
///     print(error)  // rules[0].when.verison: Unknown key "verison"; did you mean "version"? (unknown-key)
/// }
/// ```
public struct FindingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The findings in the order of the text; at least one is an error.
    public let findings: [Finding]

    /// Creates an error.
    /// - Parameter findings: The findings.
    public init(_ findings: [Finding]) { self.findings = findings }

    /// A line for each finding: position, path, message and code.
    public var description: String {
        findings.map { finding in
            let place = [finding.position?.description, finding.path.isEmpty ? nil : finding.path].compactMap { $0 }
            return (place + ["\(finding.message) (\(finding.code))"]).joined(separator: ": ")
        }.joined(separator: "\n")
    }
}

/// A position in a text file, counted from 1 as editors do.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int

    /// Creates a position.
    /// - Parameters:
    ///   - line: The line, from 1.
    ///   - column: The column in Unicode scalars, from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// `line:column`, as compilers print it.
    public var description: String { "\(line):\(column)" }
}
