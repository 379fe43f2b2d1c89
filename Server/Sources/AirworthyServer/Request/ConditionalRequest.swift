import ControlPlane
import HTTPTypes
import Hummingbird

extension Request {
    /// Returns the precondition in `If-Match` and `If-None-Match`. `current` returns the tag of the current version,
    /// `nil` for none; it is called for `If-Match: *` only.
    ///
    /// Weak tags never match, as RFC 9110 defines for `If-Match`.
    /// - Throws: ``HTTPProblem`` 400 for an invalid header, 412 if it cannot hold; errors of `current`.
    func precondition(current: () async throws -> String?) async throws -> Precondition {
        let match = try headers[.ifMatch].map { value throws(HTTPProblem) in
            guard let tags = EntityTags(value) else {
                throw HTTPProblem(.invalid, detail: "If-Match: write the entity tag in quotes, as in ETag")
            }
            return tags
        }
        guard let none = headers[.ifNoneMatch] else {
            switch match {
            case nil: return .unspecified
            case .list(let tags): return .matches(tags.filter { !$0.isWeak }.map(\.text))
            case .any:
                guard let tag = try await current() else {
                    throw HTTPProblem(
                        .preconditionFailed, detail: "If-Match: * requires an earlier version, and there is none")
                }
                return .matches([tag])
            }
        }
        guard EntityTags(none) == .any else {
            throw HTTPProblem(
                .invalid, detail: "If-None-Match: only * is supported here, for the first version")
        }
        // One requires an earlier version and the other requires none, so at least one does not hold.
        guard match == nil else {
            throw HTTPProblem(
                .preconditionFailed, detail: "If-Match and If-None-Match contradict each other; send one of them")
        }
        return .nothingPublished
    }

    /// Whether `If-None-Match` names an entity tag.
    func matchesEntityTag(_ tag: String) -> Bool {
        headers[.ifNoneMatch].flatMap(EntityTags.init)?.containsWeakly(tag) ?? false
    }
}

/// The value of `If-Match` or `If-None-Match`.
enum EntityTags: Hashable, Sendable {
    /// A single entity tag.
    struct Tag: Hashable, Sendable {
        /// The text between the quotes.
        let text: String
        /// Whether the tag starts with `W/`.
        let isWeak: Bool

        init(_ text: String, isWeak: Bool = false) {
            self.text = text
            self.isWeak = isWeak
        }
    }

    /// `*`: any tag.
    case any
    /// A list of tags, without its empty elements.
    case list([Tag])

    /// Parses a header value, e.g. `"a", W/"b"`; several headers are joined by commas. The result is `nil` for anything
    /// but a list of tags or `*`.
    init?(_ value: String) {
        var rest = value.utf8[...]
        Self.trimBlanks(&rest)
        if rest.elementsEqual("*".utf8) {
            self = .any
            return
        }
        var tags: [Tag] = []
        while !rest.isEmpty {
            if rest.first != Self.comma {
                guard let tag = Self.parseTag(&rest) else { return nil }
                tags.append(tag)
                Self.trimBlanks(&rest)
                guard rest.isEmpty || rest.first == Self.comma else { return nil }
            }
            _ = rest.popFirst()
            Self.trimBlanks(&rest)
        }
        guard !tags.isEmpty else { return nil }
        self = .list(tags)
    }

    /// Whether the tags include one, weak or strong, as `If-None-Match` compares.
    func containsWeakly(_ text: String) -> Bool {
        switch self {
        case .any: true
        case .list(let tags): tags.contains { $0.text == text }
        }
    }

    private static let comma = UInt8(ascii: ",")
    private static let quote = UInt8(ascii: "\"")

    private static func trimBlanks(_ rest: inout Substring.UTF8View) {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        while let last = rest.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { rest.removeLast() }
    }

    private static func parseTag(_ rest: inout Substring.UTF8View) -> Tag? {
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
