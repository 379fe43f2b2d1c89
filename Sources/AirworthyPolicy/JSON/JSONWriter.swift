/// Writes JSON text into a growing buffer of UTF-8 bytes.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []
    private let pretty: Bool
    private var depth = 0

    init(pretty: Bool) {
        self.pretty = pretty
        bytes.reserveCapacity(1_024)
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .number(let number): bytes.append(contentsOf: number.text.utf8)
        case .string(let text): write(text)
        case .array(let elements):
            writeList(of: elements, opening: "[", closing: "]") { writer, element in writer.write(element) }
        case .object(let object):
            writeList(of: object.members, opening: "{", closing: "}") { writer, member in
                writer.write(member.key)
                writer.append(writer.pretty ? ": " : ":")
                writer.write(member.value)
            }
        }
    }

    private mutating func write(_ string: String) {
        var string = string
        bytes.append(UInt8(ascii: "\""))
        string.withUTF8 { utf8 in
            // Nearly all strings need no escape and are copied in one piece.
            var start = 0
            var next = 0
            while next < utf8.count {
                let byte = utf8[next]
                if byte < 0x20 || byte == 0x22 || byte == 0x5C {
                    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<next]))
                    appendEscape(byte)
                    start = next + 1
                }
                next += 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func writeList<Element>(
        of elements: [Element], opening: StaticString, closing: StaticString,
        write: (inout JSONWriter, Element) -> Void
    ) {
        append(opening)
        depth += 1
        for (offset, element) in elements.enumerated() {
            if offset > 0 { append(",") }
            startLine()
            write(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { startLine() }
        append(closing)
    }

    private mutating func startLine() {
        guard pretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private mutating func appendEscape(_ byte: UInt8) {
        switch byte {
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default:
            append(byte < 0x10 ? "\\u000" : "\\u001")
            bytes.append(contentsOf: String(byte & 0x0F, radix: 16).utf8)
        }
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }
}
