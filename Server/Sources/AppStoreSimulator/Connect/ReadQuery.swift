/// The parameters of a read, checked.
struct ReadQuery: Sendable {
    var filters: [(name: String, values: [String])] = []
    var exists: [(name: String, value: Bool)] = []
    var sorts: [(name: String, isDescending: Bool)] = []
    var includes: [String] = []
    var fields: [String: Set<String>] = [:]
    var limit: Int?
    var relationLimits: [String: Int] = [:]
    var cursor: Int = 0

    /// - Parameters:
    ///   - query: What was sent.
    ///   - operation: What it was sent to.
    /// - Throws: `ConnectError` for what the operation does not take.
    init(_ query: Query, for operation: ReadOperation) throws(ConnectError) {
        let shape = operation.kind.shape
        let includable = operation.hasIncludes ? shape.relations.filter(\.isIncludable) : []
        var seen: Set<String> = []
        for name in query.names where seen.insert(name).inserted {
            guard !operation.refused.contains(name) else { throw .illegal(name) }
            let values = query.list(name) ?? []
            switch Self.parts(name) {
            case ("filter", let filter?) where !operation.filters.isEmpty:
                guard let words = operation.filters[filter] else {
                    throw .invalid(name, "'\(filter)' is not a valid filter type")
                }
                if let words, let wrong = values.first(where: { !words.contains($0) }) {
                    throw .invalid(name, "'\(wrong)' is not a valid filter value")
                }
                guard !values.isEmpty else { throw .invalid(name, "'' is not a valid filter value") }
                filters.append((filter, values))
            case ("exists", let key?) where operation.exists.contains(key):
                guard let value = ["true": true, "false": false][values.first ?? ""] else {
                    throw .invalid(name, "'\(values.first ?? "")' is not a valid value; it is true or false")
                }
                exists.append((key, value))
            case ("fields", let type?) where !operation.isLinkage:
                fields[type] = try Self.fields(name, type, values, operation, includable)
            case ("limit", let relation?) where !includable.isEmpty:
                guard let known = includable.first(where: { $0.name == relation && $0.isMany }) else {
                    throw .invalid(name, "'\(relation)' is not a valid relationship name")
                }
                let most = operation.kind == .betaGroups && known.name == "builds" ? 1000 : 50
                relationLimits[relation] = try Self.limit(name, query, most)
            case ("limit", nil) where operation.isMany: limit = try Self.limit(name, query, 200)
            case ("cursor", nil) where operation.isMany:
                guard let position = Cursor.position(query.value(name) ?? "") else {
                    throw .invalid(name, "The cursor is not valid")
                }
                cursor = position
            case ("include", nil) where !includable.isEmpty:
                if let wrong = values.first(where: { name in !includable.contains { $0.name == name } }) {
                    throw .invalid(name, "'\(wrong)' is not a valid relationship name")
                }
                includes = values
            case ("sort", nil) where !operation.sorts.isEmpty:
                for value in values {
                    let key = value.hasPrefix("-") ? String(value.dropFirst()) : value
                    guard operation.sorts.contains(key) else {
                        throw .invalid(name, "'\(value)' is not a valid sort key")
                    }
                    sorts.append((key, value.hasPrefix("-")))
                }
            default: throw .illegal(name)
            }
        }
        for name in operation.required where !filters.contains(where: { $0.name == name }) {
            throw .required("filter[\(name)]")
        }
        if operation.kind == .webhookDeliveries, !operation.isLinkage, filters.isEmpty {
            throw .required("filter[createdDateGreaterThanOrEqualTo]")
        }
    }

    /// `filter[app]` is `filter` and `app`.
    private static func parts(_ name: String) -> (String, String?) {
        guard let open = name.firstIndex(of: "["), name.hasSuffix("]") else { return (name, nil) }
        return (String(name[..<open]), String(name[name.index(after: open)...].dropLast()))
    }

    private static func limit(_ name: String, _ query: Query, _ most: Int) throws(ConnectError) -> Int {
        let text = query.value(name) ?? ""
        guard let limit = Int(text), (1...most).contains(limit) else {
            throw .invalid(name, "'\(text)' is not a valid limit; it is from 1 to \(most)")
        }
        return limit
    }

    private static func fields(
        _ name: String, _ type: String, _ values: [String], _ operation: ReadOperation, _ includable: [Shape.Relation]
    ) throws(ConnectError) -> Set<String> {
        guard type == operation.kind.rawValue || includable.contains(where: { $0.type == type }) else {
            throw .invalid(name, "'\(type)' is not a valid resource type for this request")
        }
        // Of the types that there are none of, every name is taken.
        if let kind = Kind(rawValue: type), let wrong = values.first(where: { !kind.shape.fields.contains($0) }) {
            throw .invalid(name, "'\(wrong)' is not a valid field name")
        }
        return Set(values)
    }
}

/// Where a page begins, in a form that nobody should take apart.
enum Cursor {
    static func text(_ position: Int) -> String {
        "A" + String(position ^ 0x5A5A, radix: 36) + "." + String((position &* 7919) & 0xFFFF, radix: 36)
    }

    static func position(_ text: String) -> Int? {
        guard text.hasPrefix("A"), let dot = text.firstIndex(of: "."),
            let number = Int(text[text.index(after: text.startIndex)..<dot], radix: 36)
        else { return nil }
        let position = number ^ 0x5A5A
        return position >= 0 && Self.text(position) == text ? position : nil
    }
}
