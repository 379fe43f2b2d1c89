/// Any JSON value, without loss: numbers keep their digits, objects their order.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number as it was written.
    case number(JSONNumber)
    /// A string, unescaped.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object with its members in order.
    case object(JSONObject)

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The Boolean, if this is one.
    public var boolValue: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The number, if this is one.
    public var numberValue: JSONNumber? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    /// The number as an integer, if this is a whole number that fits.
    public var intValue: Int? { numberValue?.intValue }

    /// The string, if this is one.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The elements, if this is an array.
    public var arrayValue: [JSONValue]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// The object, if this is one.
    public var objectValue: JSONObject? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// A member's value; `nil` when the key is absent or this is not an object.
    /// - Parameter key: The key, unescaped.
    public subscript(key: String) -> JSONValue? { objectValue?[key] }
}
