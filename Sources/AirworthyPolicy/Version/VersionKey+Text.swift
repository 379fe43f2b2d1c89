extension VersionKey {
    /// Reads dot-separated integers, with a suffix after the first `-` where one is allowed; nil for anything else.
    init?(text: [UInt8], allowsSuffix: Bool) {
        let dash = allowsSuffix ? text.firstIndex(of: UInt8(ascii: "-")) : nil
        guard var bytes = Self.numericBytes(text[..<(dash ?? text.endIndex)]) else { return nil }
        if let dash {
            guard let suffix = Self.suffixBytes(text[(dash + 1)...]) else { return nil }
            bytes.append(Self.suffixEnd)
            bytes += suffix
        } else {
            bytes.append(Self.plainEnd)
        }
        self.init(bytes)
    }

    private static func numericBytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var significant = 0
        for part in text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !part.isEmpty, part.allSatisfy(\.isDigit) else { return nil }
            let digits = part.drop { $0 == UInt8(ascii: "0") }
            guard digits.count < Int(UInt8.max - partBase) else { return nil }
            bytes.append(partBase + UInt8(digits.count))
            bytes += digits
            if !digits.isEmpty { significant = bytes.count }
        }
        return Array(bytes[..<significant])
    }

    /// Runs of digits compare as numbers and below any other character; the rest compares as ASCII.
    private static func suffixBytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard !text.isEmpty, text.allSatisfy(\.isSuffixCharacter) else { return nil }
        var bytes: [UInt8] = []
        var rest = text
        while let first = rest.first {
            if first.isDigit {
                let run = rest.prefix(while: \.isDigit)
                let digits = run.drop { $0 == UInt8(ascii: "0") }
                guard digits.count < Int(UInt8.max) else { return nil }
                bytes += [1, 1 + UInt8(digits.count)]
                bytes += digits
                rest = rest[run.endIndex...]
            } else {
                bytes.append(first)
                rest = rest.dropFirst()
            }
        }
        return bytes
    }
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    /// Space, tab, line feed or carriage return.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    fileprivate var isSuffixCharacter: Bool {
        switch self {
        case _ where isDigit: true
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"): true
        default: false
        }
    }
}

extension Collection where Element == UInt8 {
    /// The bytes without blanks at either end.
    var trimmingBlanks: [UInt8] {
        var bytes = Array(drop(while: \.isBlank))
        while let last = bytes.last, last.isBlank { bytes.removeLast() }
        return bytes
    }
}
