struct ReadQuery: Sendable {
    var filters: [(name: String, values: [String])] = []
    var exists: [(name: String, value: Bool)] = []
    var sorts: [(name: String, isDescending: Bool)] = []
    var includes: [String] = []
    var fields: [String: Set<String>] = [:]
    var limit: Int?
    var relationLimits: [String: Int] = [:]
    var cursor = 0

    static let empty = ReadQuery()

    private init() {}

    init(_ query: URLQuery, for operation: ReadOperation) throws(ConnectError) {
        var seen: Set<String> = []
        for name in query.names where seen.insert(name).inserted {
            guard !operation.refused.contains(name) else { throw .illegal(name) }
            try read(Parameter(name, in: query), for: operation)
        }
        for name in operation.required where !filters.contains(where: { $0.name == name }) {
            throw .required("filter[\(name)]")
        }
        if operation.kind == .webhookDeliveries, !operation.isLinkage, filters.isEmpty {
            throw .required("filter[createdDateGreaterThanOrEqualTo]")
        }
    }

    private mutating func read(_ parameter: Parameter, for operation: ReadOperation) throws(ConnectError) {
        let includable = operation.includableRelations
        switch (parameter.family, parameter.key) {
        case ("filter", let key?) where !operation.filters.isEmpty:
            try readFilter(key, from: parameter, for: operation)
        case ("exists", let key?) where operation.exists.contains(key):
            guard let value = ["true": true, "false": false][parameter.values.first ?? ""] else {
                throw parameter.invalid("'\(parameter.values.first ?? "")' is not a valid value; it is true or false")
            }
            exists.append((key, value))
        case ("fields", let type?) where !operation.isLinkage:
            try readFields(of: type, from: parameter, for: operation)
        case ("limit", let relation?) where !includable.isEmpty:
            guard let known = includable.first(where: { $0.name == relation && $0.isMany }) else {
                throw parameter.invalid("'\(relation)' is not a valid relationship name")
            }
            let maximum = operation.kind == .betaGroups && known.name == "builds" ? 1000 : 50
            relationLimits[relation] = try parameter.limit(upTo: maximum)
        case ("limit", nil) where operation.isMany: limit = try parameter.limit(upTo: 200)
        case ("cursor", nil) where operation.isMany:
            guard let position = Cursor.position(parameter.text) else {
                throw parameter.invalid("The cursor is not valid")
            }
            cursor = position
        case ("include", nil) where !includable.isEmpty:
            if let wrong = parameter.values.first(where: { name in !includable.contains { $0.name == name } }) {
                throw parameter.invalid("'\(wrong)' is not a valid relationship name")
            }
            includes = parameter.values
        case ("sort", nil) where !operation.sorts.isEmpty:
            try readSort(from: parameter, for: operation)
        default: throw .illegal(parameter.name)
        }
    }

    private mutating func readFilter(
        _ key: String, from parameter: Parameter, for operation: ReadOperation
    ) throws(ConnectError) {
        guard let words = operation.filters[key] else {
            throw parameter.invalid("'\(key)' is not a valid filter type")
        }
        if let words, let wrong = parameter.values.first(where: { !words.contains($0) }) {
            throw parameter.invalid("'\(wrong)' is not a valid filter value")
        }
        guard !parameter.values.isEmpty else { throw parameter.invalid("'' is not a valid filter value") }
        filters.append((key, parameter.values))
    }

    private mutating func readFields(
        of type: String, from parameter: Parameter, for operation: ReadOperation
    ) throws(ConnectError) {
        let isIncludable = operation.includableRelations.contains { $0.type == type }
        guard type == operation.kind.rawValue || isIncludable else {
            throw parameter.invalid("'\(type)' is not a valid resource type for this request")
        }
        // Types that the simulator does not have accept every name.
        if let kind = ResourceType(rawValue: type),
            let wrong = parameter.values.first(where: { !kind.schema.fields.contains($0) })
        {
            throw parameter.invalid("'\(wrong)' is not a valid field name")
        }
        fields[type] = Set(parameter.values)
    }

    private mutating func readSort(from parameter: Parameter, for operation: ReadOperation) throws(ConnectError) {
        for value in parameter.values {
            let key = value.hasPrefix("-") ? String(value.dropFirst()) : value
            guard operation.sorts.contains(key) else { throw parameter.invalid("'\(value)' is not a valid sort key") }
            sorts.append((key, value.hasPrefix("-")))
        }
    }
}

/// A query parameter. `filter[app]` has the family `filter` and the key `app`.
private struct Parameter {
    let name: String
    let family: String
    let key: String?
    let values: [String]
    /// The last value as it was sent.
    let text: String

    init(_ name: String, in query: URLQuery) {
        self.name = name
        values = query.list(name) ?? []
        text = query.value(name) ?? ""
        if let open = name.firstIndex(of: "["), name.hasSuffix("]") {
            family = String(name[..<open])
            key = String(name[name.index(after: open)...].dropLast())
        } else {
            family = name
            key = nil
        }
    }

    func invalid(_ detail: String) -> ConnectError { .invalid(name, detail: detail) }

    func limit(upTo maximum: Int) throws(ConnectError) -> Int {
        guard let limit = Int(text), (1...maximum).contains(limit) else {
            throw invalid("'\(text)' is not a valid limit; it is from 1 to \(maximum)")
        }
        return limit
    }
}

/// The start of a page as an opaque text.
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
