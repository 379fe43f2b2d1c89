import AirworthyPolicy

/// A JSON text with the place of each value in its bytes, so that one value changes and every other byte stays.
struct SourceText: Sendable {
    /// A value in the text.
    struct Node: Sendable {
        /// The parts of an array or object.
        enum Content: Sendable {
            case scalar
            case array([Node])
            case object([Member])
        }

        let range: Range<Int>
        let content: Content

        var elements: [Node] { if case .array(let elements) = content { elements } else { [] } }
        var members: [Member] { if case .object(let members) = content { members } else { [] } }
        var isObject: Bool { if case .object = content { true } else { false } }

        /// The places of the elements or of the members with their keys.
        var items: [Range<Int>] {
            switch content {
            case .scalar: []
            case .array(let elements): elements.map(\.range)
            case .object(let members): members.map { $0.start..<$0.value.range.upperBound }
            }
        }
    }

    /// A key with its value.
    struct Member: Sendable {
        let key: String
        /// The offset of the key's first quote.
        let start: Int
        let value: Node
    }

    /// A step of a path.
    enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    let bytes: [UInt8]
    let root: Node
    let style: SourceStyle

    /// Reads a text.
    /// - Throws: ``DocumentError`` if it is not strict JSON.
    init(_ bytes: [UInt8]) throws(DocumentError) {
        _ = try JSONReader.read(bytes)
        self.bytes = bytes
        var scanner = SourceScanner(bytes: bytes)
        root = scanner.value()
        style = SourceStyle(of: root, in: bytes)
    }

    // MARK: Reading

    /// The value at a path; `nil` if there is none.
    func node(at path: [Step]) -> Node? {
        var node = root
        for step in path {
            switch step {
            case .key(let key):
                guard let member = node.members.first(where: { $0.key == key }) else { return nil }
                node = member.value
            case .index(let index):
                guard node.elements.indices.contains(index) else { return nil }
                node = node.elements[index]
            }
        }
        return node
    }

    /// The value of a node without its place.
    func value(of node: Node) -> JSONValue { (try? JSONReader.read(bytes[node.range]))?.jsonValue ?? .null }

    /// The value at a path; `nil` if there is none.
    func value(at path: [Step]) -> JSONValue? { node(at: path).map(value) }

    func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The lines of a range, counted from 1.
    func lines(of range: Range<Int>) -> ClosedRange<Int> {
        let first = Self.lineBreaks(in: bytes[..<range.lowerBound]) + 1
        return first...(first + Self.lineBreaks(in: bytes[range]))
    }

    /// The number of line breaks as ``JSONReader`` counts them: a line feed, a carriage return, or both together.
    private static func lineBreaks(in bytes: ArraySlice<UInt8>) -> Int {
        var count = 0
        var last: UInt8 = 0
        for byte in bytes {
            if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") && last != UInt8(ascii: "\r") { count += 1 }
            last = byte
        }
        return count
    }

    // MARK: Changing

    /// Replaces the value at a path, or adds it as the last member of an object that exists. An equal value changes
    /// nothing. The path's parent has to exist.
    /// - Throws: ``DocumentError`` if the result cannot be read, such as a text with too many combining marks.
    func setting(_ value: JSONValue, at path: [Step]) throws(DocumentError) -> SourceText {
        if let node = node(at: path) {
            guard self.value(of: node) != value else { return self }
            return try replacing(node.range, with: style.inline(value))
        }
        guard case .key(let key)? = path.last, let parent = node(at: Array(path.dropLast())), parent.isObject else {
            return self
        }
        let text = JSONValue.string(key).jsonText() + style.colon
        return try inserting(at: parent.items.count, in: parent) { indent in
            // A member on a line of its own has room for the members of its value.
            text + (indent.map { style.text(value, indent: $0) } ?? style.inline(value))
        }
    }

    /// Adds an element to the array at a path, at an index from 0 to the number of elements.
    func inserting(_ value: JSONValue, at index: Int, in path: [Step]) throws(DocumentError) -> SourceText {
        guard let parent = node(at: path), !parent.isObject else { return self }
        // One line each if the others have one line each.
        let isInline =
            if let last = parent.elements.last { lines(of: last.range).count == 1 } else { style.isOneLine }
        return try inserting(at: index, in: parent) { indent in
            if let indent, !isInline { return style.text(value, indent: indent) }
            return style.inline(value)
        }
    }

    /// Removes the member or element at a path.
    func removing(at path: [Step]) throws(DocumentError) -> SourceText {
        guard let node = node(at: path), let parent = self.node(at: Array(path.dropLast())) else { return self }
        let items = parent.items
        guard let index = items.firstIndex(where: { $0.upperBound == node.range.upperBound }) else { return self }
        if index + 1 < items.count {
            return try replacing(items[index].lowerBound..<items[index + 1].lowerBound, with: "")
        }
        if index > 0 { return try replacing(items[index - 1].upperBound..<items[index].upperBound, with: "") }
        let inside = parent.range.lowerBound + 1..<parent.range.upperBound - 1
        // The white space of an empty list that got its first element stays behind it: see `inserting`.
        let end = items[0].lowerBound == inside.lowerBound ? items[0].upperBound : inside.upperBound
        return try replacing(inside.lowerBound..<end, with: "")
    }

    /// Replaces the elements, at least one, of a list of texts, which may be a single text. Elements that stay are not
    /// touched.
    func settingList(_ texts: [String], at path: [Step]) throws(DocumentError) -> SourceText {
        let value: JSONValue = texts.count == 1 ? .string(texts[0]) : .of(texts)
        guard let node = node(at: path), case .array(let elements) = node.content else {
            return try setting(value, at: path)
        }
        let old = elements.map { self.value(of: $0).stringValue }
        guard old != texts.map(Optional.some) else { return self }
        guard texts.count > 1 else { return try setting(value, at: path) }
        var text = self
        let start = zip(old, texts).prefix { $0 == $1 }.count
        let rest = min(old.count, texts.count) - start
        let end = zip(old.reversed(), texts.reversed()).prefix(rest).prefix { $0 == $1 }.count
        let (mine, wanted) = (old.count - end - start, texts.count - end - start)
        for index in start..<start + min(mine, wanted) {
            text = try text.setting(.string(texts[index]), at: path + [.index(index)])
        }
        for index in start + min(mine, wanted)..<start + wanted {
            text = try text.inserting(.string(texts[index]), at: index, in: path)
        }
        for index in (start + min(mine, wanted)..<start + mine).reversed() {
            text = try text.removing(at: path + [.index(index)])
        }
        return text
    }

    /// Replaces the key of the member at a path.
    /// - Throws: ``DocumentError`` if the object has that key already.
    func renamingKey(to key: String, at path: [Step]) throws(DocumentError) -> SourceText {
        guard case .key(let old)? = path.last, old != key, let parent = node(at: Array(path.dropLast())),
            let member = parent.members.first(where: { $0.key == old })
        else { return self }
        var scanner = SourceScanner(bytes: bytes, offset: member.start)
        return try replacing(member.start..<scanner.string(), with: JSONValue.string(key).jsonText())
    }

    /// Adds an item to an array or object. `text` gets the indentation of the item's line; `nil` if it shares one.
    private func inserting(
        at index: Int, in parent: Node, text: (String?) -> String
    ) throws(DocumentError) -> SourceText {
        let items = parent.items
        guard let last = items.last else { return try fillingEmpty(parent, text: text) }
        let separator = separator(in: items)
        let startsLine = separator.contains { $0.isNewline }
        let hasOwnLine = startsLine || lines(of: last).count > 1
        let item = text(hasOwnLine ? style.indentation(ofLineAt: last.lowerBound, in: bytes) : nil)
        if items.indices.contains(index) {
            let start = items[index].lowerBound
            return try replacing(start..<start, with: item + "," + separator)
        }
        return try replacing(last.upperBound..<last.upperBound, with: "," + separator + item)
    }

    private func fillingEmpty(_ parent: Node, text: (String?) -> String) throws(DocumentError) -> SourceText {
        let inside = parent.range.lowerBound + 1..<parent.range.upperBound - 1
        guard inside.isEmpty, !style.isOneLine else {
            return try replacing(inside.lowerBound..<inside.lowerBound, with: text(nil))
        }
        let indent = style.indentation(ofLineAt: parent.range.lowerBound, in: bytes)
        let inner = indent + style.unit
        return try replacing(inside, with: style.newline + inner + text(inner) + style.newline + indent)
    }

    /// The white space between a comma and the next item.
    private func separator(in items: [Range<Int>]) -> String {
        let space = SourceStyle.space(before: items[items.count - 1].lowerBound, in: bytes)
        return items.count > 1 || space.contains { $0.isNewline } ? space : String(style.comma.dropFirst())
    }

    private func replacing(_ range: Range<Int>, with text: String) throws(DocumentError) -> SourceText {
        var changed = bytes
        changed.replaceSubrange(range, with: Array(text.utf8))
        return try SourceText(changed)
    }
}

/// Finds the places of the values in a text that ``JSONReader`` has read, so that every byte is where the grammar wants it.
private struct SourceScanner {
    let bytes: [UInt8]
    var offset = 0

    mutating func value() -> SourceText.Node {
        if offset == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        skipSpace()
        let start = offset
        switch bytes[offset] {
        case UInt8(ascii: "{"):
            let members = list(until: UInt8(ascii: "}")) { scanner in
                let start = scanner.offset
                let end = scanner.string()
                let key = (try? JSONReader.read(scanner.bytes[start..<end]))?.jsonValue.stringValue ?? ""
                scanner.skipSpace()
                scanner.offset += 1
                return SourceText.Member(key: key, start: start, value: scanner.value())
            }
            return SourceText.Node(range: start..<offset, content: .object(members))
        case UInt8(ascii: "["):
            let elements = list(until: UInt8(ascii: "]")) { $0.value() }
            return SourceText.Node(range: start..<offset, content: .array(elements))
        case UInt8(ascii: "\""):
            offset = string()
        default:
            while offset < bytes.count, !Self.ends.contains(bytes[offset]) { offset += 1 }
        }
        return SourceText.Node(range: start..<offset, content: .scalar)
    }

    /// Skips a string, and returns the offset behind its closing quote.
    mutating func string() -> Int {
        offset += 1
        while bytes[offset] != UInt8(ascii: "\"") { offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1 }
        offset += 1
        return offset
    }

    private mutating func list<Item>(until end: UInt8, item: (inout SourceScanner) -> Item) -> [Item] {
        var items: [Item] = []
        offset += 1
        skipSpace()
        while bytes[offset] != end {
            items.append(item(&self))
            skipSpace()
            if bytes[offset] == UInt8(ascii: ",") {
                offset += 1
                skipSpace()
            }
        }
        offset += 1
        return items
    }

    private mutating func skipSpace() {
        while offset < bytes.count, SourceStyle.isSpace(bytes[offset]) { offset += 1 }
    }

    /// The bytes that end a number or a word.
    private static let ends: Set<UInt8> = Set(",]} \t\r\n".utf8)
}
