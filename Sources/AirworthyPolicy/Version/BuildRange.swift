/// A set of builds as policies write it: `310`, `<310`, `>=300 <310`, `300...310`, `1.2.*`, or any of a list.
///
/// A blank is *and*. Two ranges are equal when they are built from the same bounds, however they are spelled.
public struct BuildRange: Hashable, Sendable, CustomStringConvertible {
    /// The text as it was given, without blanks around it; the members of a list joined by "or".
    public let description: String

    private let intervals: [KeyInterval]

    /// Reads a range.
    ///
    /// - Parameter text: At most 1,024 characters.
    /// - Throws: ``VersionError`` with ``VersionError/Code/unreadableRange``. A lower bound above the upper one is
    ///   not an error: such a range is empty.
    public init(_ text: String) throws(VersionError) {
        let bytes = text.utf8.trimmingBlanks
        do throws(RangeProblem) {
            intervals = [try Self.interval(bytes)]
        } catch {
            throw VersionError(range: bytes, error.sentence)
        }
        description = String(decoding: bytes, as: UTF8.self)
    }

    private init(description: String, intervals: [KeyInterval]) {
        self.description = description
        self.intervals = intervals
    }

    /// The range that contains what any of `ranges` contains.
    ///
    /// - Parameter ranges: The members of the list; none means that nothing matches.
    /// - Returns: Their union.
    public static func any(_ ranges: [BuildRange]) -> BuildRange {
        BuildRange(
            description: ranges.isEmpty ? "nothing" : ranges.map(\.description).joined(separator: " or "),
            intervals: ranges.flatMap(\.intervals))
    }

    /// Whether a build lies in the range. Linear in the length of the list, without allocation.
    ///
    /// - Parameter build: The installed build, nil when it is not known.
    /// - Returns: Undecided for an unknown build, unless the range is an empty list.
    public func contains(_ build: BuildNumber?) -> Truth {
        guard let build else { return intervals.isEmpty ? .false : .undecided }
        for index in intervals.indices where intervals[index].contains(build.key) { return .true }
        return .false
    }

    /// Whether no build can lie in the range.
    public var isEmpty: Bool { intervals.allSatisfy(\.isEmpty) }

    /// Whether no build can lie in both ranges.
    ///
    /// - Parameter other: The other range.
    /// - Returns: True only if that is proved.
    public func isDisjoint(from other: BuildRange) -> Bool {
        intervals.allSatisfy { mine in other.intervals.allSatisfy { mine.isDisjoint(from: $0) } }
    }

    /// Whether two ranges have the same bounds.
    /// - Parameters:
    ///   - lhs: The left range.
    ///   - rhs: The right range.
    /// - Returns: Whether they are built alike.
    public static func == (lhs: BuildRange, rhs: BuildRange) -> Bool { lhs.intervals == rhs.intervals }

    /// Hashes what equality looks at.
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(intervals) }

    static func interval(_ text: [UInt8]) throws(RangeProblem) -> KeyInterval {
        guard text.count <= VersionRange.maximumLength else { throw .tooLong }
        return try RangeConditions<BuildNumber>(text[...]).interval ?? .everything
    }
}

extension RangeProblem {
    static let tooLong = RangeProblem("it is longer than \(VersionRange.maximumLength) characters.")
}
