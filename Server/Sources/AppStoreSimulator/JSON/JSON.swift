/// A JSON value. Objects keep their order, because people read the answers.
indirect enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

/// The members of a JSON object, in order, without duplicates.
struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private(set) var members: [(name: String, value: JSON)] = []

    init() {}

    init(dictionaryLiteral elements: (String, JSON)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The value of a member; setting `nil` removes it.
    subscript(name: String) -> JSON? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }

    var names: [String] { members.map(\.name) }

    static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.members.count == other.members.count && one.members.allSatisfy { other[$0.name] == $0.value }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(members.count) }
}

// No nil literal: `nil` has to go on meaning "no such member".
extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }

    init(dictionaryLiteral elements: (String, JSON)...) {
        var object = JSONObject()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }

    /// A string, or null.
    init(_ text: String?) { self = text.map(JSON.string) ?? .null }

    var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    var array: [JSON]? {
        if case .array(let array) = self { array } else { nil }
    }

    var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    var bool: Bool? {
        if case .bool(let bool) = self { bool } else { nil }
    }

    var integer: Int? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }

    /// A member of an object.
    subscript(name: String) -> JSON? { object?[name] }

    /// What a filter compares with: booleans are `true` and `false`.
    var filterText: String? {
        switch self {
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): String(integer)
        case .string(let string): string
        default: nil
        }
    }
}
