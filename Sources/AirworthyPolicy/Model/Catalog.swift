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

    /// Returns the union with another catalog.
    ///
    /// An App Store release is identified by platform and version: an offer without a build joins the release with one.
    /// If two sources differ on the minimum OS, the higher one is kept, because then fewer devices count as able to
    /// install the release.
    /// - Parameter other: The other catalog.
    /// - Returns: The union.
    public func merging(_ other: Catalog) -> Catalog {
        var merged = releases
        // By platform and version, because only releases that agree on both can be the same.
        var indices: [Family: [Int]] = [:]
        for (index, release) in merged.enumerated() { indices[Family(release), default: []].append(index) }
        for release in other.releases {
            let family = Family(release)
            if let index = indices[family]?.first(where: { Self.isSame(release, as: merged[$0]) }) {
                for offer in release.offers where !merged[index].offers.contains(offer) {
                    merged[index].offers.append(offer)
                }
                merged[index].build = merged[index].build ?? release.build
                merged[index].minimumOS = [merged[index].minimumOS, release.minimumOS].compactMap { $0 }.max()
            } else {
                indices[family, default: []].append(merged.count)
                merged.append(release)
            }
        }
        let oldest = [asOf, other.asOf].compactMap { $0 }.min()
        return Catalog(app: app ?? other.app, asOf: oldest, releases: merged)
    }

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

    private struct Family: Hashable {
        let platform: Platform
        let version: AppVersion

        init(_ release: Release) {
            (platform, version) = (release.platform, release.version)
        }
    }

    private static func isSame(_ a: Release, as b: Release) -> Bool {
        guard a.platform == b.platform, a.version == b.version else { return false }
        if a.build == b.build { return true }
        guard a.build == nil || b.build == nil else { return false }
        let onStore: (Release) -> Bool = { release in release.offers.contains { $0.channel == .appstore } }
        return onStore(a) && onStore(b)
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
