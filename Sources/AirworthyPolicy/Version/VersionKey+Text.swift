extension VersionKey {
    /// Reads dot-separated integers, with a suffix after the first `-` where one is allowed; nil for anything else.
    init?(text: ArraySlice<UInt8>, allowsSuffix: Bool) {
        let dash = allowsSuffix ? text.firstIndex(of: UInt8(ascii: "-")) : nil
        var builder = Builder()
        guard builder.append(numbers: text[..<(dash ?? text.endIndex)]) else { return nil }
        if let dash {
            guard let suffix = Self.suffixBytes(text[(dash + 1)...]) else { return nil }
            builder.append(Self.suffixEnd)
            for byte in suffix { builder.append(byte) }
        } else {
            builder.append(Self.plainEnd)
        }
        self = builder.key
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

extension VersionKey.Builder {
    /// Zero parts wait until another part follows: at the end they count for nothing.
    fileprivate mutating func append(numbers text: ArraySlice<UInt8>) -> Bool {
        var zeros = 0
        var start = text.startIndex
        while true {
            var end = start
            while end < text.endIndex, text[end].isDigit { end += 1 }
            guard end > start, end == text.endIndex || text[end] == UInt8(ascii: ".") else { return false }
            while start < end, text[start] == UInt8(ascii: "0") { start += 1 }
            guard end - start < Int(UInt8.max - VersionKey.partBase) else { return false }
            if start == end {
                zeros += 1
            } else {
                for _ in 0..<zeros { append(VersionKey.partBase) }
                zeros = 0
                append(VersionKey.partBase + UInt8(end - start))
                for index in start..<end { append(text[index]) }
            }
            if end == text.endIndex { return true }
            start = end + 1
        }
    }
}

extension UInt8 {
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

    var isASCIILetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

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
