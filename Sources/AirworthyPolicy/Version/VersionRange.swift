/// A set of versions as policies write it, optionally with builds.
///
/// ```
/// 2.2.0            that version, every build of it     1.0...1.9.9     both ends included
/// <1.4  >=2.2      below, from                         2.2.0 (310)     one build of a version
/// >=2.2 <2.2.1     a blank is "and"                    2.2.0 (<310)    some builds of a version
/// 2.2.*            >=2.2 <2.3                          (310)           a build of any version
/// <latest          a newer offer exists
/// ```
/// Comparisons follow the order of ``AppVersion`` with one exception: `<1.4.0` leaves `1.4.0-beta` out, because a
/// bound without a suffix means the numeric parts. Two ranges are equal when they are built from the same bounds,
/// however they are spelled.
public struct VersionRange: Hashable, Sendable, CustomStringConvertible {
    /// The longest readable text, in characters, without blanks around it.
    public static let maximumLength = 1024

    /// The text as it was given, without blanks around it; the members of a list joined by "or".
    public let description: String
    /// Every version the range names, and the upper end of each wildcard (`2.3` for `2.2.*`): the places where its
    /// answer changes.
    public let explicitBounds: [AppVersion]

    private let terms: [Term]

    /// Reads a range.
    ///
    /// - Parameter text: At most 1,024 characters.
    /// - Throws: ``VersionError`` with ``VersionError/Code/unreadableRange``. A lower bound above the upper one is
    ///   not an error: such a range is empty.
    public init(_ text: String) throws(VersionError) {
        let bytes = text.utf8.trimmingBlanks
        do throws(RangeProblem) {
            guard bytes.count <= Self.maximumLength else { throw .tooLong }
            (terms, explicitBounds) = try Self.read(bytes)
        } catch {
            throw VersionError(range: bytes, error.sentence)
        }
        description = String(decoding: bytes, as: UTF8.self)
    }

    private init(description: String, explicitBounds: [AppVersion], terms: [Term]) {
        self.description = description
        self.explicitBounds = explicitBounds
        self.terms = terms
    }

    /// The range that contains what any of `ranges` contains.
    ///
    /// - Parameter ranges: The members of the list; none means that nothing matches.
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

    /// Whether an installation lies in the range. Linear in the length of the list, without allocation.
    ///
    /// - Parameters:
    ///   - version: The installed version, nil when it is not known or not readable.
    ///   - build: The installed build, nil when it is not known.
    ///   - latest: How the installation stands to the newest offer for it; asked only where that matters.
    /// - Returns: Undecided when a fact is missing that would decide; a part that is false decides alone.
    public func contains(version: AppVersion?, build: BuildNumber?, latest: () -> LatestRelation) -> Truth {
        var answer = Truth.false
        for index in terms.indices {
            let truth = terms[index].contains(version: version, build: build, latest: latest)
            if truth == .true { return .true }
            if truth == .undecided { answer = .undecided }
        }
        return answer
    }

    /// Whether provably nothing lies in the range, as for `>=2 <1`.
    public var isEmpty: Bool { terms.allSatisfy(\.isEmpty) }

    /// Whether a build is part of the range.
    public var mentionsBuild: Bool { terms.contains { $0.mentionsBuild } }

    /// The versions of which every build lies in the range because they are named alone.
    var exactVersions: [AppVersion] {
        explicitBounds.filter { version in
            terms.contains { !$0.mentionsBuild && $0.versions == Comparison.exactly.interval(version) }
        }
    }

    /// Whether `latest` is part of the range.
    public var mentionsLatest: Bool { terms.contains { $0.relations != .all } }

    /// Whether no version and build can lie in both ranges.
    ///
    /// - Parameter other: The other range.
    /// - Returns: True only if that is proved. Bounds of `latest` prove nothing.
    public func isDisjoint(from other: VersionRange) -> Bool {
        terms.allSatisfy { mine in other.terms.allSatisfy { mine.isDisjoint(from: $0) } }
    }

    /// Whether two ranges have the same bounds.
    /// - Parameters:
    ///   - lhs: The left range.
    ///   - rhs: The right range.
    /// - Returns: Whether they are built alike.
    public static func == (lhs: VersionRange, rhs: VersionRange) -> Bool { lhs.terms == rhs.terms }

    /// Hashes what equality looks at.
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(terms) }
}
