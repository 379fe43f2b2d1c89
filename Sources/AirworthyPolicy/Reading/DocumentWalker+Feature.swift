extension DocumentWalker {
    private enum WhenExpired: String, CaseIterable {
        case `default`
    }

    private enum Review: String, CaseIterable {
        case include
    }

    /// Reads the features. One without a readable default is left out.
    mutating func features(_ field: DocumentField) -> [String: Feature] {
        guard let object = object(field, wanted: "an object with a feature for each key") else { return [:] }
        var features: [String: Feature] = [:]
        for entry in object.entries {
            if entry.key.isEmpty {
                report("bad-value", at: entry.field.path, entry.keyPosition, "The feature's key is empty; name it.")
            }
            features[entry.key] = feature(entry.field)
        }
        return features
    }

    private mutating func feature(_ field: DocumentField) -> Feature? {
        guard let object = object(field, wanted: "an object with a \"default\"") else { return nil }
        checkKeys(of: object, known: ["default", "rules", "whenExpired"])
        let value = mandatory("default", in: object, "write the value where no rule matches.") { $0.featureValue($1) }
        let rules = object["rules"].map { featureRules($0, like: value) } ?? []
        let whenExpired = optional("whenExpired", in: object) { $0.word($1, WhenExpired.self) }
        return value.map { Feature(default: $0, rules: rules, resetsWhenExpired: whenExpired == .default) }
    }

    private mutating func featureRules(_ field: DocumentField, like value: JSONValue?) -> [Feature.Rule] {
        var seen: [String: DocumentPath] = [:]
        return (list(field, of: "rules") ?? []).enumerated().compactMap { index, field in
            guard let rule = featureRule(field, defaultID: "\(index + 1)", like: value) else { return nil }
            checkUnique(rule.id, field, &seen)
            return rule
        }
    }

    private mutating func featureRule(
        _ field: DocumentField, defaultID: String, like defaultValue: JSONValue?
    ) -> Feature.Rule? {
        guard let object = object(field, wanted: "a rule, which is an object") else { return nil }
        checkKeys(of: object, known: ["id", "when", "value", "review"])
        let id = optional("id", in: object) { $0.identifier($1) } ?? defaultID
        let when = when(object)
        let review = optional("review", in: object) { $0.word($1, Review.self) }
        let value = mandatory("value", in: object, "write the value the rule gives.") { $0.featureValue($1) }
        guard let value else { return nil }
        if let defaultValue, let field = object["value"], value.typeName != defaultValue.typeName {
            report(
                "feature-type", at: field,
                "The value is \(value.typeName) but the default is \(defaultValue.typeName); make them alike.")
            return nil
        }
        return Feature.Rule(id: id, when: when, value: value, includesReview: review == .include)
    }

    private mutating func featureValue(_ field: DocumentField) -> JSONValue? {
        let value = field.node.jsonValue
        switch value {
        case .bool, .string, .number, .object: return value
        case .null, .array:
            wrongType(field, wanted: "a Boolean, a string, a number or an object")
            return nil
        }
    }
}

extension JSONValue {
    /// What it is, for messages.
    fileprivate var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
