import AirworthyPolicy

extension JSONValue {
    /// The server's answer as one line for scripts, with the `schema` that every such line of this tool has.
    var jsonLine: String {
        guard case .object(let object) = self, object["schema"] == nil else { return jsonText() }
        return JSONValue.object(JSONObject([.init(key: "schema", value: 1)] + object.members)).jsonText()
    }

    /// The texts in an array, joined; `nil` unless it is an array.
    var joinedTexts: String? { arrayValue.map { $0.compactMap(\.stringValue).joined(separator: ", ") } }
}
