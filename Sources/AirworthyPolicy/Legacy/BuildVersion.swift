/// A version as some formats write it, `V-N`: version V, build N, both compared. A missing build is zero.
struct BuildVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    let version: AppVersion
    /// The build; `nil` stands for zero, however it was written.
    let build: BuildNumber?

    init(_ version: AppVersion, _ build: BuildNumber? = nil) {
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
        self.init(version, build)
    }

    var description: String { build.map { "\(version)-\($0)" } ?? version.description }

    static func < (lhs: BuildVersion, rhs: BuildVersion) -> Bool {
        if lhs.version != rhs.version { return lhs.version < rhs.version }
        guard let theirs = rhs.build else { return false }
        return lhs.build.map { $0 < theirs } ?? true
    }
}

// MARK: - Ranges

extension BuildVersion {
    /// Everything before it.
    var below: VersionRange { Self.union(["<\(version)"] + upperBuilds()) }

    /// It and everything after.
    var andLater: VersionRange {
        guard let build else { return Self.union([">=\(version)"]) }
        return Self.union([">\(version)", "\(version) (>=\(build))"])
    }

    /// From it up to, but without, `end`, which is later.
    func upTo(_ end: BuildVersion) -> VersionRange {
        if version == end.version { return Self.union(end.upperBuilds(from: build)) }
        guard let build else { return Self.union([">=\(version) <\(end.version)"] + end.upperBuilds()) }
        return Self.union([">\(version) <\(end.version)", "\(version) (>=\(build))"] + end.upperBuilds())
    }

    /// The builds of this version before this one.
    private func upperBuilds(from start: BuildNumber? = nil) -> [String] {
        guard let build else { return [] }
        return ["\(version) (\(start.map { ">=\($0) " } ?? "")<\(build))"]
    }

    private static func union(_ texts: [String]) -> VersionRange {
        let ranges = texts.compactMap { try? VersionRange($0) }
        return ranges.count == 1 ? ranges[0] : .any(ranges)
    }
}
