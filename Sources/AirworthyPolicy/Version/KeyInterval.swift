/// An interval between two cuts in the order of keys.
///
/// A cut is just before or just after a key, never on it. Therefore `<`, `<=`, `>`, `>=` and equality need no cases of
/// their own: containment, intersection and emptiness are comparisons of cuts.
package struct KeyInterval: Hashable, Sendable {
    /// A position between two neighbouring keys.
    package struct Cut: Hashable, Comparable, Sendable {
        let key: VersionKey
        let isAfter: Bool

        static func before(_ key: VersionKey) -> Cut { Cut(key: key, isAfter: false) }
        static func after(_ key: VersionKey) -> Cut { Cut(key: key, isAfter: true) }

        package static func < (lhs: Cut, rhs: Cut) -> Bool {
            lhs.key == rhs.key ? !lhs.isAfter && rhs.isAfter : lhs.key < rhs.key
        }

        func isBelow(_ other: VersionKey) -> Bool {
            key == other ? !isAfter : key < other
        }
    }

    package private(set) var lower = Cut.before(.lowest)
    package private(set) var upper = Cut.after(.highest)

    static let everything = KeyInterval()

    init(from lower: Cut = .before(.lowest), to upper: Cut = .after(.highest)) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether the interval contains no key. An interval with its bounds reversed is empty.
    var isEmpty: Bool { lower >= upper }

    func contains(_ key: VersionKey) -> Bool {
        lower.isBelow(key) && !upper.isBelow(key)
    }

    func intersection(_ other: KeyInterval) -> KeyInterval {
        KeyInterval(from: max(lower, other.lower), to: min(upper, other.upper))
    }

    func isDisjoint(from other: KeyInterval) -> Bool {
        intersection(other).isEmpty
    }

    /// Whether no interval of one list has a key in common with one of the other. No interval may be empty.
    static func areDisjoint(_ lefts: [KeyInterval], _ rights: [KeyInterval]) -> Bool {
        let all = lefts.map { (interval: $0, isLeft: true) } + rights.map { (interval: $0, isLeft: false) }
        // In the order of the lower cuts, an interval meets an earlier one if that reaches beyond its lower cut.
        var leftEnd = Cut.before(.lowest)
        var rightEnd = Cut.before(.lowest)
        for (interval, isLeft) in all.sorted(by: { $0.interval.lower < $1.interval.lower }) {
            if interval.lower < (isLeft ? rightEnd : leftEnd) { return false }
            if isLeft { leftEnd = max(leftEnd, interval.upper) } else { rightEnd = max(rightEnd, interval.upper) }
        }
        return true
    }
}
