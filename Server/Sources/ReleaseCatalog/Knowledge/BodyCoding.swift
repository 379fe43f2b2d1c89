import AirworthyPolicy
import Foundation

/// What is remembered of one source, and its form at rest.
protocol SourceMemory: Hashable, Sendable {
    /// Reads what ``body`` wrote.
    /// - Throws: ``UnreadableBody`` with the first thing that is wrong.
    init(body: [UInt8]) throws(UnreadableBody)
    /// The same memory is always the same bytes.
    var body: [UInt8] { get }
    /// The memory without what only helps to judge the next answer.
    var facts: Self { get }
}

/// A stored row that cannot be read.
struct UnreadableBody: Error, Hashable {
    /// What is wrong, and where.
    let detail: String
}

extension JSONValue {
    /// The version of all bodies.
    static let bodySchema = 1

    /// An object of what is known.
    static func facts(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(
            JSONObject(members.lazy.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }))
    }

    static func text(_ value: (some CustomStringConvertible)?) -> JSONValue? { value.map { .string($0.description) } }
    static func date(_ date: Date?) -> JSONValue? { date.map { .string(Timestamp.format($0)) } }
    static func whole(_ number: Int?) -> JSONValue? { number.map { .number(JSONNumber($0)) } }
    static func flag(_ flag: Bool) -> JSONValue? { flag ? .bool(true) : nil }
    static func list(_ elements: [JSONValue]) -> JSONValue? { elements.isEmpty ? nil : .array(elements) }

    static func texts(_ text: LocalizedText?) -> JSONValue? {
        text.map { text in
            .object(
                JSONObject(
                    text.texts.sorted { $0.key < $1.key }
                        .map { JSONObject.Member(key: $0.key, value: .string($0.value)) }))
        }
    }

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

    /// A member that may be absent but, when it is there, has to be readable.
    func optional<Value>(_ key: String, _ read: (JSONValue) -> Value?) throws(UnreadableBody) -> Value? {
        guard let member = self[key] else { return nil }
        guard let value = read(member) else { throw UnreadableBody(detail: "\"\(key)\" cannot be read") }
        return value
    }

    /// A member that has to be there.
    func needed<Value>(_ key: String, _ read: (JSONValue) -> Value?) throws(UnreadableBody) -> Value {
        guard let value = try optional(key, read) else { throw UnreadableBody(detail: "\"\(key)\" is missing") }
        return value
    }

    /// The elements of a list, none if it is absent.
    func each<Value>(
        _ key: String, _ read: (JSONValue) throws(UnreadableBody) -> Value
    ) throws(UnreadableBody) -> [Value] {
        var values: [Value] = []
        for element in try optional(key, \.arrayValue) ?? [] { values.append(try read(element)) }
        return values
    }

    var asDate: Date? { stringValue.flatMap { Timestamp.parse($0) } }
    var asVersion: AppVersion? { stringValue.flatMap { try? AppVersion($0) } }
    var asBuild: BuildNumber? { stringValue.flatMap { try? BuildNumber($0) } }
    var asPlatform: Platform? { stringValue.map { Platform($0) } }

    var asTexts: LocalizedText? {
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
    /// The instant to the millisecond, as it reads after it was stored.
    var asStored: Date { Timestamp.parse(Timestamp.format(self)) ?? self }
}
