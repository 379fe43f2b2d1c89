import AirworthyPolicy
import Yams

/// Parses YAML into the same tree as JSON, with positions.
///
/// Plain scalars keep their text (`1.10` stays `1.10`), and the reader of the document decides their types. Rejected are
/// several documents, keys that are not strings, repeated keys, tags, merge keys, nesting deeper than 64, more than
/// 100 000 values with aliases expanded, and what ``YAMLLimits`` rejects.
enum YAMLDocument {
    fileprivate static let maximumDepth = 64
    fileprivate static let maximumNodes = 100_000

    static func read(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DocumentError("invalid-utf8", at: .start, message: "The file is not UTF-8 text; save it as UTF-8.")
        }
        try YAMLLimits.check(text)
        if text.utf8.contains(UInt8(ascii: "*")), text.utf8.contains(UInt8(ascii: "&")) { try checkAliases(in: text) }
        return try tree(of: text)
    }

    /// Rejects aliases that would make parsing expensive.
    ///
    /// Yams hashes the keys of every mapping and releases nested values recursively. With aliases, keys can be
    /// exponentially large and values nested as deep as there are lines. So the text is first parsed with aliases
    /// replaced by plain scalars, which takes linear time and reveals keys and depth.
    private static func checkAliases(in text: String) throws(DocumentError) {
        let stars = text.unicodeScalars.map { $0 == "*" ? YAMLTreeBuilder.alias : $0 }
        _ = try tree(of: String(String.UnicodeScalarView(stars)))
    }

    private static func tree(of text: String) throws(DocumentError) -> DocumentNode {
        let root: Node?
        do {
            // The basic resolver assigns no types and runs no regular expressions on keys.
            root = try compose(yaml: text, .basic, .default, .utf8)
        } catch let error as YamlError {
            throw DocumentError(error, in: text)
        } catch {
            throw DocumentError("invalid-yaml", at: .start, message: "\(error)")
        }
        guard let root else {
            throw DocumentError("empty-document", at: .start, message: "The document is empty; write a mapping.")
        }
        var tree = YAMLTreeBuilder()
        return try tree.node(root, path: .root, depth: 0)
    }
}

extension DocumentError {
    init(_ code: String, at position: TextPosition, path: DocumentPath = .root, message: String) {
        self.init(code: code, position: position, path: path.description, message: message)
    }
}

extension TextPosition {
    static let start = TextPosition(line: 1, column: 1)
}

/// Converts nodes of Yams to ours and counts them. An alias is a shared node in Yams and a copy in our tree.
struct YAMLTreeBuilder {
    /// The replacement of `*` while aliases are checked. A key that begins with it was an alias.
    fileprivate static let alias: Unicode.Scalar = "\u{E000}"

    private var count = 0

    mutating func node(_ node: Node, path: DocumentPath, depth: Int) throws(DocumentError) -> DocumentNode {
        let position = node.mark.map { TextPosition(line: $0.line, column: $0.column) } ?? .start
        count += 1
        guard count <= YAMLDocument.maximumNodes else {
            throw DocumentError(
                "too-large", at: position, path: path,
                message: "More than \(YAMLDocument.maximumNodes) values with aliases expanded; use fewer aliases.")
        }
        switch node {
        case .scalar(let scalar):
            return DocumentNode(try Self.value(of: scalar, at: position, path: path), at: position)
        case .sequence(let sequence):
            try Self.checkTag(sequence.tag, is: .seq, at: position, path: path)
            try Self.checkDepth(depth, at: position)
            var elements: [DocumentNode] = []
            for (index, element) in sequence.enumerated() {
                elements.append(try self.node(element, path: path.appending(index), depth: depth + 1))
            }
            return DocumentNode(.array(elements), at: position)
        case .mapping(let mapping):
            try Self.checkTag(mapping.tag, is: .map, at: position, path: path)
            try Self.checkDepth(depth, at: position)
            return DocumentNode(.object(try members(of: mapping, path: path, depth: depth)), at: position)
        case .alias:
            throw DocumentError("invalid-yaml", at: position, path: path, message: "This alias has no anchor.")
        }
    }

    private mutating func members(
        of mapping: Node.Mapping, path: DocumentPath, depth: Int
    ) throws(DocumentError) -> [DocumentNode.Member] {
        var members: [DocumentNode.Member] = []
        var seen: Set<String> = []
        for (node, value) in mapping {
            let position = node.mark.map { TextPosition(line: $0.line, column: $0.column) } ?? .start
            guard let scalar = node.scalar, !Self.isAlias(scalar) else {
                throw DocumentError("bad-key", at: position, path: path, message: "Keys must be strings.")
            }
            let key = scalar.string
            guard scalar.style != .plain || key != "<<" else {
                throw DocumentError(
                    "merge-key", at: position, path: path,
                    message: "Merge keys (<<) are not supported; repeat the keys instead.")
            }
            guard seen.insert(key).inserted else {
                throw DocumentError(
                    "duplicate-key", at: position, path: path.appending(key),
                    message: "This key appears twice in its mapping; remove one of them.")
            }
            members.append(
                DocumentNode.Member(
                    key: key, keyPosition: position,
                    value: try self.node(value, path: path.appending(key), depth: depth + 1)))
        }
        return members
    }

    private static func isAlias(_ scalar: Node.Scalar) -> Bool {
        scalar.style == .plain && scalar.string.unicodeScalars.first == alias
    }

    private static func value(
        of scalar: Node.Scalar, at position: TextPosition, path: DocumentPath
    ) throws(DocumentError) -> DocumentNode.Value {
        switch scalar.tag.rawValue {
        case Tag.Name.str.rawValue: return .string(scalar.string)
        case "": return scalar.style == .plain ? .plain(scalar.string) : .string(scalar.string)
        default: throw tagError(scalar.tag, at: position, path: path)
        }
    }

    private static func checkTag(
        _ tag: Tag, is name: Tag.Name, at position: TextPosition, path: DocumentPath
    ) throws(DocumentError) {
        guard tag.rawValue.isEmpty || tag.rawValue == name.rawValue else {
            throw tagError(tag, at: position, path: path)
        }
    }

    private static func tagError(_ tag: Tag, at position: TextPosition, path: DocumentPath) -> DocumentError {
        let name = tag.rawValue.replacing("tag:yaml.org,2002:", with: "!!")
        return DocumentError("tag", at: position, path: path, message: "The tag \(name) is not supported; remove it.")
    }

    private static func checkDepth(_ depth: Int, at position: TextPosition) throws(DocumentError) {
        guard depth < YAMLDocument.maximumDepth else {
            throw DocumentError(
                "too-deep", at: position,
                message: "Mappings and sequences are nested more than \(YAMLDocument.maximumDepth) deep; flatten them.")
        }
    }
}
