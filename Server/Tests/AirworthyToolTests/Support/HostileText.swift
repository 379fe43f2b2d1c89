import AirworthyPolicy

/// Text that a terminal would obey: it sets the window's title, hides what follows, and turns the reading direction.
enum HostileText {
    static let sample =
        "\u{1B}]0;owned\u{07}\u{9B}8m\u{7F}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\u{85}\u{08}\u{1B}[31m\r\u{1B}[2J"

    /// Whether a text has a scalar that no output may have; newlines and tabs are allowed.
    static func isHostile(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0A, 0x09: false
            case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
    }

    /// Returns a JSON text with ``sample`` after every string, and further ones with it after a single string each.
    static func variants(of json: String) throws -> [String] {
        let value = try JSONReader.read(json).jsonValue
        let count = texts(in: value)
        return ([nil] + (0..<count).map(Optional.some)).map { place in
            var number = -1
            return inject(into: value) {
                number += 1
                return place == nil || place == number
            }.jsonText()
        }
    }

    private static func texts(in value: JSONValue) -> Int {
        switch value {
        case .string: 1
        case .array(let values): values.reduce(0) { $0 + texts(in: $1) }
        case .object(let object): object.members.reduce(0) { $0 + texts(in: $1.value) }
        default: 0
        }
    }

    private static func inject(into value: JSONValue, where isWanted: () -> Bool) -> JSONValue {
        switch value {
        case .string(let text): return .string(isWanted() ? text + sample : text)
        case .array(let values): return .array(values.map { inject(into: $0, where: isWanted) })
        case .object(let object):
            return .object(
                JSONObject(object.members.map { .init(key: $0.key, value: inject(into: $0.value, where: isWanted)) }))
        default: return value
        }
    }
}
