/// Text in addresses.
package enum PathText {
    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    /// Percent-encodes everything but letters, digits and `-._~`.
    package static func encoded(_ text: String) -> String {
        var encoded: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            if plain.contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Returns a query such as `?a=1&b=2` with encoded values, without fields that have none; empty if none has.
    static func query(_ fields: [(name: String, value: String?)]) -> String {
        let parts = fields.compactMap { field in
            field.value.flatMap { $0.isEmpty ? nil : "\(field.name)=\(encoded($0))" }
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
