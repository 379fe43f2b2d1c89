/// Where in a document something is, as people write it: `rules[2].when.version`, `["odd key"]`.
public struct DocumentPath: Hashable, Sendable, CustomStringConvertible {
    /// The path as text; empty for the whole document.
    public let description: String

    /// The whole document.
    public static let root = DocumentPath(description: "")

    private init(description: String) {
        self.description = description
    }

    /// The path of a member.
    /// - Parameter key: The key, unescaped. Very long keys are shortened in the text.
    /// - Returns: The path one level down.
    public func appending(_ key: String) -> DocumentPath {
        let isPlain = !key.isEmpty && key.utf8.allSatisfy(Self.isPlain) && key.utf8.count <= Self.longestName
        guard isPlain else { return DocumentPath(description: "\(description)[\(Self.quoted(key))]") }
        return DocumentPath(description: description.isEmpty ? key : "\(description).\(key)")
    }

    /// The path of an element.
    /// - Parameter index: The index, from 0.
    /// - Returns: The path one level down.
    public func appending(_ index: Int) -> DocumentPath {
        DocumentPath(description: "\(description)[\(index)]")
    }

    /// A name in quotes, escaped, and short enough for a message: hostile input must not fill a log.
    static func quoted(_ name: String) -> String {
        let scalars = name.unicodeScalars
        let short = scalars.prefix(longestName)
        let text = short.endIndex == scalars.endIndex ? name : String(String.UnicodeScalarView(short)) + "…"
        return JSONValue.string(text).jsonText()
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
