/// Reads JSON strictly (RFC 8259 over UTF-8), keeping where everything stands.
///
/// Refused: repeated keys, comments, trailing commas, leading zeros, bad UTF-8, lone surrogates, control characters in
/// strings, text after the value, and nesting deeper than the limit. A leading byte order mark is passed over.
/// Takes time linear in the input and uses no recursion.
public enum JSONReader {
    /// What to do when a key comes up twice in one object.
    public enum DuplicateKeys: Hashable, Sendable {
        /// An error.
        case reject
        /// The first value counts; later ones are checked and dropped.
        case keepFirst
    }

    /// How strictly to read. Everything is refused by default.
    public struct Options: Hashable, Sendable {
        /// How many arrays and objects may be open at once, 1…512; values outside count as the nearest limit.
        public var maximumDepth: Int
        /// Whether one comma may stand before `]` and `}`.
        public var allowsTrailingCommas: Bool
        /// What to do about repeated keys. Keys are equal when Swift strings are (canonical equivalence).
        public var duplicateKeys: DuplicateKeys

        /// Makes options.
        /// - Parameters:
        ///   - maximumDepth: How many arrays and objects may be open at once, 1…512.
        ///   - allowsTrailingCommas: Whether one comma may stand before `]` and `}`.
        ///   - duplicateKeys: What to do about repeated keys.
        public init(
            maximumDepth: Int = 64, allowsTrailingCommas: Bool = false, duplicateKeys: DuplicateKeys = .reject
        ) {
            self.maximumDepth = maximumDepth
            self.allowsTrailingCommas = allowsTrailingCommas
            self.duplicateKeys = duplicateKeys
        }
    }

    /// Reads one document from UTF-8 bytes. The caller limits the size.
    /// - Parameters:
    ///   - bytes: The whole document.
    ///   - options: How strictly to read.
    /// - Returns: The root node.
    /// - Throws: ``DocumentError`` with the first thing that is wrong.
    public static func read(
        _ bytes: some Collection<UInt8>, options: Options = Options()
    ) throws(DocumentError) -> DocumentNode {
        let result =
            bytes.withContiguousStorageIfAvailable { parse($0, options) }
            ?? Array(bytes).withUnsafeBufferPointer { parse($0, options) }
        return try result.get()
    }

    /// Reads one document from a string. The caller limits the size.
    /// - Parameters:
    ///   - text: The whole document.
    ///   - options: How strictly to read.
    /// - Returns: The root node.
    /// - Throws: ``DocumentError`` with the first thing that is wrong.
    public static func read(_ text: String, options: Options = Options()) throws(DocumentError) -> DocumentNode {
        try read(text.utf8, options: options)
    }

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ options: Options
    ) -> Result<DocumentNode, DocumentError> {
        var parser = JSONParser(bytes, options)
        return Result { () throws(DocumentError) in try parser.document() }
    }
}
