extension UInt8 {
    /// Whether the byte is an ASCII digit.
    package var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Whether the byte is an ASCII letter.
    package var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

    /// Whether the byte is an ASCII letter or digit.
    package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
}

extension StringProtocol {
    /// Whether the text consists of ASCII digits only. The empty text does.
    package var isAllDigits: Bool { utf8.allSatisfy(\.isASCIIDigit) }
}
