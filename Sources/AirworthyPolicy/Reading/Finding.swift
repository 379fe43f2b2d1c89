/// Something a reader or the linter noticed in a document: what, where, how bad, and what to do about it.
public struct Finding: Hashable, Sendable {
    /// How bad a finding is.
    public enum Severity: String, Hashable, Sendable, Comparable, CaseIterable {
        /// Worth knowing; nothing is wrong.
        case note
        /// Probably not what the author meant.
        case warning
        /// The document must not be published.
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

    /// A stable kebab-case name, e.g. `unknown-key`, `weaker-above-stronger`. The set may grow.
    public let code: String
    /// How bad it is.
    public let severity: Severity
    /// Where in the document, e.g. `rules[2].when.verison`; empty for the whole document.
    public let path: String
    /// Line and column in the text it was read from, when it was read from text.
    public let position: TextPosition?
    /// One sentence: what is wrong and what to do.
    public let message: String

    /// Creates a finding.
    /// - Parameters:
    ///   - code: A stable kebab-case name.
    ///   - severity: The severity.
    ///   - path: The path in the document; empty for the whole document.
    ///   - position: Line and column, if known.
    ///   - message: One sentence: what is wrong and what to do.
    public init(
        code: String, severity: Severity, path: String, position: TextPosition? = nil, message: String
    ) {
        self.code = code
        self.severity = severity
        self.path = path
        self.position = position
        self.message = message
    }

    init(code: String, severity: Severity, path: DocumentPath, position: TextPosition? = nil, message: String) {
        self.init(code: code, severity: severity, path: path.description, position: position, message: message)
    }
}

/// A place in a text file, counted as editors count: both from 1.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int

    /// Makes a position.
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
