/// Reads JSON, and says where it is none.
struct JSONParser {
    private static let deepest = 64

    private let bytes: [UInt8]
    private var position = 0

    /// - Throws: `ControlError` with the line.
    static func parse(_ bytes: [UInt8]) throws(AppStoreSimulator.ControlError) -> JSON {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .init("is no UTF-8") }
        var parser = JSONParser(bytes: bytes)
        let value = try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.problem("something follows the end") }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func problem(_ what: String) -> AppStoreSimulator.ControlError {
        let line = bytes[..<min(position, bytes.count)].count { $0 == 0x0A } + 1
        return .init("is no JSON: line \(line): \(what)")
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
    }

    private mutating func value(depth: Int) throws(AppStoreSimulator.ControlError) -> JSON {
        guard depth < Self.deepest else { throw problem("too deep") }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case let byte? where "-0123456789".utf8.contains(byte): return try number()
        default:
            for (word, value) in [("true", JSON.bool(true)), ("false", .bool(false)), ("null", .null)]
            where bytes[position...].starts(with: word.utf8) {
                position += word.utf8.count
                return value
            }
            throw problem(next == nil ? "it ends too early" : "a value was expected")
        }
    }

    private mutating func object(depth: Int) throws(AppStoreSimulator.ControlError) -> JSON {
        position += 1
        var object = JSONObject()
        skipSpace()
        if take("}") { return .object(object) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw problem("a name in quotes was expected") }
            let name = try string()
            skipSpace()
            guard take(":") else { throw problem("`:` was expected after \"\(name)\"") }
            guard object[name] == nil else { throw problem("\"\(name)\" is there twice") }
            object[name] = try value(depth: depth + 1)
            skipSpace()
            if take("}") { return .object(object) }
            guard take(",") else { throw problem("`,` or `}` was expected") }
        }
    }

    private mutating func array(depth: Int) throws(AppStoreSimulator.ControlError) -> JSON {
        position += 1
        var array: [JSON] = []
        skipSpace()
        if take("]") { return .array(array) }
        while true {
            array.append(try value(depth: depth + 1))
            skipSpace()
            if take("]") { return .array(array) }
            guard take(",") else { throw problem("`,` or `]` was expected") }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func number() throws(AppStoreSimulator.ControlError) -> JSON {
        let start = position
        while let byte = next, "+-.eE0123456789".utf8.contains(byte) { position += 1 }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if let integer = Int(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw problem("`\(text)` is no number") }
        return .number(number)
    }

    private mutating func string() throws(AppStoreSimulator.ControlError) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += String(try escaped()).utf8
            case ..<0x20: throw problem("a control character in a string")
            default: text.append(byte)
            }
        }
        throw problem("a string without an end")
    }

    private mutating func escaped() throws(AppStoreSimulator.ControlError) -> Character {
        let plain: [UInt8: Character] = [
            0x22: "\"", 0x5C: "\\", 0x2F: "/", 0x62: "\u{8}", 0x66: "\u{C}", 0x6E: "\n", 0x72: "\r", 0x74: "\t",
        ]
        guard let byte = next else { throw problem("a string without an end") }
        position += 1
        if let character = plain[byte] { return character }
        guard byte == UInt8(ascii: "u") else { throw problem("an unknown escape") }
        var code = try hexadecimal()
        if (0xD800..<0xDC00).contains(code), take("\\"), take("u") {
            let low = try hexadecimal()
            guard (0xDC00..<0xE000).contains(low) else { throw problem("half of a character") }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(code) else { throw problem("half of a character") }
        return Character(scalar)
    }

    private mutating func hexadecimal() throws(AppStoreSimulator.ControlError) -> UInt32 {
        guard position + 4 <= bytes.count,
            let code = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
        else { throw problem("four hexadecimal digits were expected") }
        position += 4
        return code
    }
}

extension JSON {
    /// - Throws: `ControlError` with the line where it is no JSON.
    init(text: String) throws(AppStoreSimulator.ControlError) {
        self = try JSONParser.parse(Array(text.utf8))
    }
}
