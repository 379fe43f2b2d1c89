/// Why a text is not a document: what is wrong, where, and what to do about it.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable kebab-case name, e.g. `trailing-comma`, `duplicate-key`. The set may grow.
    public let code: String
    /// Line and column in the text.
    public let position: TextPosition
    /// Where in the document, e.g. `rules[2].when`; empty for the whole document.
    public let path: String
    /// One sentence: what is wrong and what to do.
    public let message: String

    /// Makes an error.
    /// - Parameters:
    ///   - code: A stable kebab-case name.
    ///   - position: Line and column in the text.
    ///   - path: Where in the document; empty for the whole document.
    ///   - message: One sentence: what is wrong and what to do.
    public init(code: String, position: TextPosition, path: String, message: String) {
        self.code = code
        self.position = position
        self.path = path
        self.message = message
    }

    /// `line:column: path: message (code)`.
    public var description: String {
        let place = path.isEmpty ? "\(position)" : "\(position): \(path)"
        return "\(place): \(message) (\(code))"
    }

    /// The same as a finding of severity ``Finding/Severity/error``.
    public var finding: Finding {
        Finding(code: code, severity: .error, path: path, position: position, message: message)
    }
}
