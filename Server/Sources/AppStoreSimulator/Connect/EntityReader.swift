/// Reads the body of a write, and says with a pointer what is wrong with it.
struct EntityReader {
    private let document: JSON

    init(_ document: JSON) { self.document = document }

    private func data() throws(ConnectError) -> JSON {
        guard let data = document["data"], data.object != nil else {
            throw .shape("/data", "The request body has to have an object 'data'")
        }
        return data
    }

    /// - Throws: `ConnectError` unless the body is about that type, and that resource where there is one.
    func expect(_ type: String, id: String? = nil) throws(ConnectError) {
        let data = try data()
        guard data["type"]?.string == type else {
            throw .shape("/data/type", "The type has to be '\(type)'")
        }
        guard let id else { return }
        guard let given = data["id"]?.string else { throw .shape("/data/id", "The id is missing") }
        guard given == id else {
            throw .attribute("ID.INVALID", "/data/id", "The id '\(given)' is not the one of the path")
        }
    }

    /// An attribute; null counts as missing.
    func attribute(_ name: String) throws(ConnectError) -> JSON? {
        let attributes = try data()["attributes"]
        guard attributes == nil || attributes == .null || attributes?.object != nil else {
            throw .shape("/data/attributes", "The attributes have to be an object")
        }
        let value = attributes?[name]
        return value == .null ? nil : value
    }

    func text(_ name: String) throws(ConnectError) -> String? {
        guard let json = try attribute(name) else { return nil }
        guard let text = json.string else { throw Self.wrong(name, "is no text") }
        return text
    }

    func requiredText(_ name: String) throws(ConnectError) -> String {
        guard let text = try text(name), !text.isEmpty else { throw Self.missing(name) }
        return text
    }

    func bool(_ name: String) throws(ConnectError) -> Bool? {
        guard let json = try attribute(name) else { return nil }
        guard let bool = json.bool else { throw Self.wrong(name, "is neither true nor false") }
        return bool
    }

    func word(_ name: String, among words: [String]) throws(ConnectError) -> String? {
        guard let text = try text(name) else { return nil }
        guard words.contains(text) else {
            throw Self.wrong(name, "'\(text)' is none of \(words.joined(separator: ", "))")
        }
        return text
    }

    func words(_ name: String, among words: [String]) throws(ConnectError) -> [String]? {
        guard let json = try attribute(name) else { return nil }
        guard let array = json.array else { throw Self.wrong(name, "is no list") }
        var found: [String] = []
        for element in array {
            guard let text = element.string, words.contains(text) else {
                throw Self.wrong(name, "'\(element.string ?? "")' is none of \(words.joined(separator: ", "))")
            }
            found.append(text)
        }
        return found
    }

    /// The id a relationship leads to.
    func related(_ name: String, _ type: String) throws(ConnectError) -> String {
        let pointer = "/data/relationships/\(name)"
        guard let data = try data()["relationships"]?[name]?["data"], data.object != nil else {
            throw .attribute(
                "RELATIONSHIP.REQUIRED", pointer, "You must provide a value for the relationship '\(name)'")
        }
        guard data["type"]?.string == type, let id = data["id"]?.string else {
            throw .shape("\(pointer)/data", "It has to have the type '\(type)' and an id")
        }
        return id
    }

    /// The ids of a list of identifiers.
    func linkage(_ type: String) throws(ConnectError) -> [String] {
        guard let array = document["data"]?.array else {
            throw .shape("/data", "The request body has to have a list 'data'")
        }
        var ids: [String] = []
        for (index, element) in array.enumerated() {
            guard element["type"]?.string == type, let id = element["id"]?.string else {
                throw .shape("/data/\(index)", "It has to have the type '\(type)' and an id")
            }
            ids.append(id)
        }
        return ids
    }

    static func missing(_ name: String) -> ConnectError {
        .attribute(
            "ATTRIBUTE.REQUIRED", "/data/attributes/\(name)",
            "You must provide a value for the attribute '\(name)' with this request")
    }

    static func wrong(_ name: String, _ what: String) -> ConnectError {
        .attribute("ATTRIBUTE.INVALID", "/data/attributes/\(name)", "The attribute '\(name)' \(what)")
    }

    static func unrelated(_ name: String, _ type: String, _ id: String) -> ConnectError {
        .attribute(
            "RELATIONSHIP.INVALID", "/data/relationships/\(name)/data/id",
            "There is no resource of type '\(type)' with id '\(id)'")
    }
}
