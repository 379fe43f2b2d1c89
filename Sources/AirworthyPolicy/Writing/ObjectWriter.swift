#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Builds a JSON object member by member and leaves out absent values. Each key is added once.
package struct ObjectWriter {
    private var members: [JSONObject.Member] = []

    /// - Parameter capacity: The expected number of members.
    package init(capacity: Int = 0) { members.reserveCapacity(capacity) }

    package var value: JSONValue { .object(JSONObject(unique: members)) }

    /// Adds a member unless `value` is `nil`.
    package mutating func add(_ key: String, value: JSONValue?) {
        if let value { members.append(JSONObject.Member(key: key, value: value)) }
    }

    package mutating func add(_ key: String, value: String?) { add(key, value: value.map(JSONValue.string)) }

    mutating func add(_ key: String, value: Int?) { add(key, value: value.map { JSONValue.of($0) }) }

    mutating func add(_ key: String, value: Date?) { add(key, value: value.map { JSONValue.of($0) }) }

    /// Adds a member only if its value differs from the default.
    package mutating func add<Value: Equatable>(
        _ key: String, value: Value, unless defaultValue: Value, write: (Value) -> JSONValue
    ) {
        if value != defaultValue { add(key, value: write(value)) }
    }

    /// Adds a member, with `null` for `nil`.
    mutating func put(_ key: String, orNull value: JSONValue?) {
        members.append(JSONObject.Member(key: key, value: value ?? .null))
    }

    /// Returns an object with its members sorted by key, so that equal values give equal text.
    static func object<Value>(_ values: [String: Value], write: (Value) -> JSONValue) -> JSONValue {
        var writer = ObjectWriter()
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { writer.add(key, value: write(value)) }
        return writer.value
    }
}

extension LocalizedText {
    /// The text as written in documents: a string if no language is stated.
    var jsonValue: JSONValue {
        if texts.count == 1, let text = texts[Self.undetermined] { return .string(text) }
        return ObjectWriter.object(texts) { .string($0) }
    }
}
