/// Reads the rules of a policy, and the parts that they share with the rules of features.
struct RuleReader {
    static let keys = [
        "id", "when", "update", "perChange", "target", "deadline", "releasedFor", "remind", "skippable", "title",
        "message", "url", "maintenance", "ifUnavailable", "phased", "meta",
    ]

    private let document: DocumentReader
    private let conditions: ConditionReader
    private let effects: EffectReader
    private var findings: FindingCollector { document.findings }

    init(_ document: DocumentReader) {
        self.document = document
        conditions = ConditionReader(document)
        effects = EffectReader(document)
    }

    /// Reads the rules in order. Each element gives one rule in its place, even if most of it is unreadable.
    func rules(_ field: DocumentField) -> [Rule] {
        var pathByID: [String: DocumentPath] = [:]
        return (document.list(field, of: "rules") ?? []).enumerated().map { index, field in
            let rule = rule(field, defaultID: "rule-\(index + 1)")
            checkUnique(rule.id, of: field, among: &pathByID)
            return rule
        }
    }

    private func rule(_ field: DocumentField, defaultID: @autoclosure () -> String) -> Rule {
        guard let object = document.object(field, wanted: "a rule, which is an object") else {
            var effect = Effect()
            effect.isReadable = false
            return Rule(id: defaultID(), when: .unknown("when"), effect: effect)
        }
        document.checkKeys(of: object, known: Self.keys)
        return Rule(
            id: document.optional("id", in: object, read: identifier) ?? defaultID(),
            when: when(object),
            effect: effects.effect(object),
            meta: document.optional("meta", in: object, read: document.opaqueObject))
    }

    /// The condition of a rule. Its absence is an error in a policy and undecided in a manifest.
    func when(_ object: DocumentObject) -> Condition {
        document.required("when", in: object, help: "write {} if the rule applies to everyone.") {
            conditions.condition($0)
        } ?? .unknown("when")
    }

    func identifier(_ field: DocumentField) -> String? {
        guard let text = document.filledText(field) else { return nil }
        if text.hasPrefix("$") {
            findings.report(
                "reserved-id", at: field,
                message: "The id \(DocumentPath.quoted(text)) begins with $, which is reserved; choose another.")
        } else if text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }) {
            findings.report("bad-value", at: field, message: "The id contains control characters; write plain text.")
        }
        return text
    }

    /// Reports an id that an earlier rule has.
    func checkUnique(_ id: String, of field: DocumentField, among pathByID: inout [String: DocumentPath]) {
        if let earlier = pathByID[id] {
            findings.report(
                "duplicate-id", at: field,
                message: "The id \(DocumentPath.quoted(id)) is already used by \(earlier); give each rule its own.")
        } else {
            pathByID[id] = field.path
        }
    }
}
