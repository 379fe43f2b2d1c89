public import AirworthyPolicy

/// A type that feature values can be read as.
public protocol FeatureValue: Sendable {
    /// Reads a value.
    /// - Parameter json: The value as it was delivered.
    /// - Returns: `nil` if it is of another kind. A string is not read as a number, nor a number as a Boolean.
    static func read(_ json: JSONValue) -> Self?
}

extension Bool: FeatureValue {
    /// Reads a Boolean.
    /// - Parameter json: The value.
    /// - Returns: `nil` if it is none.
    public static func read(_ json: JSONValue) -> Bool? { json.boolValue }
}

extension Int: FeatureValue {
    /// Reads a whole number.
    /// - Parameter json: The value.
    /// - Returns: `nil` if it is none, or does not fit.
    public static func read(_ json: JSONValue) -> Int? { json.intValue }
}

extension Double: FeatureValue {
    /// Reads a number.
    /// - Parameter json: The value.
    /// - Returns: `nil` if it is none, or beyond the range.
    public static func read(_ json: JSONValue) -> Double? {
        json.numberValue.map(\.doubleValue).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension String: FeatureValue {
    /// Reads a text.
    /// - Parameter json: The value.
    /// - Returns: `nil` if it is none.
    public static func read(_ json: JSONValue) -> String? { json.stringValue }
}

extension JSONValue: FeatureValue {
    /// Takes any value.
    /// - Parameter json: The value.
    /// - Returns: The same.
    public static func read(_ json: JSONValue) -> JSONValue? { json }
}

/// The features as they were at one moment, so that everything on one screen goes by the same values.
public struct FeatureSnapshot: Hashable, Sendable {
    /// The values by key.
    public let values: [String: JSONValue]

    /// Makes a snapshot, for previews and tests.
    /// - Parameter values: The values by key.
    public init(_ values: [String: JSONValue]) { self.values = values }

    /// Whether a feature is on.
    /// - Parameters:
    ///   - key: The feature's key.
    ///   - defaultValue: What counts while nobody has said anything, or anything but a Boolean.
    /// - Returns: Whether it is on.
    public func isEnabled(_ key: String, default defaultValue: Bool = false) -> Bool {
        value(for: key, default: defaultValue)
    }

    /// A feature's value.
    /// - Parameters:
    ///   - key: The feature's key.
    ///   - defaultValue: What counts while nobody has said anything, or something of another kind.
    /// - Returns: The value.
    public func value<Value: FeatureValue>(for key: String, default defaultValue: Value) -> Value {
        values[key].flatMap(Value.read) ?? defaultValue
    }
}
