import AirworthyPolicy

/// A summary of the condition of a rule, with which most pairs of rules are recognised as disjoint in a few steps.
///
/// Of each kind of condition only the first counts. Unlike `Condition.isDisjoint(from:)`, two fingerprints may have
/// something in common although their conditions have not.
struct ConditionFingerprint {
    /// The bounds of the versions as ranks among the bounds of all rules; `nil` without a condition.
    private(set) var versions: Range<Int>?
    private var platforms = UInt64.max
    private var channels = UInt64.max
    private var storefronts = UInt64.max
    private var attribute: Attribute?

    private struct Attribute {
        let name: Int
        let values: UInt64
        let holdsIfMissing: Bool
    }

    /// Whether the conditions are certain to be disjoint.
    func excludes(_ other: ConditionFingerprint) -> Bool {
        if let versions, let theirs = other.versions, !versions.overlaps(theirs) { return true }
        if platforms & other.platforms == 0 || channels & other.channels == 0 { return true }
        if storefronts & other.storefronts == 0 { return true }
        guard let attribute, let theirs = other.attribute, attribute.name == theirs.name else { return false }
        return attribute.values & theirs.values == 0 && !(attribute.holdsIfMissing && theirs.holdsIfMissing)
    }
}

extension ConditionFingerprint {
    /// Creates the fingerprints of all rules.
    static func all(_ rules: [Rule]) -> [ConditionFingerprint] {
        let parts = rules.map { FirstParts($0.when) }
        let cuts = parts.compactMap(\.versions).flatMap { [$0.lower, $0.upper] }.sorted()
        var names: [String: Int] = [:]
        return parts.map { part in
            var fingerprint = ConditionFingerprint()
            if let interval = part.versions {
                let lower = cuts.rank(of: interval.lower)
                fingerprint.versions = lower..<max(lower, cuts.rank(of: interval.upper))
            }
            fingerprint.platforms = mask(part.platforms, bit: \.bit)
            fingerprint.channels = mask(part.channels, bit: \.family)
            fingerprint.storefronts = mask(part.storefronts) { hash($0.code.utf8) }
            if let (name, values, holdsIfMissing) = part.attribute {
                let number = names[name] ?? names.count
                names[name] = number
                fingerprint.attribute = Attribute(
                    name: number, values: mask(values, bit: \.bit), holdsIfMissing: holdsIfMissing)
            }
            return fingerprint
        }
    }

    /// A bit for each value, and every bit without values.
    private static func mask<Value>(_ values: [Value], bit: (Value) -> Int) -> UInt64 {
        values.isEmpty ? .max : values.reduce(0) { $0 | 1 << UInt64(bit($1) & 63) }
    }

    fileprivate static func hash(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(5_381) { $0 &* 33 &+ Int($1) }
    }

    /// The first condition of each kind.
    private struct FirstParts {
        private(set) var versions: KeyInterval?
        private(set) var platforms: [Platform] = []
        private(set) var channels: [Channel] = []
        private(set) var storefronts: [Storefront] = []
        private(set) var attribute: (name: String, values: [JSONValue], holdsIfMissing: Bool)?

        init(_ condition: Condition) {
            for part in condition.conjuncts {
                switch part {
                case .version(let range): versions = versions ?? range.hull
                case .platform(let found): if platforms.isEmpty { platforms = found }
                case .channel(let found): if channels.isEmpty { channels = found }
                case .storefront(let found): if storefronts.isEmpty { storefronts = found }
                case .attribute(let name, let values, let ifMissing) where !values.isEmpty:
                    attribute = attribute ?? (name, values, ifMissing == .true)
                default: break
                }
            }
        }
    }
}

extension [KeyInterval.Cut] {
    /// The number of elements below the cut. The array is sorted.
    fileprivate func rank(of cut: KeyInterval.Cut) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < cut { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension Platform {
    fileprivate var bit: Int { Platform.known.firstIndex(of: self) ?? Platform.known.count }
}

extension Channel {
    /// A number that channels share if one installation can match both.
    fileprivate var family: Int {
        switch self {
        case .debug: 0
        case .testflight: 1
        case .appstore: 2
        case .marketplace: 3
        case .web: 4
        case .enterprise: 5
        case .adhoc: 6
        case .unknown: 7
        case .other: 8
        case .play: 9
        case .sideload: 10
        }
    }
}

extension JSONValue {
    /// A number that values share if they are equal as values of an attribute.
    fileprivate var bit: Int {
        switch self {
        case .number(let number):
            let value = number.doubleValue
            return value == 0 ? 0 : Int(truncatingIfNeeded: (value.bitPattern &* 0x9E37_79B9_7F4A_7C15) >> 58)
        default: return hashValue
        }
    }
}
