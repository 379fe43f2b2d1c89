/// The value of `If-Match` or `If-None-Match`.
package enum EntityTags: Hashable, Sendable {
    /// One entity tag.
    package struct Tag: Hashable, Sendable {
        /// What stands between the quotes.
        package let text: String
        /// Whether it began with `W/`.
        package let isWeak: Bool

        /// Makes a tag.
        package init(_ text: String, isWeak: Bool = false) {
            self.text = text
            self.isWeak = isWeak
        }
    }

    /// `*`: whatever is there.
    case any
    /// A list of tags; empty elements of it do not count.
    case list([Tag])

    /// Reads a field's value, several fields joined by commas.
    /// - Parameter value: E.g. `"a", W/"b"`. `nil` is returned for what is neither a list of tags nor `*`.
    package init?(_ value: String) {
        var rest = value.utf8[...]
        Self.skipBlanks(&rest)
        if rest.elementsEqual("*".utf8) {
            self = .any
            return
        }
        var tags: [Tag] = []
        while !rest.isEmpty {
            if rest.first != Self.comma {
                guard let tag = Self.tag(&rest) else { return nil }
                tags.append(tag)
                Self.skipBlanks(&rest)
                guard rest.isEmpty || rest.first == Self.comma else { return nil }
            }
            _ = rest.popFirst()
            Self.skipBlanks(&rest)
        }
        guard !tags.isEmpty else { return nil }
        self = .list(tags)
    }

    /// Whether a tag is among these, weak or not: what `If-None-Match` asks.
    package func containsWeakly(_ text: String) -> Bool {
        switch self {
        case .any: true
        case .list(let tags): tags.contains { $0.text == text }
        }
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")

    private static func skipBlanks(_ rest: inout Substring.UTF8View) {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        while let last = rest.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { rest.removeLast() }
    }

    private static func tag(_ rest: inout Substring.UTF8View) -> Tag? {
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        guard rest.first == quote else { return nil }
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: quote) else { return nil }
        let text = rest[..<end]
        guard text.allSatisfy({ $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }) else { return nil }
        rest = rest[rest.index(after: end)...]
        return Tag(String(Substring(text)), isWeak: isWeak)
    }
}
