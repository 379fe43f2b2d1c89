import Foundation

/// The members of a JSON object. They are written sorted by name.
typealias JSONObject = [String: JSON]

indirect enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)

    init(_ text: String?) { self = text.map(JSON.string) ?? .null }

    var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    var array: [JSON]? {
        if case .array(let array) = self { array } else { nil }
    }

    var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    var integer: Int? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }

    subscript(name: String) -> JSON? { object?[name] }

    /// The text that a filter compares; Booleans are `true` and `false`.
    var filterText: String? {
        switch self {
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): String(integer)
        case .string(let string): string
        default: nil
        }
    }
}

// There is no nil literal: `nil` means "no such member".
extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension JSON: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try container.decode([JSON].self))
        } else {
            self = .object(try container.decode(JSONObject.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .string(let string): try container.encode(string)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }

    init(bytes: [UInt8]) throws(ControlError) {
        do {
            self = try JSONDecoder().decode(JSON.self, from: Data(bytes))
        } catch {
            throw JSONSyntaxCheck.explanation(of: bytes)
        }
        try JSONSyntaxCheck.rejectLeniencies(in: bytes)
    }

    init(text: String) throws(ControlError) { try self.init(bytes: Array(text.utf8)) }

    /// Returns the value as UTF-8, with line breaks and indentation, as App Store Connect does, if `pretty`.
    func bytes(pretty: Bool = true) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        // Encoding fails for infinite numbers only, which no value has.
        return (try? encoder.encode(self)).map(Array.init) ?? []
    }

    func text(pretty: Bool = true) -> String { String(decoding: bytes(pretty: pretty), as: UTF8.self) }
}
