/// A set of builds as written in policies: `310`, `<310`, `>=300 <310`, `300...310`, `1.2.*`, or the union of a list.
///
/// A space means *and*. Two ranges are equal if they have the same bounds, with any spelling.
///
/// ```swift
/// let range = try BuildRange(">=300 <310")
/// range.contains(try BuildNumber("305"))  // .true
/// range.contains(nil)                     // .undecided
/// ```
public struct BuildRange: Hashable, Sendable, CustomStringConvertible {
    /// The original text, without white space around it; the members of a list joined by "or".
    public let description: String

    /// The members of the union.
    let intervals: [KeyInterval]

    /// Creates a range from text.
    ///
    /// - Parameter text: At most 1,024 characters.
    /// - Throws: ``VersionError`` with ``VersionError/Code/unreadableRange``. A lower bound above the upper one is
    ///   accepted: the range is empty.
    public init(_ text: String) throws(VersionError) {
        let bytes = text.utf8.trimmingBlanks
        do throws(RangeProblem) {
            intervals = [try Self.interval(bytes)]
        } catch {
            throw VersionError(range: bytes, reason: error.reason)
        }
        description = String(decoding: bytes, as: UTF8.self)
    }

    private init(description: String, intervals: [KeyInterval]) {
        self.description = description
        self.intervals = intervals
    }

    /// Returns the union of ranges.
    ///
    /// - Parameter ranges: The members; the union of none is empty.
    /// - Returns: Their union.
    public static func any(_ ranges: [BuildRange]) -> BuildRange {
        BuildRange(
            description: ranges.isEmpty ? "nothing" : ranges.map(\.description).joined(separator: " or "),
            intervals: ranges.flatMap(\.intervals))
    }

    /// Whether the range contains a build. Takes time linear in the number of members, without allocation.
    ///
    /// - Parameter build: The installed build; `nil` if it is unknown.
    /// - Returns: ``Truth/undecided`` for an unknown build, unless the range is an empty list.
    public func contains(_ build: BuildNumber?) -> Truth {
        guard let build else { return intervals.isEmpty ? .false : .undecided }
        for index in intervals.indices where intervals[index].contains(build.key) { return .true }
        return .false
    }

    /// Whether the range contains no build.
    public var isEmpty: Bool { intervals.allSatisfy(\.isEmpty) }

    /// Whether no build is in both ranges.
    ///
    /// - Parameter other: The other range.
    /// - Returns: `true` only if that is certain.
    public func isDisjoint(from other: BuildRange) -> Bool {
        KeyInterval.areDisjoint(intervals.filter { !$0.isEmpty }, other.intervals.filter { !$0.isEmpty })
    }

    /// Whether two ranges have the same bounds.
    /// - Parameters:
    ///   - lhs: The left range.
    ///   - rhs: The right range.
    /// - Returns: Whether the bounds are equal.
    public static func == (lhs: BuildRange, rhs: BuildRange) -> Bool { lhs.intervals == rhs.intervals }

    /// Hashes the properties that `==` compares.
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(intervals) }

    static func interval(_ text: [UInt8]) throws(RangeProblem) -> KeyInterval {
        guard text.count <= VersionRange.maximumLength else { throw .tooLong }
        return try RangeConditions<BuildNumber>(text[...]).interval ?? .everything
    }
}
