extension Condition {
    /// The condition as written in documents.
    ///
    /// An unreadable condition is written as its key with null, which is unreadable again.
    public var jsonValue: JSONValue {
        if case .all(let parts) = self { return Self.conjunction(parts) }
        var writer = ObjectWriter()
        switch self {
        case .version(let range): writer.add("version", value: range.jsonValue)
        case .build(let range): writer.add("build", value: range.jsonValue)
        case .platform(let platforms): writer.add("platform", value: .oneOrMany(platforms.map(JSONValue.text)))
        case .channel(let channels): writer.add("channel", value: .oneOrMany(channels.map(JSONValue.text)))
        case .os(let ranges):
            let named = Dictionary(ranges.map { ($0.key.displayName, $0.value) }) { first, _ in first }
            writer.add("os", value: ObjectWriter.object(named) { $0.jsonValue })
        case .language(let tags): writer.add("language", value: .oneOrMany(tags.map(JSONValue.string)))
        case .storefront(let codes): writer.add("storefront", value: .oneOrMany(codes.map(JSONValue.text)))
        case .attribute(let name, let values, let ifMissing):
            writer.add("attributes", value: .object([name: .oneOrMany(values)]))
            if ifMissing != .undecided { writer.add("ifMissing", value: .bool(ifMissing == .true)) }
        case .rollout(let rollout): writer.add("rollout", value: rollout.jsonValue)
        case .after(let date): writer.add("after", value: date)
        case .before(let date): writer.add("before", value: date)
        case .all: break
        case .any(let parts): writer.add("any", value: .array(parts.map(\.jsonValue)))
        case .not(let part): writer.add("not", value: part.jsonValue)
        case .unknown(let key): writer.add(key, value: JSONValue.null)
        }
        return writer.value
    }

    /// Writes several conditions as one object if their keys differ, otherwise as a list.
    private static func conjunction(_ parts: [Condition]) -> JSONValue {
        var members: [JSONObject.Member] = []
        var keys: Set<String> = []
        for part in parts {
            let object = part.jsonValue.objectValue ?? JSONObject()
            let names = object.keys.filter { $0 != "ifMissing" || object.count == 1 }
            guard parts.count > 1, names.count == 1, object.keys.allSatisfy({ keys.insert($0).inserted }) else {
                return .object(["all": .array(parts.map(\.jsonValue))])
            }
            members += object.members
        }
        return .object(JSONObject(members))
    }
}

extension Condition.Rollout {
    fileprivate var jsonValue: JSONValue {
        let percentage = JSONValue.number(Percentage.number(partsPerMillion: partsPerMillion))
        return salt.map { .object(["percentage": percentage, "salt": .string($0)]) } ?? percentage
    }
}

extension VersionRange {
    /// The range as written in documents; a union as a list of its members.
    package var jsonValue: JSONValue { Self.json(description) }

    /// Splits the description of a union into its members. No single range contains the word "or".
    fileprivate static func json(_ description: String) -> JSONValue {
        if description == "nothing" { return .array([]) }
        let words = description.split(separator: " ", omittingEmptySubsequences: false)
        return .oneOrMany(words.split(separator: "or").map { .string($0.joined(separator: " ")) })
    }
}

extension BuildRange {
    /// The range as written in documents; a union as a list of its members.
    var jsonValue: JSONValue { VersionRange.json(description) }
}
