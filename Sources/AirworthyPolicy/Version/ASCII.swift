extension UInt8 {
    package var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

    /// Whether the byte is a space, tab, line feed or carriage return.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    /// Whether the byte is allowed in the suffix of a version.
    var isSuffixCharacter: Bool {
        switch self {
        case _ where isDigit: true
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"): true
        default: false
        }
    }
}

extension Collection where Element == UInt8 {
    /// The bytes without white space at either end.
    var trimmingBlanks: [UInt8] {
        var bytes = Array(drop(while: \.isBlank))
        while let last = bytes.last, last.isBlank { bytes.removeLast() }
        return bytes
    }
}
