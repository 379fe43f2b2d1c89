extension UInt8 {
    package var isASCIIDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    package var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

    package var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
}

extension StringProtocol {
    /// Whether the text consists of ASCII digits only. The empty text does.
    package var isAllDigits: Bool { utf8.allSatisfy(\.isASCIIDigit) }
}
