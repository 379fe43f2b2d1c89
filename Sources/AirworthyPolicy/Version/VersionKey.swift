/// The bytes a version or build is compared by: the lexicographic order of keys *is* the order of versions.
///
/// A numeric part is one byte for the number of digits (leading zeros dropped, so zero has none) followed by the
/// digits, with zero parts at the end left out. Then comes ``plainEnd``, or ``suffixEnd`` and the suffix. No key
/// ends in a zero byte, so padding with zeros changes nothing: the first sixteen bytes live in two integers and
/// nearly every comparison ends there, without touching memory or reference counts.
struct VersionKey: Hashable, Comparable, Sendable {
    /// Ends the numeric parts of a key that has a suffix; below every other ending.
    static let suffixEnd: UInt8 = 0
    /// Ends the numeric parts of a key without a suffix; below a further part.
    static let plainEnd: UInt8 = 1
    /// Added to the digit count of a part, which keeps it above both endings.
    static let partBase: UInt8 = 2

    /// Below every version and build.
    static let lowest = VersionKey()
    /// Above every version and build.
    static let highest = VersionKey(high: .max)

    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var tail: [UInt8] = []

    /// Puts a key together byte by byte.
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

    /// The place just below every version with these numeric parts, with or without a suffix.
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
