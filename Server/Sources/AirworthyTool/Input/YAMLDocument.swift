import AirworthyPolicy
import Yams

/// Reads YAML into the same tree as JSON, with positions.
///
/// Yams' own typing is left aside: a plain scalar keeps its text (`1.10` stays `1.10`), and what reads the document
/// decides by what it expects. Refused: several documents, keys that are no strings, repeated keys, tags, merge keys,
/// nesting deeper than 64 and what aliases blow up beyond 100 000 values.
enum YAMLDocument {
    static let maximumDepth = 64
    static let maximumNodes = 100_000
    static let maximumAnchors = 100

    /// - Parameter bytes: The file.
    /// - Returns: The root node.
    /// - Throws: ``DocumentError`` with the first thing that is wrong.
    static func read(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DocumentError(at: .start, "invalid-utf8", "The file is not UTF-8 text; save it as UTF-8.")
        }
        if text.utf8.contains(UInt8(ascii: "*")), text.utf8.contains(UInt8(ascii: "&")) { try checkAliases(in: text) }
        return try tree(of: text)
    }

    /// Makes sure that Yams can compose the text cheaply.
    ///
    /// Yams hashes the keys of every mapping and releases nested values recursively. With aliases, keys could be
    /// exponentially large and values be nested as deep as there are lines. So the text is first read with aliases
    /// turned into plain scalars, which shows its keys and its depth at the cost of its length.
    private static func checkAliases(in text: String) throws(DocumentError) {
        var before = UInt8(ascii: "\n")
        var anchors = 0
        for byte in text.utf8 {
            if before == UInt8(ascii: "&"), byte > 0x20 { anchors += 1 }
            before = byte
        }
        guard anchors <= maximumAnchors else {
            throw DocumentError(at: .start, "too-large", "More than \(maximumAnchors) anchors; write values out.")
        }
        let stars = text.unicodeScalars.map { $0 == "*" ? YAMLTree.alias : $0 }
        _ = try tree(of: String(String.UnicodeScalarView(stars)))
    }

    private static func tree(of text: String) throws(DocumentError) -> DocumentNode {
        let root: Node?
        do {
            // The basic resolver knows no types, and never runs a regular expression over a key.
            root = try compose(yaml: text, .basic, .default, .utf8)
        } catch let error as YamlError {
            throw DocumentError(error, in: text)
        } catch {
            throw DocumentError(at: .start, "invalid-yaml", "\(error)")
        }
        guard let root else {
            throw DocumentError(at: .start, "empty-document", "The document is empty; write a mapping.")
        }
        var tree = YAMLTree()
        return try tree.node(root, path: .root, depth: 0)
    }
}

extension DocumentError {
    init(at position: TextPosition, path: DocumentPath = .root, _ code: String, _ message: String) {
        self.init(code: code, position: position, path: path.description, message: message)
    }
}

extension TextPosition {
    static let start = TextPosition(line: 1, column: 1)
}
