/// The parser behind ``JSONReader``. It keeps open arrays and objects on a stack of its own instead of the call stack.
struct JSONParser {
    /// An open array or object.
    struct Frame {
        let isObject: Bool
        let position: TextPosition
        var elements: [DocumentNode] = []
        var members: [DocumentNode.Member] = []
        /// The keys so far, filled only when there are too many to compare one by one.
        var seen: Set<String> = []
        var key = ""
        var keyPosition: TextPosition
        var dropsValue = false
        /// Whether the cursor is inside an element or a member's value; needed for error paths.
        var isInValue = false

        var closer: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }

        mutating func append(_ node: DocumentNode) {
            isInValue = false
            if !isObject {
                elements.append(node)
            } else if !dropsValue {
                if members.isEmpty { members.reserveCapacity(4) }
                members.append(DocumentNode.Member(key: key, keyPosition: keyPosition, value: node))
            }
        }

        mutating func isNew(_ key: String) -> Bool {
            guard members.count >= 16 else {
                for member in members where member.key == key { return false }
                return true
            }
            if seen.isEmpty { seen = Set(members.lazy.map(\.key)) }
            return seen.insert(key).inserted
        }
    }

    var cursor: ByteCursor
    var stack: [Frame] = []
    private let options: JSONReader.Options
    private let maximumDepth: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, options: JSONReader.Options) {
        cursor = ByteCursor(bytes)
        self.options = options
        maximumDepth = min(max(options.maximumDepth, 1), 512)
    }

    mutating func document() throws(DocumentError) -> DocumentNode {
        cursor.skipByteOrderMark()
        cursor.skipWhitespace()
        guard !cursor.isAtEnd else {
            throw error("empty-document", message: "The document is empty; write a JSON value.")
        }
        while true {
            guard var node = try startValue() else { continue }
            while !stack.isEmpty {
                stack[stack.count - 1].append(node)
                guard let closed = try endElement() else { break }
                node = closed
            }
            guard stack.isEmpty else { continue }
            cursor.skipWhitespace()
            guard cursor.isAtEnd else { throw trailingText() }
            return node
        }
    }

    /// Reads a scalar or an empty container; opens any other container and returns `nil`.
    private mutating func startValue() throws(DocumentError) -> DocumentNode? {
        let position = cursor.position
        switch cursor.current {
        case UInt8(ascii: "\""): return DocumentNode(.string(try string()), at: position)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try open(at: position)
        case UInt8(ascii: "-"), (UInt8(ascii: "0")...UInt8(ascii: "9"))?:
            return DocumentNode(.number(try number()), at: position)
        default: return DocumentNode(try word(), at: position)
        }
    }

    private mutating func open(at position: TextPosition) throws(DocumentError) -> DocumentNode? {
        guard stack.count < maximumDepth else {
            throw error(
                "too-deep", message: "Arrays and objects are nested more than \(maximumDepth) deep; flatten them.")
        }
        stack.append(
            Frame(isObject: cursor.current == UInt8(ascii: "{"), position: position, keyPosition: position))
        cursor.advance()
        cursor.skipWhitespace()
        let top = stack.count - 1
        if cursor.current == stack[top].closer { return close() }
        try startElement()
        return nil
    }

    private mutating func close() -> DocumentNode? {
        cursor.advance()
        return stack.popLast().map { frame in
            DocumentNode(frame.isObject ? .object(frame.members) : .array(frame.elements), at: frame.position)
        }
    }

    /// Moves the cursor to the value of an element or member.
    private mutating func startElement() throws(DocumentError) {
        let top = stack.count - 1
        if stack[top].isObject { try readKey(inFrame: top) }
        stack[top].isInValue = true
    }

    private mutating func readKey(inFrame top: Int) throws(DocumentError) {
        guard cursor.current == UInt8(ascii: "\"") else { throw badKey() }
        let position = cursor.position
        let key = try string()
        stack[top].keyPosition = position
        stack[top].dropsValue = false
        if !stack[top].isNew(key) {
            guard options.duplicateKeys == .keepFirst else { throw duplicateKey(key, at: position) }
            stack[top].dropsValue = true
        }
        stack[top].key = key
        cursor.skipWhitespace()
        guard cursor.current == UInt8(ascii: ":") else {
            throw unexpected("missing-colon", wanting: "a colon after the key \(DocumentPath.quoted(key))")
        }
        cursor.advance()
        cursor.skipWhitespace()
    }

    /// Reads the text after a value: starts the next element and returns `nil`, or closes and returns the container.
    private mutating func endElement() throws(DocumentError) -> DocumentNode? {
        cursor.skipWhitespace()
        let closer = stack[stack.count - 1].closer
        if cursor.current == closer { return close() }
        let comma = cursor.position
        guard cursor.current == UInt8(ascii: ",") else { throw missingComma() }
        cursor.advance()
        cursor.skipWhitespace()
        if cursor.current == closer {
            guard options.allowsTrailingCommas else { throw trailingComma(at: comma) }
            return close()
        }
        try startElement()
        return nil
    }
}
