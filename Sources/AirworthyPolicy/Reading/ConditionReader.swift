/// Reads the conditions of rules.
struct ConditionReader {
    /// The limit for nested conditions. The JSON reader has its own limit, but a YAML reader may have none.
    private static let maximumDepth = 64

    static let keys = [
        "version", "build", "platform", "channel", "os", "language", "storefront", "attributes", "ifMissing", "rollout",
        "after", "before", "all", "any", "not",
    ]

    private let document: DocumentReader
    private let values: ValueReader
    private var findings: FindingCollector { document.findings }

    init(_ document: DocumentReader) {
        self.document = document
        values = ValueReader(document)
    }

    /// Reads a condition object, which is true if the condition of each of its keys is true.
    ///
    /// An unknown or unreadable key becomes `.unknown`, which is undecided on every device, so that no rule matches by
    /// mistake.
    ///
    /// - Parameters:
    ///   - field: The condition object.
    ///   - depth: The number of condition objects around it, this one included.
    /// - Returns: The condition; `nil` if the field is not an object or is nested too deeply.
    func condition(_ field: DocumentField, depth: Int = 1) -> Condition? {
        guard depth <= Self.maximumDepth else {
            findings.report(
                "too-deep", at: field,
                message: "Conditions are nested more than \(Self.maximumDepth) deep; flatten them.")
            return nil
        }
        guard let object = document.object(field, wanted: "an object with conditions, {} for always") else {
            return nil
        }
        var parts: [Condition] = []
        for entry in object.entries {
            switch entry.key {
            // The key "attributes" reads it.
            case "ifMissing" where object["attributes"] != nil: continue
            case "ifMissing":
                findings.report(
                    "bad-value", atKeyOf: entry,
                    message: "\"ifMissing\" is the result for an absent attribute; write it beside \"attributes\".")
                parts.append(.unknown(entry.key))
            case _ where Self.keys.contains(where: entry.key.equals):
                parts.append(part(entry, of: object, depth: depth) ?? .unknown(entry.key))
            default:
                document.reportUnknownKey(entry, known: Self.keys)
                parts.append(.unknown(entry.key))
            }
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private func part(_ entry: DocumentObject.Entry, of object: DocumentObject, depth: Int) -> Condition? {
        let field = entry.field
        return switch entry.key {
        case "version": condition(values.versionRange(field), key: entry.key) { .version($0[0]) }
        case "build": condition(values.buildRange(field), key: entry.key) { .build($0[0]) }
        case "platform": condition(document.oneOrMany(field, read: values.platform), key: entry.key) { .platform($0) }
        case "channel": condition(document.oneOrMany(field, read: values.channel), key: entry.key) { .channel($0) }
        case "os": condition(operatingSystems(field), key: entry.key) { .os($0[0]) }
        case "language":
            condition(document.oneOrMany(field, read: values.languageTag), key: entry.key) { .language($0) }
        case "storefront":
            condition(document.oneOrMany(field, read: values.storefront), key: entry.key) { .storefront($0) }
        case "attributes": attributes(field, ifMissing: object["ifMissing"])
        case "rollout": rollout(field).map(Condition.rollout)
        case "after": values.date(field).map(Condition.after)
        case "before": values.date(field).map(Condition.before)
        case "all": conditions(in: entry, depth: depth).map(Condition.all)
        case "any": conditions(in: entry, depth: depth).map(Condition.any)
        case "not": condition(field, depth: depth + 1).map(Condition.not)
        default: nil
        }
    }

    /// The condition on any of the readable entries. If some are not readable, it is undecided where no other holds.
    private func condition<Value>(
        _ entries: ReadableEntries<Value>?, key: String, make: ([Value]) -> Condition
    ) -> Condition? {
        guard let entries else { return nil }
        return entries.areAll ? make(entries.values) : .any([make(entries.values), .unknown(key)])
    }

    private func conditions(in entry: DocumentObject.Entry, depth: Int) -> [Condition]? {
        document.list(entry.field, of: "conditions").map { elements in
            elements.map { condition($0, depth: depth + 1) ?? .unknown(entry.key) }
        }
    }

    private func operatingSystems(_ field: DocumentField) -> ReadableEntries<[Platform: VersionRange]>? {
        guard let object = document.object(field, wanted: "an object such as {\"iOS\": \"<16\"}") else { return nil }
        if object.members.isEmpty {
            document.reportEmptyObject(field, wanted: "a system, e.g. {\"iOS\": \"<16\"}")
            return nil
        }
        var ranges: [Platform: VersionRange] = [:]
        var isReadable = true
        var areAll = true
        for entry in object.entries {
            let platform = Platform(entry.key)
            if !platform.isKnown {
                findings.report("bad-platform", atKeyOf: entry, message: Self.notASystem(entry.key))
            }
            if ranges[platform] != nil {
                findings.report(
                    "duplicate-key", atKeyOf: entry, message: "\(platform.displayName) appears twice; keep one.")
                isReadable = false
            }
            guard let range = values.versionRange(entry.field) else {
                isReadable = false
                continue
            }
            ranges[platform] = range.values[0]
            if !range.areAll { areAll = false }
        }
        return isReadable ? ReadableEntries(values: [ranges], areAll: areAll) : nil
    }

    private static func notASystem(_ name: String) -> String {
        let names = Platform.known.map(\.displayName)
        let help = Spelling.nearest(to: name, among: names).map { "did you mean \"\($0)\"?" }
        return "\(DocumentPath.quoted(name)) is not a system; \(help ?? "write \(names.orList).")"
    }

    private func attributes(_ field: DocumentField, ifMissing: DocumentField?) -> Condition? {
        var missing = Truth.undecided
        if let ifMissing {
            guard let value = document.bool(ifMissing) else { return nil }
            missing = Truth(value)
        }
        guard let object = document.object(field, wanted: "an object such as {\"plan\": \"free\"}") else { return nil }
        if object.members.isEmpty {
            document.reportEmptyObject(field, wanted: "an attribute, e.g. {\"plan\": \"free\"}")
            return nil
        }
        var parts: [Condition] = []
        var isReadable = true
        for entry in object.entries {
            let accepted = document.oneOrMany(entry.field, read: attributeValue)
            let part = condition(accepted, key: "attributes") {
                .attribute(name: entry.key, values: $0, ifMissing: missing)
            }
            if let part { parts.append(part) } else { isReadable = false }
        }
        guard isReadable else { return nil }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private func attributeValue(_ field: DocumentField) -> JSONValue? {
        let value = field.node.plainValue
        if value.isNull {
            document.reportWrongType(field, wanted: "a string, a number or a Boolean, or a list of them")
            return nil
        }
        return value
    }

    private func rollout(_ field: DocumentField) -> Condition.Rollout? {
        guard case .object = field.node.value else {
            return partsPerMillion(field).map { Condition.Rollout(partsPerMillion: $0) }
        }
        guard let object = document.object(field) else { return nil }
        document.checkKeys(of: object, known: ["percentage", "salt"])
        let parts = document.required(
            "percentage", in: object, help: "write a number from 0 to 100.", read: partsPerMillion)
        var salt: String?
        if let field = object["salt"] {
            guard let text = document.text(field) else { return nil }
            salt = text
        }
        return parts.map { Condition.Rollout(partsPerMillion: $0, salt: salt) }
    }

    private func partsPerMillion(_ field: DocumentField) -> UInt32? {
        guard let number = field.node.plainValue.numberValue, let parts = Percentage.partsPerMillion(number) else {
            findings.report(
                "bad-percentage", at: field,
                message:
                    "Write a number from 0 to 100 with at most four decimals, without quotes and without a percent "
                    + "sign.")
            return nil
        }
        return parts
    }
}
