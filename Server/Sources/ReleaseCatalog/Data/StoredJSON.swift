import AirworthyPolicy
import Foundation

/// The data of one source, as it is stored.
protocol SourceData: Hashable, Sendable {
    /// Reads a stored body.
    /// - Throws: ``UnreadableBody`` with the first problem.
    init(body: [UInt8]) throws(UnreadableBody)
    /// The stored form. Equal data has equal bytes.
    var body: [UInt8] { get }
    /// The data without the counters and marks that only help to interpret later answers.
    var withoutBookkeeping: Self { get }
}

/// The reason why a stored row is unreadable.
struct UnreadableBody: Error, Hashable {
    let detail: String
}

/// Reading and writing of stored bodies.
extension JSONValue {
    static let bodySchema = 1

    // MARK: Writing

    /// Returns an object without the members that are `nil`.
    static func members(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(
            JSONObject(members.lazy.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }))
    }

    static func text(_ value: (some CustomStringConvertible)?) -> JSONValue? { value.map { .string($0.description) } }
    static func date(_ date: Date?) -> JSONValue? { date.map { .string(Timestamp.format($0)) } }
    static func int(_ number: Int?) -> JSONValue? { number.map { .number(JSONNumber($0)) } }
    static func flag(_ flag: Bool) -> JSONValue? { flag ? .bool(true) : nil }
    static func list(_ elements: [JSONValue]) -> JSONValue? { elements.isEmpty ? nil : .array(elements) }

    static func localizedText(_ text: LocalizedText?) -> JSONValue? {
        text.map { .members($0.texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }) }
    }

    // MARK: Reading

    /// Reads a body and checks its schema.
    static func body(_ bytes: [UInt8]) throws(UnreadableBody) -> JSONValue {
        let value: JSONValue
        do throws(DocumentError) {
            value = try JSONReader.read(bytes).jsonValue
        } catch {
            throw UnreadableBody(detail: error.finding.message)
        }
        guard value["schema"]?.intValue == bodySchema else {
            throw UnreadableBody(detail: "its schema is not \(bodySchema)")
        }
        return value
    }

    /// Reads a member that may be absent but has to be readable if it is present.
    func optional<Value>(_ key: String, as read: (JSONValue) -> Value?) throws(UnreadableBody) -> Value? {
        guard let member = self[key] else { return nil }
        guard let value = read(member) else { throw UnreadableBody(detail: "\"\(key)\" cannot be read") }
        return value
    }

    func required<Value>(_ key: String, as read: (JSONValue) -> Value?) throws(UnreadableBody) -> Value {
        guard let value = try optional(key, as: read) else { throw UnreadableBody(detail: "\"\(key)\" is missing") }
        return value
    }

    /// Reads the elements of a list; none if it is absent.
    func elements<Value>(
        of key: String, as read: (JSONValue) throws(UnreadableBody) -> Value
    ) throws(UnreadableBody) -> [Value] {
        try (try optional(key, as: \.arrayValue) ?? []).map(read)
    }

    var dateValue: Date? { stringValue.flatMap { Timestamp.parse($0) } }
    var versionValue: AppVersion? { stringValue.flatMap { try? AppVersion($0) } }
    var buildValue: BuildNumber? { stringValue.flatMap { try? BuildNumber($0) } }
    var platformValue: Platform? { stringValue.map { Platform($0) } }

    var localizedTextValue: LocalizedText? {
        guard let members = objectValue?.members else { return nil }
        var texts: [String: String] = [:]
        for member in members {
            guard let text = member.value.stringValue else { return nil }
            texts[member.key] = text
        }
        return LocalizedText(texts)
    }
}

extension Date {
    /// The date to the millisecond, as it reads after it was stored.
    var asStored: Date { Timestamp.parse(Timestamp.format(self)) ?? self }
}
