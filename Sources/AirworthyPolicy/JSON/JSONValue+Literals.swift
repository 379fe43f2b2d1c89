extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes `null`.
    /// - Parameter nilLiteral: Nothing.
    public init(nilLiteral: ()) {
        self = .null
    }

    /// Makes a Boolean.
    /// - Parameter value: The Boolean.
    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    /// Makes a number.
    /// - Parameter value: The integer.
    public init(integerLiteral value: Int) {
        self = .number(JSONNumber(value))
    }

    /// Makes a number, or `null` for what JSON cannot hold.
    /// - Parameter value: The floating-point value.
    public init(floatLiteral value: Double) {
        self = JSONNumber(value).map(JSONValue.number) ?? .null
    }

    /// Makes a string.
    /// - Parameter value: The string.
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    /// Makes an array.
    /// - Parameter elements: The elements.
    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }

    /// Makes an object; a repeated key keeps its first place and its last value.
    /// - Parameter elements: Keys with their values.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}
