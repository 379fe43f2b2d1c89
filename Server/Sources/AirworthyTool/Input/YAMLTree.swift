import AirworthyPolicy
import Yams

/// Turns Yams' nodes into ours, counting them: an alias is a shared node there and a copy here.
struct YAMLTree {
    /// Stands where a `*` stood while aliases are checked; a key that begins with it was an alias.
    static let alias: Unicode.Scalar = "\u{E000}"

    private var count = 0

    mutating func node(_ node: Node, path: DocumentPath, depth: Int) throws(DocumentError) -> DocumentNode {
        let position = node.mark.map { TextPosition(line: $0.line, column: $0.column) } ?? .start
        count += 1
        guard count <= YAMLDocument.maximumNodes else {
            throw DocumentError(
                at: position, path: path, "too-large",
                "More than \(YAMLDocument.maximumNodes) values with aliases expanded; use fewer aliases.")
        }
        switch node {
        case .scalar(let scalar):
            return DocumentNode(try Self.value(scalar, position, path), at: position)
        case .sequence(let sequence):
            try Self.checkTag(sequence.tag, is: .seq, position, path)
            try Self.checkDepth(depth, position, path)
            var elements: [DocumentNode] = []
            for (index, element) in sequence.enumerated() {
                elements.append(try self.node(element, path: path.appending(index), depth: depth + 1))
            }
            return DocumentNode(.array(elements), at: position)
        case .mapping(let mapping):
            try Self.checkTag(mapping.tag, is: .map, position, path)
            try Self.checkDepth(depth, position, path)
            return DocumentNode(.object(try members(of: mapping, path, depth)), at: position)
        case .alias:
            throw DocumentError(at: position, path: path, "invalid-yaml", "This alias names nothing.")
        }
    }

    private mutating func members(
        of mapping: Node.Mapping, _ path: DocumentPath, _ depth: Int
    ) throws(DocumentError) -> [DocumentNode.Member] {
        var members: [DocumentNode.Member] = []
        var seen: Set<String> = []
        for (node, value) in mapping {
            let position = node.mark.map { TextPosition(line: $0.line, column: $0.column) } ?? .start
            guard let scalar = node.scalar, !Self.isAlias(scalar) else {
                throw DocumentError(at: position, path: path, "bad-key", "A key has to be a string.")
            }
            let key = scalar.string
            guard scalar.style != .plain || key != "<<" else {
                throw DocumentError(
                    at: position, path: path, "merge-key", "Merge keys (<<) are not read; write the keys out.")
            }
            guard seen.insert(key).inserted else {
                throw DocumentError(
                    at: position, path: path.appending(key), "duplicate-key",
                    "This key stands twice in its mapping; remove one of them.")
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
        _ scalar: Node.Scalar, _ position: TextPosition, _ path: DocumentPath
    ) throws(DocumentError) -> DocumentNode.Value {
        switch scalar.tag.rawValue {
        case Tag.Name.str.rawValue: return .string(scalar.string)
        case "": return scalar.style == .plain ? .plain(scalar.string) : .string(scalar.string)
        default: throw tagError(scalar.tag, position, path)
        }
    }

    private static func checkTag(
        _ tag: Tag, is name: Tag.Name, _ position: TextPosition, _ path: DocumentPath
    ) throws(DocumentError) {
        guard tag.rawValue.isEmpty || tag.rawValue == name.rawValue else { throw tagError(tag, position, path) }
    }

    private static func tagError(_ tag: Tag, _ position: TextPosition, _ path: DocumentPath) -> DocumentError {
        let name = tag.rawValue.replacing("tag:yaml.org,2002:", with: "!!")
        return DocumentError(at: position, path: path, "tag", "The tag \(name) is not read; leave it out.")
    }

    private static func checkDepth(
        _ depth: Int, _ position: TextPosition, _ path: DocumentPath
    ) throws(DocumentError) {
        guard depth < YAMLDocument.maximumDepth else {
            throw DocumentError(
                at: position, "too-deep",
                "Mappings and sequences are nested more than \(YAMLDocument.maximumDepth) deep; flatten them.")
        }
    }
}
