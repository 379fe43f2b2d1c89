/// A value read from JSON or YAML that knows where it stands, so that every complaint can name line and column.
public struct DocumentNode: Sendable {
    /// What stands there.
    public enum Value: Sendable {
        /// Nothing.
        case null
        /// A Boolean.
        case bool(Bool)
        /// A number as it was written.
        case number(JSONNumber)
        /// A quoted string.
        case string(String)
        /// An unquoted YAML scalar. It has no type of its own: the reader decides by what it expects,
        /// so that `version: 1.10` stays `1.10`.
        case plain(String)
        /// An array.
        case array([DocumentNode])
        /// An object with its members in order.
        case object([Member])
    }

    /// One key with its value.
    public struct Member: Sendable {
        /// The key, unescaped.
        public let key: String
        /// Where the key starts.
        public let keyPosition: TextPosition
        /// The value.
        public let value: DocumentNode

        /// Makes a member.
        /// - Parameters:
        ///   - key: The key, unescaped.
        ///   - keyPosition: Where the key starts.
        ///   - value: The value.
        public init(key: String, keyPosition: TextPosition, value: DocumentNode) {
            self.key = key
            self.keyPosition = keyPosition
            self.value = value
        }
    }

    /// What stands there.
    public let value: Value
    /// Where it starts.
    public let position: TextPosition

    /// Makes a node.
    /// - Parameters:
    ///   - value: What stands there.
    ///   - position: Where it starts.
    public init(_ value: Value, at position: TextPosition) {
        self.value = value
        self.position = position
    }
}
