/// Command lines that pages show.
enum CommandText {
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/:=,@%+".unicodeScalars)

    /// Returns a text as one word of a POSIX shell, with quotation marks if it needs them.
    static func word(_ text: String) -> String {
        guard text.isEmpty || !text.unicodeScalars.allSatisfy(plain.contains) else { return text }
        // By code points: a quotation mark with an accent is one character to people, and a quotation mark to a shell.
        var quoted = String.UnicodeScalarView("'".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "'" { quoted.append(contentsOf: "'\\''".unicodeScalars) } else { quoted.append(scalar) }
        }
        quoted.append("'")
        return String(quoted)
    }

    /// Returns ` NAME VALUE` with the value as one word; empty without a value.
    static func option(_ name: String, _ value: String?) -> String {
        value.flatMap { $0.isEmpty ? nil : " \(name) \(word($0))" } ?? ""
    }
}
