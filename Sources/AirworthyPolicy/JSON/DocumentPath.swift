/// A path to a value in a document: `rules[2].when.version`, `["odd key"]`.
///
/// ```swift
/// DocumentPath.root.appending("rules").appending(2).appending("when").description  // "rules[2].when"
/// ```
public struct DocumentPath: Hashable, Sendable, CustomStringConvertible {
    /// A linked list, because readers create a path for every value and convert only a few of them to text.
    private indirect enum Level: Hashable, Sendable {
        case root
        case member(String, of: Level)
        case element(Int, of: Level)
    }

    private let level: Level

    private init(_ level: Level) {
        self.level = level
    }

    /// The whole document.
    public static let root = DocumentPath(.root)

    /// Returns the path of a member.
    /// - Parameter key: The key, unescaped. The text form shortens very long keys.
    /// - Returns: The path one level down.
    public func appending(_ key: String) -> DocumentPath {
        DocumentPath(.member(key, of: level))
    }

    /// Returns the path of an element.
    /// - Parameter index: The index, from 0.
    /// - Returns: The path one level down.
    public func appending(_ index: Int) -> DocumentPath {
        DocumentPath(.element(index, of: level))
    }

    /// The path as text; empty for the whole document.
    public var description: String {
        var parts: [String] = []
        var level = level
        while true {
            switch level {
            case .root:
                return parts.reversed().joined()
            case .member(let key, let parent):
                parts.append(Self.text(of: key, isFirst: parent == .root))
                level = parent
            case .element(let index, let parent):
                parts.append("[\(index)]")
                level = parent
            }
        }
    }

    /// The part of a path for a key.
    static func text(of key: String, isFirst: Bool) -> String {
        guard isPlain(key) else { return "[\(quoted(key))]" }
        return isFirst ? key : ".\(key)"
    }

    /// Whether a key is written in a path without quotes.
    static func isPlain(_ key: String) -> Bool {
        !key.isEmpty && key.utf8.count <= longestName && key.utf8.allSatisfy(isPlain)
    }

    /// Returns a name in quotes, escaped and cut to 80 characters, so that hostile input cannot fill a log.
    package static func quoted(_ name: String) -> String {
        JSONValue.string(shortened(name)).jsonText()
    }

    /// Returns a text cut to 80 characters.
    static func shortened(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let short = scalars.prefix(longestName)
        return short.endIndex == scalars.endIndex ? text : String(String.UnicodeScalarView(short)) + "…"
    }

    private static let longestName = 80

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$"):
            true
        default: false
        }
    }
}
