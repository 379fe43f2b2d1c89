import AirworthySupport

/// Text in addresses.
package enum PathText {
    /// Returns a query such as `?a=1&b=2` with encoded values, without fields that have none; empty if none has.
    static func query(_ fields: [(name: String, value: String?)]) -> String {
        let parts = fields.compactMap { field in
            field.value.flatMap { $0.isEmpty ? nil : "\(field.name)=\(PercentEncoding.encode($0))" }
        }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }

    /// Returns a path of this server that a `next` field names: it begins with one slash and stays on this server.
    /// Returns `nil` for anything else, such as `//example.com` or `/\example.com`.
    package static func ownPath(_ text: String?) -> String? {
        guard let text, text.hasPrefix("/"), text.utf8.count <= 2_000,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            !text.hasPrefix("//")
        else { return nil }
        return text
    }
}

/// Command lines that people are shown.
package enum CommandText {
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/:=,@%+".unicodeScalars)

    /// Returns a text as one word of a POSIX shell, with quotation marks if it needs them.
    package static func word(_ text: String) -> String {
        guard text.isEmpty || !text.unicodeScalars.allSatisfy(plain.contains) else { return text }
        // By code points: a quotation mark with an accent is one character to people, and a quotation mark to a shell.
        return "'\(text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined())'"
    }

    /// Returns ` NAME VALUE` with the value as one word; empty without a value.
    static func option(_ name: String, _ value: String?) -> String {
        value.flatMap { $0.isEmpty ? nil : " \(name) \(word($0))" } ?? ""
    }
}
