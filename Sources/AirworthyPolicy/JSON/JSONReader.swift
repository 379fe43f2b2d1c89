/// Reads JSON strictly (RFC 8259 over UTF-8) and keeps the position of every value.
///
/// It rejects repeated keys, comments, trailing commas, leading zeros, invalid UTF-8, lone surrogates, control characters
/// in strings, text after the value, and nesting deeper than the limit. It ignores a leading byte order mark. Reading
/// takes time linear in the input and uses no recursion.
///
/// ```swift
/// let value = try JSONReader.read(#"{"schema": 1}"#).jsonValue
/// ```
public enum JSONReader {
    /// The treatment of a key that appears twice in an object.
    public enum DuplicateKeys: Hashable, Sendable {
        /// Throw an error.
        case reject
        /// Keep the first value; check and drop later ones.
        case keepFirst
    }

    /// The strictness of the reader. By default nothing beyond RFC 8259 is accepted.
    public struct Options: Hashable, Sendable {
        /// The limit for nested arrays and objects, clamped to 1…512.
        public var maximumDepth: Int
        /// Whether a comma is allowed before `]` and `}`.
        public var allowsTrailingCommas: Bool
        /// The treatment of repeated keys. Keys are equal if they are equal Swift strings (canonical equivalence).
        public var duplicateKeys: DuplicateKeys

        /// Creates options.
        /// - Parameters:
        ///   - maximumDepth: The limit for nested arrays and objects, 1…512.
        ///   - allowsTrailingCommas: Whether a comma is allowed before `]` and `}`.
        ///   - duplicateKeys: The treatment of repeated keys.
        public init(
            maximumDepth: Int = 64, allowsTrailingCommas: Bool = false, duplicateKeys: DuplicateKeys = .reject
        ) {
            self.maximumDepth = maximumDepth
            self.allowsTrailingCommas = allowsTrailingCommas
            self.duplicateKeys = duplicateKeys
        }
    }

    /// Reads a document from UTF-8 bytes. The caller limits the size.
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - options: The strictness.
    /// - Returns: The root node.
    /// - Throws: ``DocumentError`` with the first mistake.
    public static func read(
        _ bytes: some Collection<UInt8>, options: Options = Options()
    ) throws(DocumentError) -> DocumentNode {
        let result =
            bytes.withContiguousStorageIfAvailable { parse($0, options: options) }
            ?? Array(bytes).withUnsafeBufferPointer { parse($0, options: options) }
        return try result.get()
    }

    /// Reads a document from a string. The caller limits the size.
    /// - Parameters:
    ///   - text: The whole document.
    ///   - options: The strictness.
    /// - Returns: The root node.
    /// - Throws: ``DocumentError`` with the first mistake.
    public static func read(_ text: String, options: Options = Options()) throws(DocumentError) -> DocumentNode {
        try read(text.utf8, options: options)
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, options: Options
    ) -> Result<DocumentNode, DocumentError> {
        var parser = JSONParser(bytes, options: options)
        return Result { () throws(DocumentError) in try parser.document() }
    }
}

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
