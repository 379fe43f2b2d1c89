/// Reads the objects, lists and scalars of a document and reports values of another kind.
package struct DocumentReader {
    package let findings: FindingCollector

    package init(findings: FindingCollector = FindingCollector()) {
        self.findings = findings
    }

    package func reportWrongType(_ field: DocumentField, wanted: String) {
        var found: String {
            field.isNull ? "nothing; write \(wanted) or leave the key out" : "\(field.node.kindName)"
        }
        findings.report("wrong-type", at: field, message: "Expected \(wanted), found \(found).")
    }

    // MARK: Objects

    package func object(_ field: DocumentField, wanted: String = "an object") -> DocumentObject? {
        guard case .object(let members) = field.node.value else {
            reportWrongType(field, wanted: wanted)
            return nil
        }
        guard Self.hasRepeatedKey(members) else { return DocumentObject(field: field, members: members) }
        var kept: [DocumentNode.Member] = []
        var seen: Set<String> = []
        for member in members {
            if seen.insert(member.key).inserted {
                kept.append(member)
            } else {
                findings.report(
                    "duplicate-key", atKeyOf: DocumentObject.Entry(member: member, parent: field.path),
                    message: "The key \(DocumentPath.quoted(member.key)) appears twice; keep one.")
            }
        }
        return DocumentObject(field: field, members: kept)
    }

    private static func hasRepeatedKey(_ members: [DocumentNode.Member]) -> Bool {
        // A set is faster only for objects that are larger than any of this format.
        if members.count > 16 { return Set(members.lazy.map(\.key)).count < members.count }
        for index in members.indices {
            for earlier in 0..<index where members[earlier].key == members[index].key { return true }
        }
        return false
    }

    /// An object whose members have any JSON value.
    func opaqueObject(_ field: DocumentField) -> JSONObject? {
        object(field).flatMap { _ in field.node.jsonValue.objectValue }
    }

    /// Reports every key that is not one of `known`.
    package func checkKeys(of object: DocumentObject, known: [String], severity: Finding.Severity = .error) {
        // By index, because copying each member costs more than comparing its key.
        for index in object.members.indices where !known.contains(where: object.members[index].key.equals) {
            reportUnknownKey(object.entry(index), known: known, severity: severity)
        }
    }

    package func reportUnknownKey(_ entry: DocumentObject.Entry, known: [String], severity: Finding.Severity = .error) {
        var help: String {
            Spelling.nearest(to: entry.key, among: known).map { "did you mean \"\($0)\"?" }
                ?? "expected one of: \(known.joined(separator: ", "))."
        }
        findings.report(
            "unknown-key", severity: severity, atKeyOf: entry,
            message: "Unknown key \(DocumentPath.quoted(entry.key)); \(help)")
    }

    package func reportMissingKey(_ key: String, in object: DocumentObject, help: String) {
        findings.report("missing-key", at: object.field, message: "The key \"\(key)\" is missing; \(help)")
    }

    func reportEmptyObject(_ field: DocumentField, wanted: String) {
        findings.report(
            "empty-object", at: field, message: "The object is empty; name \(wanted), or leave the key out.")
    }

    /// Reads a member that must be present; reports its absence with `help`.
    package func required<Value>(
        _ key: String, in object: DocumentObject, help: String, read: (DocumentField) -> Value?
    ) -> Value? {
        guard let field = object[key] else {
            reportMissingKey(key, in: object, help: help)
            return nil
        }
        return read(field)
    }

    /// Reads a member that may be absent.
    func optional<Value>(_ key: String, in object: DocumentObject, read: (DocumentField) -> Value?) -> Value? {
        object[key].flatMap(read)
    }

    // MARK: Lists

    /// The elements of an array; `elements` names them in messages.
    func list(_ field: DocumentField, of elements: String) -> [DocumentField]? {
        guard case .array(let nodes) = field.node.value else {
            reportWrongType(field, wanted: "an array of \(elements)")
            return nil
        }
        return nodes.enumerated().map { field.element($1, at: $0) }
    }

    /// Reads a single value or a list of at least one; returns `nil` if no value can be read.
    func oneOrMany<Value>(_ field: DocumentField, read: (DocumentField) -> Value?) -> ReadableEntries<Value>? {
        guard case .array(let nodes) = field.node.value else {
            return read(field).map { ReadableEntries(values: [$0], areAll: true) }
        }
        if nodes.isEmpty {
            findings.report(
                "empty-list", at: field, message: "The list is empty; name at least one or leave the key out.")
            return nil
        }
        let values = nodes.enumerated().compactMap { read(field.element($1, at: $0)) }
        return values.isEmpty ? nil : ReadableEntries(values: values, areAll: values.count == nodes.count)
    }

    // MARK: Scalars

    /// A string, or any unquoted YAML scalar that is not null.
    package func text(_ field: DocumentField, wanted: @autoclosure () -> String = "a string") -> String? {
        switch field.node.value {
        case .string(let text): return text
        case .plain(let text) where !field.isNull: return text
        default:
            reportWrongType(field, wanted: wanted())
            return nil
        }
    }

    /// Text that is neither empty nor only white space.
    package func filledText(_ field: DocumentField) -> String? {
        guard let text = text(field) else { return nil }
        // Nearly every text has a printable ASCII character, which saves the look-up in Unicode's tables.
        if !text.utf8.contains(where: { (0x21...0x7E).contains($0) }), text.allSatisfy(\.isWhitespace) {
            findings.report("bad-value", at: field, message: "The text is empty; write some or leave the key out.")
            return nil
        }
        return text
    }

    func bool(_ field: DocumentField) -> Bool? {
        guard let value = field.node.plainValue.boolValue else {
            reportWrongType(field, wanted: "true or false without quotes")
            return nil
        }
        return value
    }

    func integer(_ field: DocumentField, in range: ClosedRange<Int>) -> Int? {
        guard let number = field.node.plainValue.numberValue else {
            reportWrongType(field, wanted: "a whole number without quotes")
            return nil
        }
        guard let value = number.intValue, range.contains(value) else {
            let limits =
                range.upperBound == .max ? "from \(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
            findings.report(
                "bad-value", at: field,
                message: "\(DocumentPath.shortened(number.text)) does not fit; write a whole number \(limits).")
            return nil
        }
        return value
    }

    /// A case of an enumeration, by its raw value.
    package func word<Word: RawRepresentable & CaseIterable>(_ field: DocumentField, as _: Word.Type = Word.self)
        -> Word?
    where Word.RawValue == String {
        let words = Word.allCases.map(\.rawValue)
        guard let text = text(field, wanted: words.orList) else { return nil }
        guard let word = Word(rawValue: text) else {
            reportUnknownWord(text, at: field, known: words)
            return nil
        }
        return word
    }

    package func reportUnknownWord(
        _ text: String, code: String = "bad-value", at field: DocumentField, known words: [String]
    ) {
        var help: String {
            Spelling.nearest(to: text, among: words).map { "did you mean \"\($0)\"?" } ?? "write \(words.orList)."
        }
        findings.report(code, at: field, message: "\(DocumentPath.quoted(text)) is not a known value; \(help)")
    }
}

/// The entries of a list that can be read. The others are reported; they hide no entry.
struct ReadableEntries<Value> {
    var values: [Value]
    /// Whether every entry of the list could be read.
    var areAll: Bool

    func map<Other>(_ transform: ([Value]) -> Other) -> ReadableEntries<Other> {
        ReadableEntries<Other>(values: [transform(values)], areAll: areAll)
    }
}

/// Reads members that may be absent but must be readable if they are present.
struct OptionalMembers {
    private let object: DocumentObject
    /// Whether every member read so far was absent or readable.
    private(set) var areReadable = true

    init(of object: DocumentObject) {
        self.object = object
    }

    mutating func read<Value>(_ key: String, read: (DocumentField) -> Value?) -> Value? {
        guard let field = object[key] else { return nil }
        let value = read(field)
        if value == nil { areReadable = false }
        return value
    }
}

extension [String] {
    /// `a`, `a or b`, `a, b or c`.
    package var orList: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
