import AirworthyPolicy

extension InstallationFacts {
    /// Reads the body of a device. Members that are not known are ignored, and `null` is the same as nothing.
    /// - Throws: ``Problem`` 400 with the pointer of what cannot be used.
    package static func read(body object: InputObject) throws(Problem) -> InstallationFacts {
        var texts: [(name: String, value: String)] = []
        for name in names {
            if let value = try object.text(name) { texts.append((name, value)) }
        }
        var attributes: [String: JSONValue] = [:]
        if let node = object["attributes"] {
            let place = object.place("attributes")
            for (key, node) in try InputObject(node, at: place, known: nil).all {
                attributes[key] = try attribute(node, at: JSONPointer.appending(key, to: place))
            }
        }
        return InstallationFacts(.body, texts: texts, attributes: attributes)
    }

    private static func attribute(_ node: DocumentNode, at pointer: String) throws(Problem) -> JSONValue {
        switch node.value {
        case .bool, .number, .string: return node.jsonValue
        default: throw .body(pointer, "an attribute is a string, a number or a Boolean, not \(node.kindName)")
        }
    }
}
