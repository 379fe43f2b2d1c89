/// Base64 and base64url (RFC 4648) with exactly one accepted spelling of each value.
///
/// Decoding rejects white space, missing or superfluous padding, non-zero bits after the last byte, and texts that mix
/// the two alphabets.
public enum Base64 {
    /// Encodes bytes with the standard alphabet and padding.
    public static func encode(_ bytes: [UInt8]) -> String { encode(bytes, alphabet: standard, isPadded: true) }

    /// Encodes bytes with the URL-safe alphabet, without padding, as JSON Web Tokens do.
    public static func encodeURL(_ bytes: [UInt8]) -> String { encode(bytes, alphabet: urlSafe, isPadded: false) }

    /// Decodes padded text in either alphabet.
    /// - Parameter text: The base64 text.
    /// - Returns: The bytes; `nil` if the text is not strict base64.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode($0) }
    }

    private static func encode(_ bytes: [UInt8], alphabet: [UInt8], isPadded: Bool) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (16 - 8 * $1.offset) }
            for digit in 0..<4 {
                if digit <= group.count {
                    text.append(alphabet[Int(word >> (18 - 6 * digit) & 63)])
                } else if isPadded {
                    text.append(padding)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var count = text.count
        for _ in 0..<2 where count > 0 && text[count - 1] == padding { count -= 1 }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count / 4 * 3 + 2)
        let values = values
        var word: UInt32 = 0
        var bits = 0
        var seen: UInt8 = 0
        for index in 0..<count {
            let value = values[Int(text[index])]
            seen |= value
            word = word << 6 | UInt32(value & 63)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: word >> bits))
            }
        }
        let isLastDigitClean = word & (1 << bits - 1) == 0
        return isLastDigitClean && seen < standardMark | urlMark ? bytes : nil
    }

    /// The six bits of each digit. The two digits in which the alphabets differ also carry a mark for their alphabet;
    /// any other byte carries both marks, and so does the union of a text that mixes the alphabets.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: standardMark | urlMark, count: 256)
        for (value, digit) in standard.enumerated() { values[Int(digit)] = UInt8(value) }
        values[Int(UInt8(ascii: "+"))] = 62 | standardMark
        values[Int(UInt8(ascii: "/"))] = 63 | standardMark
        values[Int(UInt8(ascii: "-"))] = 62 | urlMark
        values[Int(UInt8(ascii: "_"))] = 63 | urlMark
        return values
    }()
    private static let standardMark: UInt8 = 0x40
    private static let urlMark: UInt8 = 0x80

    private static let padding = UInt8(ascii: "=")
    private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
