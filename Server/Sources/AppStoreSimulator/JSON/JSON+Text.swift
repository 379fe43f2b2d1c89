extension JSON {
    /// Writes the value.
    /// - Parameter pretty: With line breaks and two spaces, as App Store Connect sends it.
    /// - Returns: UTF-8.
    func bytes(pretty: Bool = true) -> [UInt8] {
        var text: [UInt8] = []
        write(to: &text, pretty: pretty, depth: 0)
        return text
    }

    /// The same as a string.
    func text(pretty: Bool = true) -> String { String(decoding: bytes(pretty: pretty), as: UTF8.self) }

    private func write(to text: inout [UInt8], pretty: Bool, depth: Int) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let bool): text += (bool ? "true" : "false").utf8
        case .integer(let integer): text += String(integer).utf8
        case .number(let number): text += "\(number)".utf8
        case .string(let string): JSON.write(string, to: &text)
        case .array(let array):
            JSON.write(array, in: (open: "[", close: "]"), to: &text, pretty: pretty, depth: depth) { value, text in
                value.write(to: &text, pretty: pretty, depth: depth + 1)
            }
        case .object(let object):
            JSON.write(object.members, in: (open: "{", close: "}"), to: &text, pretty: pretty, depth: depth) {
                member, text in
                JSON.write(member.name, to: &text)
                text += (pretty ? " : " : ":").utf8
                member.value.write(to: &text, pretty: pretty, depth: depth + 1)
            }
        }
    }

    private static func write<T>(
        _ items: [T], in brackets: (open: String, close: String), to text: inout [UInt8], pretty: Bool, depth: Int,
        _ each: (T, inout [UInt8]) -> Void
    ) {
        text += brackets.open.utf8
        for (index, item) in items.enumerated() {
            if index > 0 { text += (pretty ? "," : ",").utf8 }
            if pretty { newLine(to: &text, depth + 1) }
            each(item, &text)
        }
        if pretty, !items.isEmpty { newLine(to: &text, depth) }
        text += brackets.close.utf8
    }

    private static func newLine(to text: inout [UInt8], _ depth: Int) {
        text.append(0x0A)
        text += repeatElement(0x20, count: depth * 2)
    }

    private static func write(_ string: String, to text: inout [UInt8]) {
        text.append(0x22)
        for byte in string.utf8 {
            switch byte {
            case 0x22: text += #"\""#.utf8
            case 0x5C: text += #"\\"#.utf8
            case 0x0A: text += #"\n"#.utf8
            case 0x0D: text += #"\r"#.utf8
            case 0x09: text += #"\t"#.utf8
            case ..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                text += #"\u00"#.utf8
                text += [digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            default: text.append(byte)
            }
        }
        text.append(0x22)
    }
}
