#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Any JSON value, without loss: numbers keep their digits and objects keep the order of their members.
///
/// ```swift
/// let value: JSONValue = ["plan": "pro", "seats": 5]
/// value["seats"]?.intValue  // 5
/// value.jsonText()          // {"plan":"pro","seats":5}
///
/// let parsed = try JSONReader.read(#"{"plan": "free"}"#).jsonValue
/// parsed["plan"]?.stringValue  // "free"
/// ```
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number with its original spelling.
    case number(JSONNumber)
    /// A string, unescaped.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object with its members in order.
    case object(JSONObject)

    /// Whether the value is `null`.
    public var isNull: Bool { self == .null }

    /// The Boolean; `nil` for any other kind of value.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The number; `nil` for any other kind of value.
    public var numberValue: JSONNumber? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    /// The integer; `nil` unless the value is a whole number that fits `Int`.
    public var intValue: Int? { numberValue?.intValue }

    /// The string; `nil` for any other kind of value.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The elements; `nil` unless the value is an array.
    public var arrayValue: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The object; `nil` for any other kind of value.
    public var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// The value of a member; `nil` if the key is absent or the value is not an object.
    /// - Parameter key: The key, unescaped.
    public subscript(key: String) -> JSONValue? { objectValue?[key] }

    /// The value as JSON text, with members in their order.
    ///
    /// Only quotes, backslashes and control characters are escaped, as JSON requires.
    /// - Parameter pretty: Whether to put each element on a line of its own, indented by two spaces.
    /// - Returns: The text, without a newline at its end.
    public func jsonText(pretty: Bool = false) -> String {
        String(decoding: jsonBytes(pretty: pretty), as: UTF8.self)
    }

    /// The value as UTF-8 bytes of JSON text; see ``jsonText(pretty:)``.
    /// - Parameter pretty: Whether to put each element on a line of its own, indented by two spaces.
    /// - Returns: The bytes, without a newline at their end.
    public func jsonBytes(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.write(self)
        return writer.bytes
    }

    /// The kind of the value for error messages: `a string`, `a number`, `an object`, …
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

// MARK: - Conversions

extension JSONValue {
    /// Converts a text.
    /// - Parameter text: The text, if there is one.
    /// - Returns: A string, or `null` for `nil`.
    public static func of(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// Converts an integer.
    /// - Parameter number: The integer, if there is one.
    /// - Returns: A number, or `null` for `nil`.
    public static func of(_ number: Int?) -> JSONValue { number.map { .number(JSONNumber($0)) } ?? .null }

    /// Converts a date.
    /// - Parameter date: The date, if there is one.
    /// - Returns: A string in RFC 3339 form, see ``Timestamp``, or `null` for `nil`.
    public static func of(_ date: Date?) -> JSONValue { date.map { .string(Timestamp.format($0)) } ?? .null }

    /// Converts a value that is written as text, such as ``AppVersion``, ``Channel`` or ``Period``.
    /// - Parameter value: The value, if there is one.
    /// - Returns: A string with the value's description, or `null` for `nil`.
    public static func text(_ value: (some CustomStringConvertible)?) -> JSONValue {
        value.map { .string($0.description) } ?? .null
    }

    /// Converts a list of texts.
    /// - Parameter texts: The texts.
    /// - Returns: An array of strings in the same order.
    public static func of(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }

    /// Returns a single value as it is, and several values as an array.
    static func oneOrMany(_ values: [JSONValue]) -> JSONValue {
        values.count == 1 ? values[0] : .array(values)
    }
}

// MARK: - Literals

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    /// - Parameter nilLiteral: The `nil` literal.
    public init(nilLiteral: ()) {
        self = .null
    }

    /// Creates a Boolean.
    /// - Parameter value: The Boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Creates a number from an integer.
    /// - Parameter value: The integer.
    public init(integerLiteral value: Int) {
        self = .number(JSONNumber(value))
    }

    /// Creates a number, or `null` for a value that JSON cannot represent.
    /// - Parameter value: The floating-point value.
    public init(floatLiteral value: Double) {
        self = JSONNumber(value).map(JSONValue.number) ?? .null
    }

    /// Creates a string.
    /// - Parameter value: The string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Creates an array.
    /// - Parameter elements: The elements.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Creates an object; a repeated key keeps its first position and its last value.
    /// - Parameter elements: The keys with their values.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}
