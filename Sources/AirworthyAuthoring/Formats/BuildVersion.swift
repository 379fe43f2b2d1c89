import AirworthyPolicy

/// A version with a build in the form `V-N`, as some formats write it. A missing build is zero.
struct BuildVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    let version: AppVersion
    /// The build; `nil` for zero in any spelling.
    let build: BuildNumber?

    init(_ version: AppVersion, build: BuildNumber? = nil) {
        self.version = version
        self.build = build.flatMap { build in
            build.description.utf8.allSatisfy { $0 == UInt8(ascii: "0") } ? nil : build
        }
    }

    /// Reads `2.4.5` or `2.4.5-731`.
    init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let version = try? AppVersion(String(parts[0])) else { return nil }
        guard parts.count == 2 else {
            self.init(version)
            return
        }
        guard parts[1].utf8.allSatisfy(\.isDigit), let build = try? BuildNumber(String(parts[1])) else { return nil }
        self.init(version, build: build)
    }

    var description: String { build.map { "\(version)-\($0)" } ?? version.description }

    static func < (lhs: BuildVersion, rhs: BuildVersion) -> Bool {
        if lhs.version != rhs.version { return lhs.version < rhs.version }
        guard let theirs = rhs.build else { return false }
        return lhs.build.map { $0 < theirs } ?? true
    }

    // MARK: Ranges

    /// The range of everything before it.
    var below: VersionRange { Self.union(["<\(version)"] + lowerBuilds()) }

    /// The range of it and everything after it.
    var andLater: VersionRange {
        guard let build else { return Self.union([">=\(version)"]) }
        return Self.union([">\(version)", "\(version) (>=\(build))"])
    }

    /// The range from it up to a later version, which is not included.
    func upTo(_ end: BuildVersion) -> VersionRange {
        if version == end.version { return Self.union(end.lowerBuilds(from: build)) }
        guard let build else { return Self.union([">=\(version) <\(end.version)"] + end.lowerBuilds()) }
        return Self.union([">\(version) <\(end.version)", "\(version) (>=\(build))"] + end.lowerBuilds())
    }

    /// The builds of the same version before it.
    private func lowerBuilds(from start: BuildNumber? = nil) -> [String] {
        guard let build else { return [] }
        return ["\(version) (\(start.map { ">=\($0) " } ?? "")<\(build))"]
    }

    private static func union(_ texts: [String]) -> VersionRange {
        let ranges = texts.compactMap { try? VersionRange($0) }
        return ranges.count == 1 ? ranges[0] : .any(ranges)
    }
}

/// Ranges that a single version or build can express.
extension VersionRange {
    /// The ranges of which any may hold.
    var members: [VersionRange] {
        let texts = jsonValue.arrayValue?.compactMap(\.stringValue) ?? [description]
        return texts.compactMap { try? VersionRange($0) }
    }

    /// The version, if the range is exactly one with all its builds.
    var exactVersion: AppVersion? {
        explicitBounds.first.flatMap { (try? VersionRange($0.description)) == self ? $0 : nil }
    }

    /// The version below which everything lies in the range, if the range is just that.
    var ceiling: BuildVersion? { corners.low.first { $0.below == self } }

    /// The version from which everything lies in the range, if the range is just that.
    var floor: BuildVersion? { corners.low.first { $0.andLater == self } }

    /// The two versions between which the range lies, the later one excluded, if the range is just that.
    var ends: (start: BuildVersion, end: BuildVersion)? {
        let corners = corners
        for start in corners.low {
            for end in corners.high where start < end && start.upTo(end) == self { return (start, end) }
        }
        return nil
    }

    /// The lowest and the highest version in the range, each with every build in it. They may be the bounds of the range.
    private var corners: (low: [BuildVersion], high: [BuildVersion]) {
        guard let low = explicitBounds.min(), let high = explicitBounds.max(), !low.hasSuffix, !high.hasSuffix else {
            return ([], [])
        }
        let inside = description.split(separator: "(").dropFirst().flatMap { group in
            group.prefix { $0 != ")" }.split { !$0.isNumber && $0 != "." }
        }
        let builds = Set(inside.compactMap { try? BuildNumber(String($0)) })
        // These formats need at most two builds.
        guard builds.count <= 2 else { return ([], []) }
        func all(_ version: AppVersion) -> [BuildVersion] {
            [BuildVersion(version)] + builds.map { BuildVersion(version, build: $0) }
        }
        return (all(low), all(high))
    }
}
