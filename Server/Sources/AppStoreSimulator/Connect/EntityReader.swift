/// Reads the body of a write. Its errors point to the mistake.
struct EntityReader {
    private let document: JSON

    init(_ document: JSON) { self.document = document }

    private func data() throws(ConnectError) -> JSON {
        guard let data = document["data"], data.object != nil else {
            throw .malformed(at: "/data", detail: "The request body has to have an object 'data'")
        }
        return data
    }

    /// Checks the type and, if given, the id of the body's resource.
    func expect(_ type: String, id: String? = nil) throws(ConnectError) {
        let data = try data()
        guard data["type"]?.string == type else {
            throw .malformed(at: "/data/type", detail: "The type has to be '\(type)'")
        }
        guard let id else { return }
        guard let given = data["id"]?.string else { throw .malformed(at: "/data/id", detail: "The id is missing") }
        guard given == id else {
            throw .entity("ID.INVALID", at: "/data/id", detail: "The id '\(given)' is not the one of the path")
        }
    }

    /// Returns an attribute; null counts as missing.
    func attribute(_ name: String) throws(ConnectError) -> JSON? {
        let attributes = try data()["attributes"]
        guard attributes == nil || attributes == .null || attributes?.object != nil else {
            throw .malformed(at: "/data/attributes", detail: "The attributes have to be an object")
        }
        let value = attributes?[name]
        return value == .null ? nil : value
    }

    func text(_ name: String) throws(ConnectError) -> String? {
        guard let json = try attribute(name) else { return nil }
        guard let text = json.string else { throw Self.wrong(name, detail: "must be a string") }
        return text
    }

    func requiredText(_ name: String) throws(ConnectError) -> String {
        guard let text = try text(name), !text.isEmpty else { throw Self.missing(name) }
        return text
    }

    func bool(_ name: String) throws(ConnectError) -> Bool? {
        guard let json = try attribute(name) else { return nil }
        guard let bool = json.bool else { throw Self.wrong(name, detail: "must be true or false") }
        return bool
    }

    func word(_ name: String, among words: [String]) throws(ConnectError) -> String? {
        guard let text = try text(name) else { return nil }
        guard words.contains(text) else {
            throw Self.wrong(name, detail: "can not be '\(text)'; it is one of \(words.joined(separator: ", "))")
        }
        return text
    }

    func words(_ name: String, among words: [String]) throws(ConnectError) -> [String]? {
        guard let json = try attribute(name) else { return nil }
        guard let array = json.array else { throw Self.wrong(name, detail: "must be a list") }
        return try array.map { element throws(ConnectError) in
            guard let text = element.string, words.contains(text) else {
                throw Self.wrong(
                    name, detail: "can not be '\(element.string ?? "")'; it is one of \(words.joined(separator: ", "))")
            }
            return text
        }
    }

    func related(_ name: String, type: String) throws(ConnectError) -> String {
        let pointer = "/data/relationships/\(name)"
        guard let data = try data()["relationships"]?[name]?["data"], data.object != nil else {
            throw .entity(
                "RELATIONSHIP.REQUIRED", at: pointer, detail: "You must provide a value for the relationship '\(name)'")
        }
        guard data["type"]?.string == type, let id = data["id"]?.string else {
            throw .malformed(at: "\(pointer)/data", detail: "It has to have the type '\(type)' and an id")
        }
        return id
    }

    func linkage(of type: String) throws(ConnectError) -> [String] {
        guard let array = document["data"]?.array else {
            throw .malformed(at: "/data", detail: "The request body has to have a list 'data'")
        }
        return try array.enumerated().map { index, element throws(ConnectError) in
            guard element["type"]?.string == type, let id = element["id"]?.string else {
                throw .malformed(at: "/data/\(index)", detail: "It has to have the type '\(type)' and an id")
            }
            return id
        }
    }

    static func missing(_ name: String) -> ConnectError {
        .entity(
            "ATTRIBUTE.REQUIRED", at: "/data/attributes/\(name)",
            detail: "You must provide a value for the attribute '\(name)' with this request")
    }

    static func wrong(_ name: String, detail: String) -> ConnectError {
        .entity("ATTRIBUTE.INVALID", at: "/data/attributes/\(name)", detail: "The attribute '\(name)' \(detail)")
    }

    static func unrelated(_ name: String, type: String, id: String) -> ConnectError {
        .entity(
            "RELATIONSHIP.INVALID", at: "/data/relationships/\(name)/data/id",
            detail: "There is no resource of type '\(type)' with id '\(id)'")
    }
}
