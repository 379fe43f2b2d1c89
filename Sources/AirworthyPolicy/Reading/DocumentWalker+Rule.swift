extension DocumentWalker {
    static let ruleKeys = [
        "id", "when", "update", "perChange", "target", "deadline", "releasedFor", "remind", "skippable", "title",
        "message", "url", "maintenance", "ifUnavailable", "phased", "meta",
    ]

    /// Reads the rules in order. Each element gives one rule, in its place, however little of it can be read.
    mutating func rules(_ field: DocumentField) -> [Rule] {
        var seen: [String: DocumentPath] = [:]
        return (list(field, of: "rules") ?? []).enumerated().map { index, field in
            let rule = rule(field, defaultID: "rule-\(index + 1)")
            checkUnique(rule.id, field, &seen)
            return rule
        }
    }

    private mutating func rule(_ field: DocumentField, defaultID: @autoclosure () -> String) -> Rule {
        guard let object = object(field, wanted: "a rule, which is an object") else {
            var effect = Effect()
            effect.isReadable = false
            return Rule(id: defaultID(), when: .unknown("when"), effect: effect)
        }
        checkKeys(of: object, known: Self.ruleKeys)
        return Rule(
            id: optional("id", in: object) { $0.identifier($1) } ?? defaultID(),
            when: when(object),
            effect: effect(object),
            meta: optional("meta", in: object) { $0.opaqueObject($1) })
    }

    /// The condition of a rule. A missing one is an error when written and undecided in a manifest.
    mutating func when(_ object: DocumentObject) -> Condition {
        mandatory("when", in: object, "write {} if the rule is for everybody.") { $0.condition($1) } ?? .unknown("when")
    }

    /// A rule's id.
    mutating func identifier(_ field: DocumentField) -> String? {
        guard let text = filledText(field) else { return nil }
        if text.hasPrefix("$") {
            report(
                "reserved-id", at: field,
                "The id \(DocumentPath.quoted(text)) begins with $, which is reserved; choose another.")
        } else if text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
            report("bad-value", at: field, "The id has control characters in it; write plain text.")
        }
        return text
    }

    mutating func checkUnique(_ id: String, _ field: DocumentField, _ seen: inout [String: DocumentPath]) {
        if let earlier = seen[id] {
            report(
                "duplicate-id", at: field,
                "The id \(DocumentPath.quoted(id)) is taken by \(earlier.description); give each rule its own.")
        } else {
            seen[id] = field.path
        }
    }
}
