package import AirworthyPolicy

extension PolicyDiff {
    /// The same for scripts, with a `schema` of its own.
    package var jsonValue: JSONValue {
        [
            "schema": 1,
            "different": .bool(!isEmpty),
            "manifest": .array(manifest.map(\.jsonValue)),
            "policy": .array(policy.map(\.jsonValue)),
            "rules": .array(rules.map(\.jsonValue)),
            "features": .array(features.map(\.jsonValue)),
            "releases": .array(catalog.map(\.jsonValue)),
        ]
    }
}

extension PolicyDiff.Change {
    fileprivate var jsonValue: JSONValue {
        ["key": .string(key), "old": old ?? .null, "new": new ?? .null]
    }
}

extension PolicyDiff.Entry {
    fileprivate var jsonValue: JSONValue {
        switch kind {
        case .added(let value): return ["id": .string(name), "change": "added", "new": value]
        case .removed(let value): return ["id": .string(name), "change": "removed", "old": value]
        case .altered(let moved, let changes):
            var object: JSONObject = ["id": .string(name), "change": changes.isEmpty ? "moved" : "changed"]
            if let moved {
                object["moved"] = [
                    "from": .number(JSONNumber(moved.from)), "to": .number(JSONNumber(moved.to)),
                ]
            }
            object["changes"] = .array(changes.map(\.jsonValue))
            return .object(object)
        }
    }
}
