/// Base64 (RFC 4648) where one value has one spelling per alphabet.
///
/// Refused are white space, missing or superfluous padding, set bits behind the last byte, and mixed alphabets.
enum Base64 {
    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (16 - 8 * $1.offset) }
            for digit in 0..<4 {
                text.append(digit <= group.count ? alphabet[Int(word >> (18 - 6 * digit) & 63)] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `nil` for anything that is not strict base64.
    static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { decode($0) }
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
        for place in 0..<count {
            let value = values[Int(text[place])]
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

    /// What each byte stands for: its six bits and, in the two digits that differ, a mark for the alphabet. Anything
    /// else has both marks, and so has a text that mixes the alphabets.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: standardMark | urlMark, count: 256)
        for (value, digit) in alphabet.enumerated() { values[Int(digit)] = UInt8(value) }
        values[Int(UInt8(ascii: "+"))] = 62 | standardMark
        values[Int(UInt8(ascii: "/"))] = 63 | standardMark
        values[Int(UInt8(ascii: "-"))] = 62 | urlMark
        values[Int(UInt8(ascii: "_"))] = 63 | urlMark
        return values
    }()
    private static let standardMark: UInt8 = 0x40
    private static let urlMark: UInt8 = 0x80

    private static let padding = UInt8(ascii: "=")
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
