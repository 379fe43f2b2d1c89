#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The known releases of an app.
///
/// ```swift
/// let release = Release(
///     version: try AppVersion("2.2.1"), offers: [Offer(channel: .appstore)])
/// let catalog = Catalog(app: "hashtags", releases: [release])
/// ```
public struct Catalog: Hashable, Sendable {
    /// The version of the format, 1.
    public static let currentSchema = 1

    /// The app's slug, if stated.
    public var app: String?
    /// The date of the data, if known.
    public var asOf: Date?
    /// The releases, newest first (by version, then by build, an unknown build last).
    public private(set) var releases: [Release]
    /// Whether several entries may describe the same build.
    private(set) var mayHaveTwins: Bool

    /// Creates a catalog.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - asOf: The date of the data.
    ///   - releases: The releases in any order.
    /// - Complexity: O(*n* log *n*).
    public init(app: String? = nil, asOf: Date? = nil, releases: [Release]) {
        self.app = app
        self.asOf = asOf
        let sorted = releases.sorted { Self.isNewer($0, than: $1) }
        self.releases = sorted
        mayHaveTwins = sorted.indices.dropFirst().contains { index in
            sorted[index].version == sorted[index - 1].version && sorted[index].build == sorted[index - 1].build
        }
    }

    /// A catalog without releases.
    public static let empty = Catalog(releases: [])

    /// The indices of the releases of a version, on any platform.
    /// - Complexity: O(log *n* + *m*) for *m* such releases.
    func releases(of version: AppVersion) -> Range<Int> {
        var (low, high) = (0, releases.count)
        while low < high {
            let middle = (low + high) / 2
            if version < releases[middle].version { low = middle + 1 } else { high = middle }
        }
        while high < releases.count, releases[high].version == version { high += 1 }
        return low..<high
    }

    private static func isNewer(_ a: Release, than b: Release) -> Bool {
        if a.version != b.version { return a.version > b.version }
        switch (a.build, b.build) {
        case (let a?, let b?): return a > b
        case (.some, nil): return true
        default: return false
        }
    }
}
