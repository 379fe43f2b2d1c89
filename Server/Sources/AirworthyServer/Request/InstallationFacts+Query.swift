import AirworthyPolicy

extension InstallationFacts {
    /// What the names of attributes begin with in a query.
    package static let attributePrefix = "attribute."
    /// Every name, to look one up quickly.
    private static let known = Set(names + ["explain"])

    /// Reads the query of a route about one copy.
    /// - Parameter text: Everything after the `?`.
    /// - Returns: The facts, and whether a trace is asked for.
    /// - Throws: ``Problem`` 400 that names the parameter.
    package static func read(query text: String?) throws(Problem) -> (facts: InstallationFacts, explain: Bool) {
        let query = try Query(text) { known.contains($0) || $0.hasPrefix(attributePrefix) }
        var texts: [(name: String, value: String)] = []
        var attributes: [String: JSONValue] = [:]
        for (name, value) in query.items {
            if !name.hasPrefix(attributePrefix) {
                texts.append((name, value))
            } else if name.utf8.count > attributePrefix.utf8.count {
                attributes[String(name.dropFirst(attributePrefix.count))] = attribute(value)
            } else {
                throw .parameter(attributePrefix, "a name is missing after the dot")
            }
        }
        return (InstallationFacts(.query, texts: texts, attributes: attributes), try query.flag("explain"))
    }

    /// `true`, `false`, numbers and quoted strings are what JSON says they are; anything else is the text itself.
    static func attribute(_ text: String) -> JSONValue {
        guard let first = text.utf8.first, "tf-0123456789\"".utf8.contains(first),
            let value = try? JSONReader.read(text).jsonValue
        else { return .string(text) }
        switch value {
        case .bool, .number, .string: return value
        case .null, .array, .object: return .string(text)
        }
    }
}
