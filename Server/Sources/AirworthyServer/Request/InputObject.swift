package import AirworthyPolicy

/// An object somebody sent, read member by member. What is wrong is told with an RFC 6901 pointer.
package struct InputObject: Sendable {
    private let members: [DocumentNode.Member]
    private let pointer: String

    /// Reads JSON strictly, nested 32 deep at most.
    /// - Throws: ``Problem`` 400.
    package static func read(_ bytes: [UInt8]) throws(Problem) -> DocumentNode {
        do throws(DocumentError) {
            return try JSONReader.read(bytes, options: JSONReader.Options(maximumDepth: BodyLimit.depth))
        } catch {
            let place = "line \(error.position.line), column \(error.position.column)"
            throw .body(JSONPointer.from(path: error.path), "\(place): \(error.message)")
        }
    }

    /// Takes an object.
    /// - Parameters:
    ///   - node: What was sent.
    ///   - pointer: Where it stands.
    ///   - known: The members there may be; `nil`: any.
    /// - Throws: ``Problem`` 400 if it is no object, or has a member that is not known.
    package init(_ node: DocumentNode, at pointer: String = "", known: [String]?) throws(Problem) {
        guard case .object(let members) = node.value else {
            throw .body(pointer, "an object is needed here, not \(node.kindName)")
        }
        self.members = members
        self.pointer = pointer
        guard let known, let stranger = members.first(where: { !known.contains($0.key) }) else { return }
        throw .body(
            place(stranger.key.forMessage), "\"\(stranger.key.forMessage)\" is not known here; there are \(Self.list(known))")
    }

    /// Where a member stands.
    package func place(_ key: String) -> String { JSONPointer.appending(key, to: pointer) }

    /// Whether a member is there, even as `null`.
    package func has(_ key: String) -> Bool { members.contains { $0.key == key } }

    /// A member that is not `null`.
    package subscript(key: String) -> DocumentNode? {
        guard let node = members.first(where: { $0.key == key })?.value else { return nil }
        if case .null = node.value { return nil }
        return node
    }

    /// A text without control characters; `nil` when it is absent or `null`.
    package func text(_ key: String) throws(Problem) -> String? {
        guard let node = self[key] else { return nil }
        return try Self.text(node, at: place(key))
    }

    /// A text that has to be there.
    package func requiredText(_ key: String) throws(Problem) -> String {
        guard let text = try text(key) else { throw .body(place(key), "\"\(key)\" is missing") }
        return text
    }

    /// A text of some words, at most `limit` characters.
    package func words(_ key: String, limit: Int) throws(Problem) -> String? {
        guard let text = try text(key) else { return nil }
        guard (1...limit).contains(text.unicodeScalars.count), text.contains(where: { !$0.isWhitespace }) else {
            throw .body(place(key), "write 1 to \(limit) characters")
        }
        return text
    }

    /// A whole number; `nil` when it is absent or `null`.
    package func number(_ key: String) throws(Problem) -> Int? {
        guard let node = self[key] else { return nil }
        guard case .number(let number) = node.value, let value = number.intValue else {
            throw .body(place(key), "a whole number is needed here, not \(node.kindName)")
        }
        return value
    }

    /// A whole number of at least 1 that has to be there.
    package func requiredNumber(_ key: String) throws(Problem) -> Int {
        guard let number = try number(key) else { throw .body(place(key), "\"\(key)\" is missing") }
        guard number >= 1 else { throw .body(place(key), "write a whole number from 1 on") }
        return number
    }

    /// A list; `nil` when it is absent or `null`.
    package func list(_ key: String) throws(Problem) -> [(node: DocumentNode, pointer: String)]? {
        guard let node = self[key] else { return nil }
        guard case .array(let elements) = node.value else {
            throw .body(place(key), "a list is needed here, not \(node.kindName)")
        }
        return elements.enumerated().map { ($0.element, JSONPointer.appending($0.offset, to: place(key))) }
    }

    /// A list of texts; `nil` when it is absent or `null`.
    package func texts(_ key: String) throws(Problem) -> [(text: String, pointer: String)]? {
        guard let list = try list(key) else { return nil }
        var texts: [(text: String, pointer: String)] = []
        for (node, pointer) in list { texts.append((try Self.text(node, at: pointer), pointer)) }
        return texts
    }

    /// One of the names of an enumeration; `nil` when it is absent or `null`.
    package func choice<Choice: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Choice.Type
    ) throws(Problem) -> Choice? where Choice.RawValue == String {
        guard let text = try text(key) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            throw .body(place(key), "write one of \(Self.list(Choice.allCases.map(\.rawValue)))")
        }
        return choice
    }

    /// The members in the order they were sent, e.g. for attributes.
    package var all: [(key: String, node: DocumentNode)] { members.map { ($0.key, $0.value) } }

    private static func text(_ node: DocumentNode, at pointer: String) throws(Problem) -> String {
        guard case .string(let text) = node.value else {
            throw .body(pointer, "a string is needed here, not \(node.kindName)")
        }
        guard !text.unicodeScalars.contains(where: \.isControl) else {
            throw .body(pointer, "control characters are not allowed")
        }
        return text
    }

    private static func list(_ names: [String]) -> String { names.map { "\"\($0)\"" }.joined(separator: ", ") }
}
