/// Reads the effect of a rule.
struct EffectReader {
    private enum Unavailable: String, CaseIterable {
        case allow, block
    }

    private let document: DocumentReader
    private let values: ValueReader

    init(_ document: DocumentReader) {
        self.document = document
        values = ValueReader(document)
    }

    /// Reads the effect from the members of a rule.
    ///
    /// A member that decides which installations the rule affects, or how strongly, makes the whole effect unreadable
    /// if it cannot be read itself. A member that only changes the look of a prompt falls back to its default.
    func effect(_ object: DocumentObject) -> Effect {
        var effect = Effect()
        var members = OptionalMembers(of: object)
        effect.update = members.read("update") { document.word($0) }
        effect.perChange = members.read("perChange", read: perChange) ?? [:]
        effect.target = members.read("target", read: values.target)
        effect.deadline = members.read("deadline", read: values.date)
        effect.releasedFor = members.read("releasedFor", read: values.period) ?? effect.releasedFor
        effect.maintenance = members.read("maintenance", read: maintenance)
        effect.blocksIfUnavailable = members.read("ifUnavailable") { document.word($0, as: Unavailable.self) } == .block
        effect.phasing = members.read("phased") { document.word($0) }
        let isConsistent = checkCombination(object)

        effect.remind = document.optional("remind", in: object, read: values.reminder) ?? effect.remind
        effect.skippable = document.optional("skippable", in: object, read: document.bool) ?? effect.skippable
        effect.title = document.optional("title", in: object, read: values.localizedText)
        effect.message = document.optional("message", in: object, read: values.localizedText)
        effect.url = document.optional("url", in: object, read: values.url)
        if !members.areReadable || !isConsistent {
            effect.isReadable = false
            effect.update = nil
        }
        return effect
    }

    /// Whether the keys of a rule can be combined.
    private func checkCombination(_ object: DocumentObject) -> Bool {
        guard let maintenance = object["maintenance"] else {
            if object["update"] == nil, object["perChange"] == nil {
                document.findings.report(
                    "no-effect", at: object.field,
                    message: "The rule does nothing; give it \"update\", \"perChange\" or \"maintenance\".")
                return false
            }
            return true
        }
        let excluded = ["update", "perChange", "deadline", "target"].filter { object[$0] != nil }
        if excluded.isEmpty { return true }
        document.findings.report(
            "maintenance-with-update", at: maintenance,
            message:
                "Maintenance excludes \(excluded.map { "\"\($0)\"" }.orList) in the same rule; split the rule in two."
        )
        return false
    }

    private func perChange(_ field: DocumentField) -> [ChangeStep: UpdateLevel]? {
        guard let object = document.object(field, wanted: "an object such as {\"major\": \"required\"}") else {
            return nil
        }
        if object.members.isEmpty {
            document.reportEmptyObject(field, wanted: "a step, e.g. {\"major\": \"required\"}")
            return nil
        }
        var levels: [ChangeStep: UpdateLevel] = [:]
        for entry in object.entries {
            guard let step = ChangeStep(rawValue: entry.key) else {
                document.reportUnknownKey(entry, known: ChangeStep.allCases.map(\.rawValue))
                continue
            }
            levels[step] = document.word(entry.field)
        }
        return levels.count == object.members.count ? levels : nil
    }

    private func maintenance(_ field: DocumentField) -> Maintenance? {
        let wanted = "an object such as {\"until\": \"2026-11-20T06:00:00Z\"}"
        guard let object = document.object(field, wanted: wanted) else { return nil }
        document.checkKeys(of: object, known: ["until", "url"])
        let until = document.required(
            "until", in: object, help: "write when maintenance ends.", read: values.date)
        let url = document.optional("url", in: object, read: values.url)
        return until.map { Maintenance(until: $0, url: url) }
    }
}
