/// A value read from JSON or YAML with its position in the text, so that every finding can name line and column.
///
/// ```swift
/// let document = try JSONReader.read(#"{"version": "1.4"}"#)
/// document.position                      // 1:1
/// document.jsonValue["version"]          // "1.4"
/// document.position(ofPath: "version")   // 1:2
/// ```
public struct DocumentNode: Sendable {
    /// The value of a node.
    public enum Value: Sendable {
        /// The value `null`.
        case null
        /// A Boolean.
        case bool(Bool)
        /// A number with its original spelling.
        case number(JSONNumber)
        /// A quoted string.
        case string(String)
        /// An unquoted YAML scalar. Its type depends on what the reader expects, so that `version: 1.10` stays `1.10`.
        case plain(String)
        /// An array.
        case array([DocumentNode])
        /// An object with its members in order.
        case object([Member])
    }

    /// A key with its value.
    public struct Member: Sendable {
        /// The key, unescaped.
        public let key: String
        /// The position of the key.
        public let keyPosition: TextPosition
        /// The value.
        public let value: DocumentNode

        /// Creates a member.
        /// - Parameters:
        ///   - key: The key, unescaped.
        ///   - keyPosition: The position of the key.
        ///   - value: The value.
        public init(key: String, keyPosition: TextPosition, value: DocumentNode) {
            self.key = key
            self.keyPosition = keyPosition
            self.value = value
        }
    }

    /// The value.
    public let value: Value
    /// The position of the value's first character.
    public let position: TextPosition

    /// Creates a node.
    /// - Parameters:
    ///   - value: The value.
    ///   - position: The position of the value's first character.
    public init(_ value: Value, at position: TextPosition) {
        self.value = value
        self.position = position
    }

    // MARK: Conversion

    /// The value without positions.
    ///
    /// An unquoted YAML scalar is resolved by YAML 1.2's core schema: `null`, `~` and nothing are null, `true` and
    /// `false` Booleans, a JSON number is a number, and any other text is a string. The last value of a repeated key wins.
    public var jsonValue: JSONValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .plain(let text): Self.resolve(plain: text)
        case .array(let elements): .array(elements.map(\.jsonValue))
        case .object(let members):
            .object(JSONObject(members.lazy.map { JSONObject.Member(key: $0.key, value: $0.value.jsonValue) }))
        }
    }

    /// The value of a scalar, with an unquoted YAML scalar resolved; null for arrays and objects.
    package var plainValue: JSONValue {
        switch value {
        case .array, .object: .null
        default: jsonValue
        }
    }

    /// The kind of the value for error messages: `a string`, `a number`, `an object`, …
    public var kindName: String {
        switch value {
        case .array: JSONValue.array([]).kindName
        case .object: JSONValue.object([:]).kindName
        default: plainValue.kindName
        }
    }

    private static func resolve(plain text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        default: JSONNumber(text).map(JSONValue.number) ?? .string(text)
        }
    }

    // MARK: Positions

    /// Finds the position that a path leads to, e.g. the path of a finding without a position.
    ///
    /// - Parameter path: A path in the form of ``Finding/path`` and ``DocumentPath``, e.g. `rules[2].when.version`.
    /// - Returns: The position of the key or the element, or of the last part of the path that exists; `nil` for the
    ///   empty path and if not even the first part exists.
    /// - Complexity: O(members of the objects on the way + length of the path). The elements of arrays do not count.
    public func position(ofPath path: String) -> TextPosition? {
        var node = self
        var rest = path.utf8[...]
        var position: TextPosition?
        while let step = node.step(towards: rest, isFirst: position == nil) {
            (node, rest, position) = (step.node, step.rest, step.position)
        }
        return position
    }

    private typealias Step = (node: DocumentNode, rest: Substring.UTF8View, position: TextPosition)

    /// The member or element that a path begins with, and the rest of the path.
    private func step(towards path: Substring.UTF8View, isFirst: Bool) -> Step? {
        switch value {
        case .object(let members):
            for member in members {
                guard let rest = path.removingPart(key: member.key, isFirst: isFirst) else { continue }
                return (member.value, rest, member.keyPosition)
            }
        case .array(let elements):
            guard let (index, rest) = path.removingIndex(), elements.indices.contains(index) else { return nil }
            return (elements[index], rest, elements[index].position)
        default: break
        }
        return nil
    }
}

extension Substring.UTF8View {
    /// Whether a part of a path may end before this text.
    private var beginsPart: Bool { first == nil || first == UInt8(ascii: ".") || first == UInt8(ascii: "[") }

    private func removingPrefix(_ prefix: some Sequence<UInt8>) -> Substring.UTF8View? {
        var rest = self
        for byte in prefix {
            guard rest.popFirst() == byte else { return nil }
        }
        return rest
    }

    /// Removes the part of a member from the beginning of a path.
    fileprivate func removingPart(key: String, isFirst: Bool) -> Substring.UTF8View? {
        guard let first else { return nil }
        // The text of a part is created only for keys that need quotes.
        let rest: Substring.UTF8View? =
            if first == UInt8(ascii: "[") {
                DocumentPath.isPlain(key) ? nil : removingPrefix(DocumentPath.text(of: key, isFirst: isFirst).utf8)
            } else if isFirst {
                removingPrefix(key.utf8)
            } else if first == UInt8(ascii: ".") {
                dropFirst().removingPrefix(key.utf8)
            } else {
                nil
            }
        guard let rest, rest.beginsPart, first == UInt8(ascii: "[") || DocumentPath.isPlain(key) else { return nil }
        return rest
    }

    /// Removes `[12]` from the beginning of a path and returns the number.
    fileprivate func removingIndex() -> (Int, Substring.UTF8View)? {
        guard first == UInt8(ascii: "["), let end = firstIndex(of: UInt8(ascii: "]")),
            let index = Int(Substring(self[index(after: startIndex)..<end]))
        else { return nil }
        let rest = self[self.index(after: end)...]
        return rest.beginsPart ? (index, rest) : nil
    }
}
