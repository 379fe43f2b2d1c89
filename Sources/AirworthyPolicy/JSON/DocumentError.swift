/// A syntax error in a document, with its position and remedy.
public struct DocumentError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable kebab-case name, e.g. `trailing-comma`, `duplicate-key`. Later versions may add codes.
    public let code: String
    /// Line and column in the text.
    public let position: TextPosition
    /// The path in the document, e.g. `rules[2].when`; empty for the whole document.
    public let path: String
    /// One sentence with the problem and its remedy.
    public let message: String

    /// Creates an error.
    /// - Parameters:
    ///   - code: A stable kebab-case name.
    ///   - position: Line and column in the text.
    ///   - path: The path in the document; empty for the whole document.
    ///   - message: One sentence with the problem and its remedy.
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

    /// The error as a finding of severity ``Finding/Severity/error``.
    public var finding: Finding {
        Finding(code: code, severity: .error, path: path, position: position, message: message)
    }
}
