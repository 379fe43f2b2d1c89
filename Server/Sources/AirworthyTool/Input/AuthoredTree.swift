import AirworthyPolicy

/// Turns an author's policy into JSON, member by member as it was written.
///
/// JSON stays what it is. An unquoted YAML scalar has no type of its own: it becomes what the reader took it for, so that
/// `version: 1.10` is the text `1.10` on every device, and `value: 1.10` a number.
enum AuthoredTree {
    /// What a value is part of, as far as that decides about types.
    private enum Place {
        case policy, rule, condition, features, feature, other
        /// Values of the author's own, typed as YAML types them.
        case opaque
    }

    /// - Parameter document: A policy that reads without errors.
    /// - Returns: The same as JSON.
    static func json(of document: DocumentNode) -> JSONValue { json(document, .policy, key: nil) }

    private static func json(_ node: DocumentNode, _ place: Place, key: String?) -> JSONValue {
        switch node.value {
        case .object(let members):
            .object(
                JSONObject(
                    members.lazy.map { member in
                        let value = json(member.value, self.place(of: member.key, in: place), key: member.key)
                        return JSONObject.Member(key: member.key, value: value)
                    }))
        case .array(let elements): .array(elements.map { json($0, place, key: key) })
        case .plain(let text): scalar(text, node.jsonValue, place, key: key)
        default: node.jsonValue
        }
    }

    private static func place(of key: String, in place: Place) -> Place {
        switch (place, key) {
        case (.opaque, _), (.policy, "meta"), (.rule, "meta"), (.rule, "value"), (.condition, "attributes"),
            (.feature, "default"):
            .opaque
        case (.policy, "rules"), (.feature, "rules"): .rule
        case (.policy, "features"): .features
        case (.features, _): .feature
        case (.rule, "when"), (.condition, "all"), (.condition, "any"), (.condition, "not"): .condition
        case (.condition, "rollout"): .condition
        default: .other
        }
    }

    private static func scalar(_ text: String, _ resolved: JSONValue, _ place: Place, key: String?) -> JSONValue {
        let isTyped =
            switch resolved {
            case .number: numeric.contains(key ?? "")
            case .bool: boolean.contains(key ?? "")
            default: true
            }
        return place == .opaque || isTyped ? resolved : .string(text)
    }

    private static let numeric: Set = ["schema", "appleID", "rollout", "percentage"]
    private static let boolean: Set = ["skippable", "ifMissing"]
}
