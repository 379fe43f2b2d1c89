import AirworthyPolicy
import ControlPlane

/// A JSON object in a request body, read member by member. Errors carry the RFC 6901 pointer of the member.
struct InputObject: RequestValues, Sendable {
    private let members: [DocumentNode.Member]
    private let pointer: String

    /// Parses JSON strictly, with at most 32 nested arrays and objects.
    /// - Throws: ``HTTPProblem`` 400.
    static func parse(_ bytes: [UInt8]) throws(HTTPProblem) -> DocumentNode {
        do throws(DocumentError) {
            return try JSONReader.read(bytes, options: JSONReader.Options(maximumDepth: BodyLimit.jsonDepth))
        } catch {
            let place = "line \(error.position.line), column \(error.position.column)"
            throw .body(at: JSONPointer.from(path: error.path), detail: "\(place): \(error.message)")
        }
    }

    /// Creates an input from a parsed value. `known` has the names of the members; `nil` allows any.
    /// - Throws: ``HTTPProblem`` 400 if the value is not an object or has an unknown member.
    init(_ node: DocumentNode, at pointer: String = "", known: [String]?) throws(HTTPProblem) {
        guard case .object(let members) = node.value else {
            throw .body(at: pointer, detail: "expected an object, found \(node.kindName)")
        }
        self.members = members
        self.pointer = pointer
        guard let known, let unknown = members.first(where: { !known.contains($0.key) }) else { return }
        let name = unknown.key.forMessage
        throw .body(at: place(of: name), detail: "\"\(name)\" is unknown; expected one of: \(Self.list(known))")
    }

    /// The pointer of a member.
    func place(of key: String) -> String { JSONPointer.appending(key, to: pointer) }

    /// Whether the object has a member, also if it is `null`.
    func has(_ key: String) -> Bool { members.contains { $0.key == key } }

    /// The value of a member; `nil` if it is absent or `null`.
    subscript(key: String) -> DocumentNode? {
        guard let node = members.first(where: { $0.key == key })?.value else { return nil }
        if case .null = node.value { return nil }
        return node
    }

    /// Returns a string without control characters; `nil` if it is absent or `null`.
    func text(_ key: String) throws(HTTPProblem) -> String? {
        guard let node = self[key] else { return nil }
        return try Self.text(node, at: place(of: key))
    }

    func problem(with key: String, detail: String) -> HTTPProblem { .body(at: place(of: key), detail: detail) }

    /// Returns a whole number; `nil` if it is absent or `null`.
    func number(_ key: String) throws(HTTPProblem) -> Int? {
        guard let node = self[key] else { return nil }
        guard case .number(let number) = node.value, let value = number.intValue else {
            throw problem(with: key, detail: "expected a whole number, found \(node.kindName)")
        }
        return value
    }

    /// Returns a required whole number from 1 on.
    func requiredNumber(_ key: String) throws(HTTPProblem) -> Int {
        let number = try required(key, value: try number(key))
        guard number >= 1 else { throw problem(with: key, detail: "write a whole number from 1 on") }
        return number
    }

    /// Returns the elements of an array; `nil` if it is absent or `null`.
    func list(_ key: String) throws(HTTPProblem) -> [(node: DocumentNode, pointer: String)]? {
        guard let node = self[key] else { return nil }
        guard case .array(let elements) = node.value else {
            throw problem(with: key, detail: "expected an array, found \(node.kindName)")
        }
        return elements.enumerated().map { ($0.element, JSONPointer.appending($0.offset, to: place(of: key))) }
    }

    /// Returns the strings of an array; `nil` if it is absent or `null`.
    func texts(_ key: String) throws(HTTPProblem) -> [(text: String, pointer: String)]? {
        guard let list = try list(key) else { return nil }
        return try list.map { node, pointer throws(HTTPProblem) in (try Self.text(node, at: pointer), pointer) }
    }

    /// Returns a case of an enumeration by its raw value; `nil` if it is absent or `null`.
    func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, of type: Choice.Type
    ) throws(HTTPProblem) -> Choice? where Choice.RawValue == String {
        try word(key, among: Choice.allCases.map(\.rawValue)).flatMap(Choice.known)
    }

    /// Returns one of some words; `nil` if it is absent or `null`.
    func word(_ key: String, among words: [String]) throws(HTTPProblem) -> String? {
        guard let text = try text(key) else { return nil }
        guard words.contains(text) else {
            throw problem(with: key, detail: "expected one of: \(Self.list(words))")
        }
        return text
    }

    /// All members in their order.
    var all: [(key: String, node: DocumentNode)] { members.map { ($0.key, $0.value) } }

    /// Returns a string without control characters.
    static func text(
        _ node: DocumentNode, at pointer: @autoclosure () -> String
    ) throws(HTTPProblem) -> String {
        guard case .string(let text) = node.value else {
            throw .body(at: pointer(), detail: "expected a string, found \(node.kindName)")
        }
        guard !text.unicodeScalars.contains(where: \.isControl) else {
            throw .body(at: pointer(), detail: InputText.noControls)
        }
        return text
    }

    private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
