/// Percent-decoding as forms do it: `+` is a space, unless the caller says otherwise.
package enum PercentDecoding {
    /// Decodes a part of a URL.
    /// - Parameters:
    ///   - bytes: The part as it was sent.
    ///   - plusIsSpace: Whether `+` stands for a space, as it does in a query.
    /// - Returns: The text; `nil` for a `%` without two hexadecimal digits, and for what is no UTF-8.
    /// - Complexity: Linear; without `%` and `+` nothing is copied but the text.
    package static func decode(_ bytes: Substring.UTF8View, plusIsSpace: Bool = false) -> String? {
        guard bytes.contains(where: { $0 == percent || (plusIsSpace && $0 == plus) }) else {
            return String(Substring(bytes))
        }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case percent:
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                decoded.append(high << 4 | low)
            case plus where plusIsSpace: decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// The same for a whole text.
    package static func decode(_ bytes: String.UTF8View, plusIsSpace: Bool = false) -> String? {
        decode(Substring(String(bytes)).utf8, plusIsSpace: plusIsSpace)
    }

    private static let percent = UInt8(ascii: "%")
    private static let plus = UInt8(ascii: "+")

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
