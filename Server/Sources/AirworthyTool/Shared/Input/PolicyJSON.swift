import AirworthyPolicy

/// Converts a policy document to JSON, keeping the members of its author.
///
/// JSON stays unchanged. An unquoted YAML scalar gets the type that the policy reader gave it. So `version: 1.10` becomes
/// the string `1.10`, and `value: 1.10` a number.
enum PolicyJSON {
    /// The part of the policy that a value belongs to, as far as it decides the types of scalars.
    private enum Part {
        case policy, rule, condition, features, feature, other
        /// A value of the author's own. Its scalars have the types of YAML.
        case custom
    }

    /// Returns a policy without reading errors as JSON.
    static func json(of document: DocumentNode) -> JSONValue { json(of: document, part: .policy, key: nil) }

    private static func json(of node: DocumentNode, part: Part, key: String?) -> JSONValue {
        switch node.value {
        case .object(let members):
            .object(
                JSONObject(
                    members.lazy.map { member in
                        let part = self.part(of: member.key, in: part)
                        return JSONObject.Member(
                            key: member.key, value: json(of: member.value, part: part, key: member.key))
                    }))
        case .array(let elements): .array(elements.map { json(of: $0, part: part, key: key) })
        case .plain(let text): keepsType(node.jsonValue, part: part, key: key) ? node.jsonValue : .string(text)
        default: node.jsonValue
        }
    }

    private static func part(of key: String, in part: Part) -> Part {
        switch (part, key) {
        case (.custom, _), (.policy, "meta"), (.rule, "meta"), (.rule, "value"), (.condition, "attributes"),
            (.feature, "default"):
            .custom
        case (.policy, "rules"), (.feature, "rules"): .rule
        case (.policy, "features"): .features
        case (.features, _): .feature
        case (.rule, "when"), (.condition, "all"), (.condition, "any"), (.condition, "not"): .condition
        case (.condition, "rollout"): .condition
        default: .other
        }
    }

    private static func keepsType(_ value: JSONValue, part: Part, key: String?) -> Bool {
        if part == .custom { return true }
        return switch value {
        case .number: ["schema", "appleID", "rollout", "percentage"].contains(key)
        case .bool: ["skippable", "ifMissing"].contains(key)
        default: true
        }
    }
}
