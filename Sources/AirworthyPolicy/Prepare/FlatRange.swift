/// A member of a version or build range without reference counts, for quick decisions.
struct FlatRange: Sendable {
    private let versions: Interval?
    private let builds: Interval?
    private let relations: LatestRelations

    /// Whether it contains `latest`.
    var mentionsLatest: Bool { relations != .all }

    /// Creates a member without references; `nil` if a bound is longer than sixteen bytes, which hardly occurs.
    init?(_ term: VersionRange.Term) {
        guard let versions = Interval(term.versions), let builds = Interval(term.builds) else { return nil }
        self.versions = term.mentionsVersion ? versions : nil
        self.builds = term.mentionsBuild ? builds : nil
        relations = term.relations
    }

    /// Creates a member of a build range; `nil` if a bound is longer than sixteen bytes.
    init?(builds: KeyInterval) {
        guard let builds = Interval(builds) else { return nil }
        (versions, self.builds, relations) = (nil, builds, .all)
    }

    /// Whether it contains an installation, as ``VersionRange/contains(version:build:latest:)``.
    func contains(version: KeyHead?, build: KeyHead?, latest: LatestRelation) -> Truth {
        var answer = Truth.true
        if let versions {
            guard let version else { return isInside(builds, build) == .false ? .false : .undecided }
            if !versions.contains(version) { return .false }
        }
        switch isInside(builds, build) {
        case .false: return .false
        case .undecided: answer = .undecided
        case .true: break
        }
        if !mentionsLatest { return answer }
        return answer && (version == nil ? .undecided : relations.accepts(latest))
    }

    private func isInside(_ interval: Interval?, _ key: KeyHead?) -> Truth {
        guard let interval else { return .true }
        guard let key else { return .undecided }
        return interval.contains(key) ? .true : .false
    }
}

extension FlatRange {
    /// A ``KeyInterval`` between keys of at most sixteen bytes.
    fileprivate struct Interval: Sendable {
        private let lower: Cut
        private let upper: Cut

        init?(_ interval: KeyInterval) {
            guard let lower = Cut(interval.lower), let upper = Cut(interval.upper) else { return nil }
            (self.lower, self.upper) = (lower, upper)
        }

        func contains(_ key: KeyHead) -> Bool { lower.isBelow(key) && !upper.isBelow(key) }
    }

    private struct Cut: Sendable {
        private let high: UInt64
        private let low: UInt64
        private let isAfter: Bool

        init?(_ cut: KeyInterval.Cut) {
            let head = cut.key.head
            guard head.isWhole else { return nil }
            (high, low, isAfter) = (head.high, head.low, cut.isAfter)
        }

        func isBelow(_ key: KeyHead) -> Bool {
            if high != key.high { return high < key.high }
            if low != key.low { return low < key.low }
            // A longer key is above its first bytes.
            return !key.isWhole || !isAfter
        }
    }
}
