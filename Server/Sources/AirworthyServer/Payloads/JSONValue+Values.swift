package import AirworthyPolicy
package import Foundation

extension JSONValue {
    /// A text, or `null`.
    package static func of(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    /// A number, or `null`.
    package static func of(_ number: Int?) -> JSONValue { number.map { .number(JSONNumber($0)) } ?? .null }
    /// A moment, or `null`.
    package static func of(_ date: Date?) -> JSONValue { date.map { .string(Timestamp.format($0)) } ?? .null }
    /// A list of texts, in their order.
    package static func of(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
