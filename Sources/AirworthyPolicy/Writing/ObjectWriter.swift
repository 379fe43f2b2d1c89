#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Puts an object together, leaving out what is absent. Each key is added once.
struct ObjectWriter {
    private var members: [JSONObject.Member] = []

    /// - Parameter capacity: How many members are expected.
    init(capacity: Int = 0) { members.reserveCapacity(capacity) }

    var value: JSONValue { .object(JSONObject(unique: members)) }

    mutating func add(_ key: String, value: JSONValue?) {
        if let value { members.append(JSONObject.Member(key: key, value: value)) }
    }

    /// Adds `null` too.
    mutating func put(_ key: String, orNull value: JSONValue?) {
        members.append(JSONObject.Member(key: key, value: value ?? .null))
    }

    mutating func add(_ key: String, value text: String?) { add(key, value: text.map(JSONValue.string)) }

    mutating func add(_ key: String, value number: Int?) {
        add(key, value: number.map { JSONValue.number(JSONNumber($0)) })
    }

    mutating func add(_ key: String, value date: Date?) {
        add(key, value: date.map { JSONValue.string(Timestamp.format($0)) })
    }

    /// Writes a value only where it differs from the default.
    mutating func add<Value: Equatable>(
        _ key: String, value: Value, unless defaultValue: Value, write: (Value) -> JSONValue
    ) {
        if value != defaultValue { add(key, value: write(value)) }
    }

    /// Members in the order of their keys, so that the same value is always the same text.
    static func object<Value>(_ values: [String: Value], write: (Value) -> JSONValue) -> JSONValue {
        var writer = ObjectWriter()
        for (key, value) in values.sorted(by: { $0.key < $1.key }) { writer.add(key, value: write(value)) }
        return writer.value
    }
}

extension JSONValue {
    /// One value alone, several as a list.
    static func oneOrMany(_ values: [JSONValue]) -> JSONValue {
        values.count == 1 ? values[0] : .array(values)
    }

    static func text(_ value: some CustomStringConvertible) -> JSONValue { .string(value.description) }
}

extension LocalizedText {
    /// The text as written in documents: one string if no language is stated.
    var jsonValue: JSONValue {
        if texts.count == 1, let text = texts[Self.undetermined] { return .string(text) }
        return ObjectWriter.object(texts) { .string($0) }
    }
}
