extension DocumentNode {
    /// The value without positions.
    ///
    /// An unquoted YAML scalar resolves as YAML 1.2's core schema says: `null`, `~` and nothing are null, `true` and
    /// `false` Booleans, what JSON takes as a number is one, and the rest is text. Of a repeated key the last value counts.
    public var jsonValue: JSONValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .plain(let text): Self.resolve(text)
        case .array(let elements): .array(elements.map(\.jsonValue))
        case .object(let members):
            .object(JSONObject(members.lazy.map { JSONObject.Member(key: $0.key, value: $0.value.jsonValue) }))
        }
    }

    /// What it is, for messages: `a string`, `a number`, `an object`, …
    public var kindName: String {
        switch value {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .plain(let text): DocumentNode(Self.kind(of: text), at: position).kindName
        case .array: "an array"
        case .object: "an object"
        }
    }

    private static func resolve(_ text: String) -> JSONValue {
        DocumentNode(kind(of: text), at: TextPosition(line: 1, column: 1)).jsonValue
    }

    private static func kind(of plain: String) -> Value {
        switch plain {
        case "", "~", "null", "Null", "NULL": .null
        case "true", "True", "TRUE": .bool(true)
        case "false", "False", "FALSE": .bool(false)
        default: JSONNumber(plain).map(Value.number) ?? .string(plain)
        }
    }
}
