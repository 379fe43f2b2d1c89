package import AirworthyPolicy

extension PolicyDiff {
    /// The highest number of rules, features, releases and members that the server lists in a response.
    package static let longestListing = 500

    /// The differences as JSON for scripts. The format has its own `schema` number.
    package var jsonValue: JSONValue { jsonValue(listing: .max) }

    /// Returns the differences as JSON for scripts, with a limited number of entries of each list. If entries are left
    /// out, `omitted` is their number.
    package func jsonValue(listing limit: Int) -> JSONValue {
        let counts = [manifest.count, policy.count, rules.count, features.count, catalog.count]
        let omitted = counts.reduce(0) { $0 + max(0, $1 - limit) }
        var object: JSONObject = [
            "schema": 1,
            "different": .bool(!isEmpty),
            "manifest": .array(manifest.prefix(limit).map(\.jsonValue)),
            "policy": .array(policy.prefix(limit).map(\.jsonValue)),
            "rules": .array(rules.prefix(limit).map(\.jsonValue)),
            "features": .array(features.prefix(limit).map(\.jsonValue)),
            "releases": .array(catalog.prefix(limit).map(\.jsonValue)),
        ]
        if omitted > 0 { object["omitted"] = .of(omitted) }
        return .object(object)
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
                object["moved"] = ["from": .of(moved.from), "to": .of(moved.to)]
            }
            object["changes"] = .array(changes.map(\.jsonValue))
            return .object(object)
        }
    }
}
