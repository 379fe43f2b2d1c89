/// The sort key of a version or build: the lexicographic order of keys is the order of versions.
///
/// A numeric part is a byte for its number of digits, without leading zeros, followed by the digits. Zero parts at the
/// end are left out. Then comes ``plainEnd``, or ``suffixEnd`` and the suffix. No key ends in a zero byte, so that
/// padding with zeros changes nothing. The first sixteen bytes are in two integers, where nearly every comparison ends
/// without touching memory or reference counts.
struct VersionKey: Hashable, Comparable, Sendable {
    /// The end of the numeric parts of a key with a suffix; below every other end.
    static let suffixEnd: UInt8 = 0
    /// The end of the numeric parts of a key without a suffix; below a further part.
    static let plainEnd: UInt8 = 1
    /// The offset of a part's digit count, which keeps it above both ends.
    static let partBase: UInt8 = 2

    /// Below every version and build.
    static let lowest = VersionKey()
    /// Above every version and build.
    static let highest = VersionKey(high: .max)

    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var tail: [UInt8] = []

    /// The first sixteen bytes, and whether there are more.
    var head: KeyHead { KeyHead(high: high, low: low, isWhole: tail.isEmpty) }

    /// Builds a key byte by byte.
    struct Builder {
        private(set) var key = VersionKey.lowest
        private(set) var count = 0

        mutating func append(_ byte: UInt8) {
            switch count {
            case ..<8: key.high |= UInt64(byte) << UInt64(56 - 8 * count)
            case ..<16: key.low |= UInt64(byte) << UInt64(120 - 8 * count)
            default: key.tail.append(byte)
            }
            count += 1
        }
    }

    /// The byte at `index`, zero past the end.
    private func byte(_ index: Int) -> UInt8 {
        switch index {
        case ..<8: UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
        case ..<16: UInt8(truncatingIfNeeded: low >> UInt64(120 - 8 * index))
        default: index - 16 < tail.count ? tail[index - 16] : 0
        }
    }

    static func < (lhs: VersionKey, rhs: VersionKey) -> Bool {
        if lhs.high != rhs.high { return lhs.high < rhs.high }
        if lhs.low != rhs.low { return lhs.low < rhs.low }
        if lhs.tail.isEmpty { return !rhs.tail.isEmpty }
        return lhs.tail.lexicographicallyPrecedes(rhs.tail)
    }

    static func == (lhs: VersionKey, rhs: VersionKey) -> Bool {
        lhs.high == rhs.high && lhs.low == rhs.low && lhs.tail == rhs.tail
    }

    /// The key just below every version with these numeric parts, with or without a suffix.
    var numericFloor: VersionKey {
        var floor = Builder()
        while byte(floor.count) >= Self.partBase {
            for index in floor.count...(floor.count + digitCount(at: floor.count)) { floor.append(byte(index)) }
        }
        return floor.key
    }

    /// The index of the first numeric part that differs; a missing part is zero.
    func firstDifferingPart(from other: VersionKey) -> Int? {
        var (mine, theirs, part) = (0, 0, 0)
        while true {
            let (ended, otherEnded) = (byte(mine) < Self.partBase, other.byte(theirs) < Self.partBase)
            if ended && otherEnded { return nil }
            let digits = digitCount(at: mine)
            if digits != other.digitCount(at: theirs) { return part }
            for offset in 0..<digits where byte(mine + 1 + offset) != other.byte(theirs + 1 + offset) { return part }
            mine += ended ? 0 : 1 + digits
            theirs += otherEnded ? 0 : 1 + digits
            part += 1
        }
    }

    private func digitCount(at index: Int) -> Int {
        max(Int(byte(index)) - Int(Self.partBase), 0)
    }
}

/// The first sixteen bytes of a key. They decide every comparison with a key that has no more, without reference counts.
struct KeyHead: Sendable {
    let high: UInt64
    let low: UInt64
    /// Whether the key has no more bytes.
    let isWhole: Bool
}

// MARK: - Parsing

extension VersionKey {
    /// Reads dot-separated integers, with a suffix after the first `-` if allowed; returns `nil` for anything else.
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

    /// Encodes a suffix. Runs of digits compare as numbers and below any other character; the rest compares as ASCII.
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
    /// Appends dot-separated numbers. Zero parts are only appended before another part, because they are left out at
    /// the end.
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
