import AirworthyPolicy

/// Text that a terminal would obey: it sets the window's title, hides what follows, and turns the reading direction.
enum HostileText {
    static let sample =
        "\u{1B}]0;owned\u{07}\u{9B}8m\u{7F}\u{202E}\u{2066}\u{200F}\u{61C}\u{2028}\u{85}\u{08}\u{1B}[31m\r\u{1B}[2J\u{200B}\u{AD}\u{FEFF}\u{E0041}\u{3164}"

    /// Whether a text has a scalar that no output may have; newlines and tabs are allowed.
    static func isHostile(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0A, 0x09: false
            case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
            // What Unicode 16 calls default ignorable, but for joiners and variation selectors.
            case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B, 0x2060...0x206F, 0x3164, 0xFEFF,
                0xFFA0,
                0xFFF0...0xFFFB, 0x1_BCA0...0x1_BCA3, 0x1_D173...0x1_D17A, 0xE_0000...0xE_0FFF:
                true
            default: false
            }
        }
    }

    /// The members with free text. Hostile text elsewhere, such as in a date, may end a command before it prints a table.
    private static let wordMembers: Set<String> = [
        "author", "createdBy", "detail", "en", "forced", "message", "name", "note", "path", "problem", "source",
        "title",
    ]

    /// Returns a JSON text with ``sample`` after every string, and one with it only after free text.
    static func variants(of json: String) throws -> [String] {
        let value = try JSONReader.read(json).jsonValue
        return [
            inject(into: value, where: { _ in true }).jsonText(),
            inject(into: value, where: { wordMembers.contains($0 ?? "") }).jsonText(),
        ]
    }

    private static func inject(
        into value: JSONValue, of member: String? = nil, where isWanted: (String?) -> Bool
    ) -> JSONValue {
        switch value {
        case .string(let text): return .string(isWanted(member) ? text + sample : text)
        case .array(let values): return .array(values.map { inject(into: $0, of: member, where: isWanted) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map {
                        .init(key: $0.key, value: inject(into: $0.value, of: $0.key, where: isWanted))
                    }))
        default: return value
        }
    }
}
