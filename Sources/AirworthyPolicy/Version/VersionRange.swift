/// A set of versions as written in policies, optionally with builds.
///
/// ```
/// 2.2.0            that version, with every build      1.0...1.9.9     both ends included
/// <1.4  >=2.2      below, from                         2.2.0 (310)     one build of a version
/// >=2.2 <2.2.1     a space means "and"                 2.2.0 (<310)    some builds of a version
/// 2.2.*            >=2.2 <2.3                          (310)           a build of any version
/// <latest          a newer offer exists
/// ```
/// Comparisons follow the order of ``AppVersion`` with one exception: `<1.4.0` does not contain `1.4.0-beta`, because a
/// bound without a suffix means the numeric parts. Two ranges are equal if they have the same bounds, with any spelling.
///
/// ```swift
/// let range = try VersionRange(">=2.2 <2.2.1")
/// range.contains(version: try AppVersion("2.2.0"), build: nil) { .unknown }  // .true
/// ```
public struct VersionRange: Hashable, Sendable, CustomStringConvertible {
    /// The longest accepted text in characters, without white space around it.
    public static let maximumLength = 1024

    /// The original text, without white space around it; the members of a list joined by "or".
    public let description: String
    /// Every version in the range's text, and the upper end of each wildcard (`2.3` for `2.2.*`). The result of
    /// ``contains(version:build:latest:)`` changes at these versions.
    public let explicitBounds: [AppVersion]

    /// The members of the union.
    let terms: [Term]

    /// Creates a range from text.
    ///
    /// - Parameter text: At most 1,024 characters.
    /// - Throws: ``VersionError`` with ``VersionError/Code/unreadableRange``. A lower bound above the upper one is
    ///   accepted: the range is empty.
    public init(_ text: String) throws(VersionError) {
        let bytes = text.utf8.trimmingBlanks
        do throws(RangeProblem) {
            guard bytes.count <= Self.maximumLength else { throw .tooLong }
            (terms, explicitBounds) = try Self.read(bytes)
        } catch {
            throw VersionError(range: bytes, reason: error.reason)
        }
        description = String(decoding: bytes, as: UTF8.self)
    }

    private init(description: String, explicitBounds: [AppVersion], terms: [Term]) {
        self.description = description
        self.explicitBounds = explicitBounds
        self.terms = terms
    }

    /// Returns the union of ranges.
    ///
    /// - Parameter ranges: The members; the union of none is empty.
    /// - Returns: Their union.
    public static func any(_ ranges: [VersionRange]) -> VersionRange {
        VersionRange(
            description: ranges.isEmpty ? "nothing" : ranges.map(\.description).joined(separator: " or "),
            explicitBounds: ranges.flatMap(\.explicitBounds),
            terms: ranges.flatMap(\.terms))
    }

    private static func read(_ text: [UInt8]) throws(RangeProblem) -> ([Term], [AppVersion]) {
        guard let open = text.firstIndex(of: UInt8(ascii: "(")) else {
            let conditions = try RangeConditions<AppVersion>(text[...])
            return ([Term(conditions)], conditions.bounds)
        }
        let inside = text[(open + 1)...].dropLast()
        guard text.last == UInt8(ascii: ")"), !inside.contains(UInt8(ascii: "(")), !inside.contains(UInt8(ascii: ")"))
        else { throw .misplacedBuild }
        let builds = try BuildRange.interval(inside.trimmingBlanks)
        let head = text[..<open].trimmingBlanks
        if head.isEmpty { return ([Term(builds: builds)], []) }
        let conditions = try RangeConditions<AppVersion>(head[...])
        guard conditions.isExact else { throw .misplacedBuild }
        return ([Term(conditions, builds: builds)], conditions.bounds)
    }

    /// Whether the range contains an installation. Takes time linear in the number of members, without allocation.
    ///
    /// - Parameters:
    ///   - version: The installed version; `nil` if it is unknown or unreadable.
    ///   - build: The installed build; `nil` if it is unknown.
    ///   - latest: Returns the relation to the newest offer. It is called only if the range contains `latest`.
    /// - Returns: ``Truth/undecided`` if a missing value decides. A single false part makes the result false.
    public func contains(version: AppVersion?, build: BuildNumber?, latest: () -> LatestRelation) -> Truth {
        var answer = Truth.false
        for index in terms.indices {
            let truth = terms[index].contains(version: version, build: build, latest: latest)
            if truth == .true { return .true }
            if truth == .undecided { answer = .undecided }
        }
        return answer
    }

    /// Whether the range is certain to be empty, as `>=2 <1` is.
    public var isEmpty: Bool { terms.allSatisfy(\.isEmpty) }

    /// Whether the range contains a condition on the build.
    public var mentionsBuild: Bool { terms.contains { $0.mentionsBuild } }

    /// The versions that the range names alone, so that it contains all their builds.
    package var exactVersions: [AppVersion] {
        let intervals = Set(terms.lazy.filter { !$0.mentionsBuild }.map(\.versions))
        return explicitBounds.filter { intervals.contains(Comparison.exactly.interval($0)) }
    }

    /// The interval around all members that are not empty; `nil` if all are.
    package var hull: KeyInterval? {
        terms.lazy.filter { !$0.isEmpty }.map(\.versions).reduce(nil) { hull, next in
            hull.map { KeyInterval(from: min($0.lower, next.lower), to: max($0.upper, next.upper)) } ?? next
        }
    }

    /// Whether the range contains `latest`.
    public var mentionsLatest: Bool { terms.contains { $0.relations != .all } }

    /// Whether no version and build are in both ranges.
    ///
    /// - Parameter other: The other range.
    /// - Returns: `true` only if that is certain. Conditions with `latest` are ignored.
    /// - Complexity: O(*m* + *n*) for short lists and O((*m* + *n*) log(*m* + *n*)) for lists of *m* and *n* members
    ///   without builds.
    public func isDisjoint(from other: VersionRange) -> Bool {
        guard terms.count * other.terms.count > Self.manyPairs else {
            return terms.allSatisfy { mine in other.terms.allSatisfy { mine.isDisjoint(from: $0) } }
        }
        let (plain, mine) = Self.split(terms)
        let (otherPlain, theirs) = Self.split(other.terms)
        // Where one of two members has no builds, only the versions count.
        return KeyInterval.areDisjoint(plain, otherPlain + theirs.map(\.versions))
            && KeyInterval.areDisjoint(mine.map(\.versions), otherPlain)
            && mine.allSatisfy { mine in theirs.allSatisfy { mine.isDisjoint(from: $0) } }
    }

    /// The number of pairs of members that are compared one by one.
    private static let manyPairs = 4_096

    /// The versions of the members without builds, and the members with builds. Empty members are left out.
    private static func split(_ terms: [Term]) -> (plain: [KeyInterval], withBuilds: [Term]) {
        let filled = terms.filter { !$0.isEmpty }
        return (filled.filter { !$0.mentionsBuild }.map(\.versions), filled.filter(\.mentionsBuild))
    }

    /// Whether two ranges have the same bounds.
    /// - Parameters:
    ///   - lhs: The left range.
    ///   - rhs: The right range.
    /// - Returns: Whether the bounds are equal.
    public static func == (lhs: VersionRange, rhs: VersionRange) -> Bool { lhs.terms == rhs.terms }

    /// Hashes the properties that `==` compares.
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(terms) }
}

extension VersionRange {
    /// A member of a union, whose conditions must all hold.
    ///
    /// An absent interval is `everything` instead of `nil`, because reading an optional costs a copy.
    struct Term: Hashable, Sendable {
        let mentionsVersion: Bool
        let versions: KeyInterval
        let relations: LatestRelations
        let mentionsBuild: Bool
        let builds: KeyInterval

        init(_ conditions: RangeConditions<AppVersion>? = nil, builds: KeyInterval? = nil) {
            mentionsVersion = conditions?.interval != nil
            versions = conditions?.interval ?? .everything
            relations = conditions?.relations ?? .all
            mentionsBuild = builds != nil
            self.builds = builds ?? .everything
        }

        func contains(version: AppVersion?, build: BuildNumber?, latest: () -> LatestRelation) -> Truth {
            var answer = Truth.true
            if mentionsVersion {
                if let version {
                    if !versions.contains(version.key) { return .false }
                } else {
                    answer = .undecided
                }
            }
            if mentionsBuild {
                if let build {
                    if !builds.contains(build.key) { return .false }
                } else {
                    answer = .undecided
                }
            }
            if relations == .all { return answer }
            return answer && (version == nil ? .undecided : relations.accepts(latest()))
        }

        var isEmpty: Bool { versions.isEmpty || relations.isEmpty || builds.isEmpty }

        func isDisjoint(from other: Term) -> Bool {
            isEmpty || other.isEmpty || versions.isDisjoint(from: other.versions)
                || builds.isDisjoint(from: other.builds)
        }
    }
}

/// The relation of an installation to the newest offer for it.
public enum LatestRelation: String, Hashable, Sendable, CaseIterable {
    /// A newer offer exists.
    case older
    /// The installation is the newest offer.
    case same
    /// The installation is newer than every offer.
    case newer
    /// The newest offer is unknown.
    case unknown
}

/// The relations a range accepts.
struct LatestRelations: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let older = LatestRelations(rawValue: 1)
    static let same = LatestRelations(rawValue: 2)
    static let newer = LatestRelations(rawValue: 4)
    /// Every relation: the range does not contain `latest`.
    static let all: LatestRelations = [.older, .same, .newer]

    func accepts(_ relation: LatestRelation) -> Truth {
        switch relation {
        case .older: Truth(contains(.older))
        case .same: Truth(contains(.same))
        case .newer: Truth(contains(.newer))
        case .unknown: .undecided
        }
    }
}
