package import AirworthyPolicy

/// The values of custom attributes as people write them in addresses, options and forms.
package enum AttributeText {
    /// Returns the value of a text: `true`, `false`, numbers and quoted strings as in JSON, any other text as a string.
    package static func value(of text: String) -> JSONValue {
        guard let first = text.utf8.first, "tf-0123456789\"".utf8.contains(first),
            let value = try? JSONReader.read(text).jsonValue
        else { return .string(text) }
        switch value {
        case .bool, .number, .string: return value
        case .null, .array, .object: return .string(text)
        }
    }
}
