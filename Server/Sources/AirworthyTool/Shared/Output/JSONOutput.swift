import AirworthyPolicy
import Foundation

extension JSONValue {
    /// The value as one line for scripts, with the `schema` member that every JSON line of this tool has.
    var jsonLine: String {
        guard case .object(let object) = self, object["schema"] == nil else { return jsonText() }
        return JSONValue.object(JSONObject([.init(key: "schema", value: 1)] + object.members)).jsonText()
    }

    /// The strings of an array, joined by commas; `nil` if the value is not an array.
    var joinedTexts: String? { arrayValue.map { $0.compactMap(\.stringValue).joined(separator: ", ") } }

    /// Creates an object with its members in order.
    static func members(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(JSONObject(members.map { .init(key: $0.0, value: $0.1) }))
    }

    static func count(_ count: Int) -> JSONValue { .number(JSONNumber(count)) }

    /// Creates a string, or `null`.
    static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// Creates an RFC 3339 timestamp, or `null`.
    static func time(_ date: Date?) -> JSONValue { text(date.map(Timestamp.format)) }
}
