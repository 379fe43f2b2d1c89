extension UInt8 {
    package var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    package var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

    package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
}

extension StringProtocol {
    /// Whether the text consists of ASCII digits only. The empty text does.
    package var isAllDigits: Bool { utf8.allSatisfy(\.isASCIIDigit) }
}

extension Collection<UInt8> {
    /// Returns the text without its percent-encoding; `nil` if that is malformed or the result is not UTF-8. `+` may stand for a space,
    /// as in a query.
    package func percentDecoded(plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        var rest = makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next()?.hexDigit, let low = rest.next()?.hexDigit else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var hexDigit: UInt8? { Character(Unicode.Scalar(self)).hexDigitValue.map(UInt8.init) }
}
