/// The parts of a query that a route knows, decoded once. What it does not know is not even looked at.
package struct Query: Sendable {
    /// The names and values that are known, in the order they were sent.
    package let items: [(name: String, value: String)]

    /// Reads a query.
    /// - Parameters:
    ///   - text: Everything after the `?`, as it was sent.
    ///   - isKnown: Whether the route knows a name.
    /// - Throws: ``Problem`` that names the parameter: a known one came twice, is no UTF-8 once percent-decoded, or has
    ///   control characters in it.
    package init(_ text: String?, isKnown: (String) -> Bool) throws(Problem) {
        var items: [(name: String, value: String)] = []
        for part in (text ?? "").utf8.split(separator: UInt8(ascii: "&")) {
            let sign = part.firstIndex(of: UInt8(ascii: "="))
            let name = PercentDecoding.decode(part[..<(sign ?? part.endIndex)], plusIsSpace: true)
            guard let name, isKnown(name) else { continue }
            guard !items.contains(where: { $0.name == name }) else {
                throw .parameter(name.forMessage, "it is there twice; send it once")
            }
            let raw = sign.map { part[part.index(after: $0)...] } ?? part[part.endIndex...]
            guard let value = PercentDecoding.decode(raw, plusIsSpace: true) else {
                throw .parameter(name.forMessage, "it is not UTF-8, percent-encoded")
            }
            guard !value.unicodeScalars.contains(where: \.isControl), !name.unicodeScalars.contains(where: \.isControl)
            else { throw .parameter(name.forMessage, "control characters are not allowed") }
            items.append((name, value))
        }
        self.items = items
    }

    /// Reads a query of which a fixed set of names is known.
    package init(_ text: String?, known: Set<String>) throws(Problem) {
        try self.init(text) { known.contains($0) }
    }

    /// The value of a parameter; `nil` if it was not sent.
    package subscript(name: String) -> String? { items.first { $0.name == name }?.value }
}
