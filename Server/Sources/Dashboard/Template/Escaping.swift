import Mustache

/// Escapes text for HTML, character code by character code.
///
/// The library's own escaping compares whole characters as people see them: a quotation mark with a combining accent is one of
/// those, would stay as it is, and would end an attribute.
struct SafeHTML: MustacheContentType {
    /// The name of this content type in templates.
    static let name = "AIRWORTHY"

    func escapeText(_ text: String) -> String {
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&#39;".utf8
            case 0: escaped += "\u{FFFD}".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
