import AirworthyPolicy

/// How a JSON text is laid out, so that what is added looks like what is there.
struct SourceStyle: Hashable, Sendable {
    /// The colon with the space behind it.
    let colon: String
    /// The comma with the space behind it, on one line.
    let comma: String
    /// The space inside the braces of an object on one line.
    let padding: String
    /// One step of indentation.
    let unit: String
    let newline: String
    let isOneLine: Bool

    init(of root: SourceText.Node, in bytes: [UInt8]) {
        let end = bytes.lastIndex { !Self.isSpace($0) } ?? 0
        isOneLine = !bytes[...end].contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        newline = bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
        let first = root.members.first
        let space = first.map { Self.space(before: $0.start, in: bytes) } ?? ""
        let lineStart = space.lastIndex { $0.isNewline }.map(space.index(after:))
        let indent = lineStart.map { String(space[$0...]) } ?? ""
        unit = indent.isEmpty ? "  " : indent
        // A line break between colon and value is nothing to repeat.
        let isTight = first.map { Self.space(before: $0.value.range.lowerBound, in: bytes).isEmpty } ?? false
        (colon, comma) = isTight ? (":", ",") : (": ", ", ")
        padding = Self.padding(in: root, of: bytes) ?? ""
    }

    func inline(_ value: JSONValue) -> String {
        switch value {
        case .array(let elements): "[" + elements.map { inline($0) }.joined(separator: comma) + "]"
        case .object(let object):
            object.members.isEmpty
                ? "{}"
                : "{" + padding + object.members.map { member($0) }.joined(separator: comma) + padding + "}"
        default: value.jsonText()
        }
    }

    /// Writes an object that holds further objects with a line for each member; any other value on one line. `indent`
    /// is that of the line that it begins on.
    func text(_ value: JSONValue, indent: String) -> String {
        guard let members = value.objectValue?.members, !isOneLine, members.contains(where: { $0.value.hasObject })
        else { return inline(value) }
        let lines = members.map { indent + unit + member($0) }
        return "{" + newline + lines.joined(separator: "," + newline) + newline + indent + "}"
    }

    /// The white space at the start of a line.
    func indentation(ofLineAt offset: Int, in bytes: [UInt8]) -> String {
        let start =
            bytes[..<offset].lastIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map { $0 + 1 } ?? 0
        let blank = bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return String(decoding: blank, as: UTF8.self)
    }

    /// Whether a byte is white space in JSON.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }

    /// The white space before an offset.
    static func space(before offset: Int, in bytes: [UInt8]) -> String {
        var start = offset
        while start > 0, isSpace(bytes[start - 1]) { start -= 1 }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    /// The space inside the braces of the first object on one line, the innermost first.
    private static func padding(in node: SourceText.Node, of bytes: [UInt8]) -> String? {
        for child in node.elements + node.members.map(\.value) {
            if let padding = padding(in: child, of: bytes) { return padding }
        }
        guard let first = node.members.first else { return nil }
        let space = space(before: first.start, in: bytes)
        return space.contains { $0.isNewline } ? nil : space
    }

    private func member(_ member: JSONObject.Member) -> String {
        JSONValue.string(member.key).jsonText() + colon + inline(member.value)
    }
}

extension JSONValue {
    /// Whether the value is an object or an array of objects.
    fileprivate var hasObject: Bool { objectValue != nil || arrayValue?.contains { $0.objectValue != nil } ?? false }
}
