/// Reads the features of a policy.
struct FeatureReader {
    private enum WhenExpired: String, CaseIterable {
        case `default`
    }

    private enum Review: String, CaseIterable {
        case include
    }

    private let document: DocumentReader
    private let rules: RuleReader
    private var findings: FindingCollector { document.findings }

    init(_ document: DocumentReader) {
        self.document = document
        rules = RuleReader(document)
    }

    /// Reads the features by key. A feature without a readable default is left out.
    func features(_ field: DocumentField) -> [String: Feature] {
        guard let object = document.object(field, wanted: "an object with a feature for each key") else { return [:] }
        var features: [String: Feature] = [:]
        for entry in object.entries {
            if entry.key.isEmpty {
                findings.report("bad-value", atKeyOf: entry, message: "The feature's key is empty; name it.")
            }
            features[entry.key] = feature(entry.field)
        }
        return features
    }

    private func feature(_ field: DocumentField) -> Feature? {
        guard let object = document.object(field, wanted: "an object with a \"default\"") else { return nil }
        document.checkKeys(of: object, known: ["default", "rules", "whenExpired"])
        let value = document.required(
            "default", in: object, help: "write the value for when no rule matches.", read: featureValue)
        let rules = object["rules"].map { featureRules($0, defaultValue: value) } ?? []
        let whenExpired = document.optional("whenExpired", in: object) { document.word($0, as: WhenExpired.self) }
        return value.map { Feature(default: $0, rules: rules, resetsWhenExpired: whenExpired == .default) }
    }

    private func featureRules(_ field: DocumentField, defaultValue: JSONValue?) -> [Feature.Rule] {
        var pathByID: [String: DocumentPath] = [:]
        return (document.list(field, of: "rules") ?? []).enumerated().compactMap { index, field in
            guard let rule = featureRule(field, defaultID: "\(index + 1)", defaultValue: defaultValue) else {
                return nil
            }
            rules.checkUnique(rule.id, of: field, among: &pathByID)
            return rule
        }
    }

    private func featureRule(_ field: DocumentField, defaultID: String, defaultValue: JSONValue?) -> Feature.Rule? {
        guard let object = document.object(field, wanted: "a rule, which is an object") else { return nil }
        document.checkKeys(of: object, known: ["id", "when", "value", "review"])
        let id = document.optional("id", in: object, read: rules.identifier) ?? defaultID
        let when = rules.when(object)
        let review = document.optional("review", in: object) { document.word($0, as: Review.self) }
        let value = document.required(
            "value", in: object, help: "write the feature's value for this rule.", read: featureValue)
        guard let value else { return nil }
        if let defaultValue, let field = object["value"], value.kindName != defaultValue.kindName {
            findings.report(
                "feature-type", at: field,
                message: "The value is \(value.kindName) but the default is \(defaultValue.kindName); use one kind.")
            return nil
        }
        return Feature.Rule(id: id, when: when, value: value, includesReview: review == .include)
    }

    private func featureValue(_ field: DocumentField) -> JSONValue? {
        let value = field.node.jsonValue
        switch value {
        case .bool, .string, .number, .object: return value
        case .null, .array:
            document.reportWrongType(field, wanted: "a Boolean, a string, a number or an object")
            return nil
        }
    }
}
