extension DocumentWalker {
    private enum Unavailable: String, CaseIterable {
        case allow, block
    }

    /// Reads what a rule does.
    ///
    /// What decides whom it hits and how hard makes the whole effect unreadable when it is; what only dresses a prompt
    /// falls back to its default.
    mutating func effect(_ object: DocumentObject) -> Effect {
        var effect = Effect()
        var isReadable = true
        func decisive<Value>(
            _ key: String, _ walker: inout DocumentWalker, _ read: (inout DocumentWalker, DocumentField) -> Value?
        ) -> Value? {
            guard let field = object[key] else { return nil }
            let value = read(&walker, field)
            if value == nil { isReadable = false }
            return value
        }

        effect.update = decisive("update", &self) { $0.word($1, UpdateLevel.self) }
        effect.perChange = decisive("perChange", &self) { $0.perChange($1) } ?? [:]
        effect.target = decisive("target", &self) { $0.target($1) }
        effect.deadline = decisive("deadline", &self) { $0.date($1) }
        effect.releasedFor = decisive("releasedFor", &self) { $0.period($1) } ?? effect.releasedFor
        effect.maintenance = decisive("maintenance", &self) { $0.maintenance($1) }
        effect.blocksIfUnavailable = decisive("ifUnavailable", &self) { $0.word($1, Unavailable.self) } == .block
        effect.phasing = decisive("phased", &self) { $0.word($1, Effect.Phasing.self) }
        if !check(object) { isReadable = false }

        effect.remind = optional("remind", in: object) { $0.reminder($1) } ?? effect.remind
        effect.skippable = optional("skippable", in: object) { $0.bool($1) } ?? effect.skippable
        effect.title = optional("title", in: object) { $0.localizedText($1) }
        effect.message = optional("message", in: object) { $0.localizedText($1) }
        effect.url = optional("url", in: object) { $0.url($1) }
        if !isReadable {
            effect.isReadable = false
            effect.update = nil
        }
        return effect
    }

    /// Whether the keys of a rule go together.
    private mutating func check(_ object: DocumentObject) -> Bool {
        guard let maintenance = object["maintenance"] else {
            if object["update"] == nil, object["perChange"] == nil {
                report(
                    "no-effect", at: object.field,
                    "The rule does nothing; give it \"update\", \"perChange\" or \"maintenance\".")
                return false
            }
            return true
        }
        let excluded = ["update", "perChange", "deadline", "target"].filter { object[$0] != nil }
        if excluded.isEmpty { return true }
        report(
            "maintenance-with-update", at: maintenance,
            "Maintenance excludes \(excluded.map { "\"\($0)\"" }.orList) in the same rule; make two rules of it.")
        return false
    }

    private mutating func perChange(_ field: DocumentField) -> [ChangeStep: UpdateLevel]? {
        guard let object = object(field, wanted: "an object such as {\"major\": \"required\"}") else { return nil }
        if object.members.isEmpty {
            emptyObject(field, "a step, e.g. {\"major\": \"required\"}")
            return nil
        }
        var levels: [ChangeStep: UpdateLevel] = [:]
        for entry in object.entries {
            guard let step = ChangeStep(rawValue: entry.key) else {
                unknownKey(entry, known: ChangeStep.allCases.map(\.rawValue))
                continue
            }
            levels[step] = word(entry.field, UpdateLevel.self)
        }
        return levels.count == object.members.count ? levels : nil
    }

    private mutating func maintenance(_ field: DocumentField) -> Maintenance? {
        guard let object = object(field, wanted: "an object such as {\"until\": \"2026-11-20T06:00:00Z\"}") else {
            return nil
        }
        checkKeys(of: object, known: ["until", "url"])
        let until = mandatory("until", in: object, "say when maintenance ends.") { $0.date($1) }
        let url = optional("url", in: object) { $0.url($1) }
        return until.map { Maintenance(until: $0, url: url) }
    }
}
