public import AirworthyPolicy

/// A type of feature values.
///
/// `Bool`, `Int`, `Double`, `String` and `JSONValue` conform. A type of the app can conform, too:
///
/// ```swift
/// nonisolated enum Layout: String, FeatureValue {
///     case list, grid
/// }
/// let layout = airworthy.value(for: "layout", default: Layout.list)
/// ```
/// An enumeration over strings or numbers needs no more, other types a function ``read(_:)``. `nonisolated` matters only where all code of
/// a target belongs to the main actor, as in new projects of Xcode 26.
public protocol FeatureValue: Sendable {
    /// Reads a value.
    /// - Parameter json: The value in the rules.
    /// - Returns: The value, or `nil` if it has another type. A string is not read as a number, nor a number as a Boolean.
    static func read(_ json: JSONValue) -> Self?
}

extension FeatureValue where Self: RawRepresentable, RawValue: FeatureValue {
    /// Reads the raw value.
    /// - Parameter json: The value in the rules.
    /// - Returns: The case, or `nil` for another type or an unknown raw value.
    public static func read(_ json: JSONValue) -> Self? { RawValue.read(json).flatMap(Self.init) }
}

extension Bool: FeatureValue {
    /// Reads a Boolean.
    /// - Parameter json: The value in the rules.
    /// - Returns: The Boolean, or `nil` for another type.
    public static func read(_ json: JSONValue) -> Bool? { json.boolValue }
}

extension Int: FeatureValue {
    /// Reads a whole number.
    /// - Parameter json: The value in the rules.
    /// - Returns: The number, or `nil` for another type or a number out of range.
    public static func read(_ json: JSONValue) -> Int? { json.intValue }
}

extension Double: FeatureValue {
    /// Reads a number.
    /// - Parameter json: The value in the rules.
    /// - Returns: The number, or `nil` for another type or a number out of range.
    public static func read(_ json: JSONValue) -> Double? {
        json.numberValue.map(\.doubleValue).flatMap { $0.isFinite ? $0 : nil }
    }
}

extension String: FeatureValue {
    /// Reads a string.
    /// - Parameter json: The value in the rules.
    /// - Returns: The string, or `nil` for another type.
    public static func read(_ json: JSONValue) -> String? { json.stringValue }
}

extension JSONValue: FeatureValue {
    /// Returns the value unchanged.
    /// - Parameter json: The value in the rules.
    /// - Returns: The value.
    public static func read(_ json: JSONValue) -> JSONValue? { json }
}

/// The key of a feature with the type of its values and the value in code.
///
/// ```swift
/// extension FeatureKey where Value == Int {
///     static var columns: Self { FeatureKey("columns", default: 2) }
/// }
/// let columns = airworthy.value(for: .columns)
/// ```
public struct FeatureKey<Value: FeatureValue>: Sendable {
    /// The key in the rules.
    public let name: String
    /// The value if the rules name none, or one of another type.
    public let defaultValue: Value

    /// Creates a key.
    /// - Parameters:
    ///   - name: The key in the rules.
    ///   - defaultValue: The value if the rules name none, or one of another type.
    public init(_ name: String, default defaultValue: Value) {
        self.name = name
        self.defaultValue = defaultValue
    }
}

/// The values of all features at one moment, so that a whole screen uses the same values.
///
/// ```swift
/// let features = airworthy.snapshot()
/// let columns = features.value(for: "columns", default: 2)
/// ```
public struct FeatureSnapshot: Hashable, Sendable {
    /// The values by key.
    public let values: [String: JSONValue]

    /// Creates a snapshot for previews and tests.
    ///
    /// ```swift
    /// let features = FeatureSnapshot(["new-editor": true, "columns": 3])
    /// ```
    /// - Parameter values: The values by key.
    public init(_ values: [String: JSONValue]) { self.values = values }

    /// Whether a feature is on.
    ///
    /// ```swift
    /// let isNew = features.isEnabled("new-editor")
    /// ```
    /// - Parameters:
    ///   - key: The key of the feature.
    ///   - defaultValue: The value if the rules name none, or one that is not a Boolean.
    /// - Returns: Whether it is on.
    public func isEnabled(_ key: String, default defaultValue: Bool = false) -> Bool {
        value(for: key, default: defaultValue)
    }

    /// Returns the value of a feature.
    ///
    /// ```swift
    /// let accent = features.value(for: "accent", default: "blue")
    /// ```
    /// - Parameters:
    ///   - key: The key of the feature.
    ///   - defaultValue: The value if the rules name none, or one of another type.
    /// - Returns: The value.
    public func value<Value: FeatureValue>(for key: String, default defaultValue: Value) -> Value {
        values[key].flatMap(Value.read) ?? defaultValue
    }

    /// Returns the value of a feature with a typed key.
    ///
    /// ```swift
    /// let columns = features.value(for: .columns)
    /// ```
    /// - Parameter key: The key.
    /// - Returns: The value.
    public func value<Value: FeatureValue>(for key: FeatureKey<Value>) -> Value {
        value(for: key.name, default: key.defaultValue)
    }
}
