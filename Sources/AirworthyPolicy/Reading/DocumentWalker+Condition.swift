extension DocumentWalker {
    /// How deep conditions may be nested. JSON is limited before it gets here, YAML is not.
    static let maximumConditionDepth = 64

    static let conditionKeys = [
        "version", "build", "platform", "channel", "os", "language", "storefront", "attributes", "ifMissing", "rollout",
        "after", "before", "all", "any", "not",
    ]

    /// Reads a condition object: several keys must all hold. What is unknown or unreadable becomes `.unknown` in its place.
    /// - Returns: `nil` if the field holds no object or is nested too deeply.
    mutating func condition(_ field: DocumentField, depth: Int = 1) -> Condition? {
        guard depth <= Self.maximumConditionDepth else {
            report(
                "too-deep", at: field,
                "Conditions are nested more than \(Self.maximumConditionDepth) deep; flatten them.")
            return nil
        }
        guard let object = object(field, wanted: "an object with conditions, {} for always") else { return nil }
        var parts: [Condition] = []
        for entry in object.entries {
            switch entry.key {
            case "ifMissing" where object["attributes"] != nil: continue
            case "ifMissing":
                report(
                    "bad-value", at: entry.field.path, entry.keyPosition,
                    "\"ifMissing\" says what an absent attribute counts as; write it beside \"attributes\".")
                parts.append(.unknown(entry.key))
            case _ where Self.conditionKeys.contains(where: entry.key.isName):
                parts.append(part(entry.key, of: object, entry.field, depth) ?? .unknown(entry.key))
            default:
                unknownKey(entry, known: Self.conditionKeys)
                parts.append(.unknown(entry.key))
            }
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func part(
        _ key: String, of object: DocumentObject, _ field: DocumentField, _ depth: Int
    ) -> Condition? {
        switch key {
        case "version": versionRange(field).map(Condition.version)
        case "build": buildRange(field).map(Condition.build)
        case "platform": oneOrMany(field) { $0.platform($1) }.map(Condition.platform)
        case "channel": oneOrMany(field) { $0.channel($1) }.map(Condition.channel)
        case "os": operatingSystems(field).map(Condition.os)
        case "language": oneOrMany(field) { $0.languageTag($1) }.map(Condition.language)
        case "storefront": oneOrMany(field) { $0.storefront($1) }.map(Condition.storefront)
        case "attributes": attributes(field, ifMissing: object["ifMissing"])
        case "rollout": rollout(field).map(Condition.rollout)
        case "after": date(field).map(Condition.after)
        case "before": date(field).map(Condition.before)
        case "all": conditions(field, key, depth).map(Condition.all)
        case "any": conditions(field, key, depth).map(Condition.any)
        case "not": condition(field, depth: depth + 1).map(Condition.not)
        default: nil
        }
    }

    private mutating func conditions(_ field: DocumentField, _ key: String, _ depth: Int) -> [Condition]? {
        list(field, of: "conditions").map { elements in
            elements.map { condition($0, depth: depth + 1) ?? .unknown(key) }
        }
    }

    private mutating func operatingSystems(_ field: DocumentField) -> [Platform: VersionRange]? {
        guard let object = object(field, wanted: "an object such as {\"iOS\": \"<16\"}") else { return nil }
        if object.members.isEmpty {
            emptyObject(field, "a system, e.g. {\"iOS\": \"<16\"}")
            return nil
        }
        var ranges: [Platform: VersionRange] = [:]
        var isReadable = true
        for entry in object.entries {
            let platform = Platform(entry.key)
            if !platform.isKnown {
                let names = Platform.known.map(\.displayName)
                let help = Spelling.nearest(to: entry.key, among: names).map { "did you mean \"\($0)\"?" }
                report(
                    "bad-platform", at: entry.field.path, entry.keyPosition,
                    "\(DocumentPath.quoted(entry.key)) is not a system; \(help ?? "write \(names.orList).")")
            }
            if ranges[platform] != nil {
                report(
                    "duplicate-key", at: entry.field.path, entry.keyPosition,
                    "\(platform.displayName) is there twice; keep one.")
                isReadable = false
            }
            guard let range = versionRange(entry.field) else {
                isReadable = false
                continue
            }
            ranges[platform] = range
        }
        return isReadable ? ranges : nil
    }

    private mutating func attributes(_ field: DocumentField, ifMissing: DocumentField?) -> Condition? {
        var missing = Truth.undecided
        if let ifMissing {
            guard let value = bool(ifMissing) else { return nil }
            missing = Truth(value)
        }
        guard let object = object(field, wanted: "an object such as {\"plan\": \"free\"}") else { return nil }
        if object.members.isEmpty {
            emptyObject(field, "an attribute, e.g. {\"plan\": \"free\"}")
            return nil
        }
        var parts: [Condition] = []
        var isReadable = true
        for entry in object.entries {
            if let values = oneOrMany(entry.field, { $0.attributeValue($1) }) {
                parts.append(.attribute(name: entry.key, values: values, ifMissing: missing))
            } else {
                isReadable = false
            }
        }
        guard isReadable else { return nil }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func attributeValue(_ field: DocumentField) -> JSONValue? {
        let value = field.node.plainValue
        if value.isNull {
            wrongType(field, wanted: "a string, a number or a Boolean, or a list of them")
            return nil
        }
        return value
    }

    private mutating func rollout(_ field: DocumentField) -> Condition.Rollout? {
        guard case .object = field.node.value else {
            return partsPerMillion(field).map { Condition.Rollout(partsPerMillion: $0) }
        }
        guard let object = object(field) else { return nil }
        checkKeys(of: object, known: ["percentage", "salt"])
        let parts = mandatory("percentage", in: object, "write a number from 0 to 100.") { $0.partsPerMillion($1) }
        var salt: String?
        if let field = object["salt"] {
            guard let text = text(field) else { return nil }
            salt = text
        }
        return parts.map { Condition.Rollout(partsPerMillion: $0, salt: salt) }
    }

    private mutating func partsPerMillion(_ field: DocumentField) -> UInt32? {
        guard let number = field.node.plainValue.numberValue, let parts = Percentage.partsPerMillion(number) else {
            report(
                "bad-percentage", at: field,
                "Write a number from 0 to 100 with at most four decimals, without quotes and without a percent sign.")
            return nil
        }
        return parts
    }
}
