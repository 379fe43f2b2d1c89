import AirworthyPolicy
import Yams

/// Writes JSON values as YAML, so that a reader of YAML 1.1 or 1.2 gets the same values back.
enum YAMLText {
    /// Lists and objects of scalars are written on one line up to this length as JSON.
    private static let longestLine = 72

    /// Returns a value as YAML: members in their order, text quoted only where it has to be. The same value always has the same text.
    static func text(of value: JSONValue) throws -> String {
        let yaml = try serialize(node: node(value, isInner: false), width: -1, allowUnicode: true)
        var text = String.UnicodeScalarView()
        for scalar in yaml.unicodeScalars {
            // The emitter writes some of these as they are. They stand in double quotes, where YAML has escapes.
            guard scalar != "\n", scalar.isObeyedByTerminals else {
                text.append(scalar)
                continue
            }
            let digits = String(scalar.value, radix: 16)
            text.append(contentsOf: "\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)".unicodeScalars)
        }
        return String(text)
    }

    private static func node(_ value: JSONValue, isInner: Bool = true) -> Node {
        switch value {
        case .null: plain("null")
        case .bool(let value): plain(value ? "true" : "false")
        case .number: plain(value.jsonText())
        case .string(let text): scalar(text)
        case .array(let elements):
            .sequence(.init(elements.map { node($0) }, Tag(.seq), isShort(value, isInner) ? .flow : .block))
        case .object(let object):
            .mapping(
                .init(
                    object.members.map { (scalar($0.key), node($0.value)) }, Tag(.map),
                    isShort(value, isInner) ? .flow : .block))
        }
    }

    private static func isShort(_ value: JSONValue, _ isInner: Bool) -> Bool {
        let elements = value.arrayValue ?? value.objectValue?.members.map(\.value) ?? []
        if elements.isEmpty { return true }
        let isFlat = elements.allSatisfy { $0.arrayValue == nil && $0.objectValue == nil }
        return isInner && isFlat && value.jsonText().utf8.count <= longestLine
    }

    private static func plain(_ text: String) -> Node { .scalar(.init(text, Tag(.implicit), .plain)) }

    private static func scalar(_ text: String) -> Node {
        let isText = DocumentNode(.plain(text), at: .start).jsonValue == .string(text)
        // Others read `yes` as true. The emitter quotes what plain text cannot be.
        let isTextElsewhere = [.str, .timestamp].contains(Resolver.default.resolveTag(of: plain(text)))
        let isOneLine = text.unicodeScalars.allSatisfy { !$0.isObeyedByTerminals && $0 != "\n" && $0 != "\t" }
        return isText && isTextElsewhere && isOneLine ? plain(text) : .scalar(.init(text, Tag(.str), .doubleQuoted))
    }
}
