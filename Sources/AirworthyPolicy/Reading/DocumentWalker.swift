/// Reads documents and collects what is wrong with them.
///
/// One walker serves strict and tolerant reading. A part that cannot be read adds an error and comes back as `nil`, as
/// `.unknown` or as its default, whichever is harmless in a manifest; a strict reader then refuses the document because
/// of the error, a tolerant one goes on with what came back.
struct DocumentWalker {
    private(set) var findings: [Finding] = []

    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// The findings in the order of the text.
    var sortedFindings: [Finding] {
        func isEarlier(_ a: TextPosition?, _ b: TextPosition?) -> Bool {
            guard let a, let b else { return false }
            return (a.line, a.column) < (b.line, b.column)
        }
        return findings.sorted { isEarlier($0.position, $1.position) }
    }

    mutating func report(
        _ code: String, _ severity: Finding.Severity = .error, at field: DocumentField, _ message: String
    ) {
        report(code, severity, at: field.path, field.node.position, message)
    }

    mutating func report(
        _ code: String, _ severity: Finding.Severity = .error, at path: DocumentPath, _ position: TextPosition,
        _ message: String
    ) {
        findings.append(
            Finding(code: code, severity: severity, path: path.description, position: position, message: message))
    }

    /// Reads a part that is left out when anything in it is wrong: its errors become warnings that say so.
    mutating func salvage<Value>(_ part: String, _ read: (inout DocumentWalker) -> Value?) -> Value? {
        var attempt = DocumentWalker()
        let value = read(&attempt)
        findings += attempt.findings.map { finding in
            guard finding.severity == .error else { return finding }
            return Finding(
                code: finding.code, severity: .warning, path: finding.path, position: finding.position,
                message: "\(finding.message) \(part) is left out.")
        }
        return attempt.hasErrors ? nil : value
    }

    mutating func wrongType(_ field: DocumentField, wanted: String) {
        let found = field.isNull ? "nothing; write \(wanted) or leave the key out" : "\(field.node.kindName)"
        report("wrong-type", at: field, "Expected \(wanted), found \(found).")
    }
}

// MARK: - Structure

extension DocumentWalker {
    mutating func object(_ field: DocumentField, wanted: String = "an object") -> DocumentObject? {
        guard case .object(let members) = field.node.value else {
            wrongType(field, wanted: wanted)
            return nil
        }
        guard Self.hasRepeatedKey(members) else { return DocumentObject(field: field, members: members) }
        var kept: [DocumentNode.Member] = []
        var seen: Set<String> = []
        for member in members {
            if seen.insert(member.key).inserted {
                kept.append(member)
            } else {
                report(
                    "duplicate-key", at: field.path.appending(member.key), member.keyPosition,
                    "The key \(DocumentPath.quoted(member.key)) is there twice; keep one.")
            }
        }
        return DocumentObject(field: field, members: kept)
    }

    private static func hasRepeatedKey(_ members: [DocumentNode.Member]) -> Bool {
        // A set pays only for objects that are larger than any of ours.
        if members.count > 16 { return Set(members.lazy.map(\.key)).count < members.count }
        for index in members.indices {
            for earlier in 0..<index where members[earlier].key == members[index].key { return true }
        }
        return false
    }

    /// Reports every key that is not one of `known`.
    mutating func checkKeys(
        of object: DocumentObject, known: [String], _ severity: Finding.Severity = .error
    ) {
        // By index: taking each member out to look at its key costs more than looking.
        for index in object.members.indices where !known.contains(where: object.members[index].key.isName) {
            unknownKey(object.entry(index), known: known, severity)
        }
    }

    mutating func unknownKey(
        _ entry: DocumentObject.Entry, known: [String], _ severity: Finding.Severity = .error
    ) {
        let help =
            Spelling.nearest(to: entry.key, among: known).map { "did you mean \"\($0)\"?" }
            ?? "here may stand \(known.joined(separator: ", "))."
        report(
            "unknown-key", severity, at: entry.field.path, entry.keyPosition,
            "Unknown key \(DocumentPath.quoted(entry.key)); \(help)")
    }

    mutating func missingKey(_ key: String, in object: DocumentObject, _ help: String) {
        report("missing-key", at: object.field, "The key \"\(key)\" is missing; \(help)")
    }

    /// Reads a member that has to be there.
    mutating func mandatory<Value>(
        _ key: String, in object: DocumentObject, _ help: String,
        _ read: (inout DocumentWalker, DocumentField) -> Value?
    ) -> Value? {
        guard let field = object[key] else {
            missingKey(key, in: object, help)
            return nil
        }
        return read(&self, field)
    }

    /// Reads a member that may be absent.
    mutating func optional<Value>(
        _ key: String, in object: DocumentObject, _ read: (inout DocumentWalker, DocumentField) -> Value?
    ) -> Value? {
        object[key].flatMap { read(&self, $0) }
    }

    /// Reads one value or a list of at least one; `nil` if any cannot be read.
    mutating func oneOrMany<Value>(
        _ field: DocumentField, _ read: (inout DocumentWalker, DocumentField) -> Value?
    ) -> [Value]? {
        guard case .array(let nodes) = field.node.value else { return read(&self, field).map { [$0] } }
        if nodes.isEmpty {
            report("empty-list", at: field, "The list is empty; name at least one or leave the key out.")
            return nil
        }
        let values = nodes.enumerated().map { read(&self, field.element($0, $1)) }
        return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
    }

    /// The elements of an array.
    mutating func list(_ field: DocumentField, of what: String) -> [DocumentField]? {
        guard case .array(let nodes) = field.node.value else {
            wrongType(field, wanted: "an array of \(what)")
            return nil
        }
        return nodes.enumerated().map { field.element($0, $1) }
    }
}
