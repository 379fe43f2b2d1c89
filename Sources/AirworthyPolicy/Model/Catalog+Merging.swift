#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Catalog {
    /// Creates the union of catalogs. Neither their order nor the order of their releases changes a decision.
    ///
    /// Releases of different catalogs become one if platform, version and build are equal. A release of the App Store
    /// without a build also joins the one with a build, because a version has one build there. Releases of one catalog
    /// never become one, so where a catalog has several that could join, all of them stay apart.
    ///
    /// Of two minimum systems the higher one is kept, because then fewer devices count as able to install the release.
    /// `app` is the first one stated, `asOf` the oldest.
    ///
    /// ```swift
    /// let known = Catalog(merging: [manifest.catalog, lookup])
    /// ```
    /// - Parameter catalogs: The catalogs.
    /// - Complexity: O(*n* log *n*) for *n* releases.
    public init(merging catalogs: [Catalog]) {
        let entries = catalogs.enumerated().flatMap { source, catalog in
            catalog.releases.map { MergedEntry(sources: [source], release: $0) }
        }
        let builds = Dictionary(grouping: entries) { Identity($0.release) }.values.flatMap(MergedEntry.joined)
        let versions = Dictionary(grouping: builds) { Identity($0.release, ignoringBuild: true) }.values
        self.init(
            app: catalogs.lazy.compactMap(\.app).first, asOf: catalogs.compactMap(\.asOf).min(),
            releases: versions.flatMap(MergedEntry.joinedWithoutBuild).map(\.release))
    }

    private struct Identity: Hashable {
        let platform: Platform
        let version: AppVersion
        let build: BuildNumber?

        init(_ release: Release, ignoringBuild: Bool = false) {
            (platform, version) = (release.platform, release.version)
            build = ignoringBuild ? nil : release.build
        }
    }
}

/// A release of a union.
private struct MergedEntry {
    /// The positions of the catalogs that have it.
    let sources: Set<Int>
    let release: Release

    private var isOnAppStore: Bool { release.offers.contains { $0.channel == .appstore } }

    /// Joins entries of one platform, version and build, unless a catalog has several of them.
    static func joined(_ entries: [MergedEntry]) -> [MergedEntry] {
        guard entries.count > 1 else { return entries }
        let sources = entries.reduce(into: Set<Int>()) { $0.formUnion($1.sources) }
        guard sources.count == entries.reduce(0, { $0 + $1.sources.count }) else { return entries }
        let releases = entries.map(\.release)
        // Equal numbers may be written differently (`16`, `16.0`), so the text decides which one stays.
        func last<Number: Comparable & CustomStringConvertible>(_ numbers: [Number]) -> Number? {
            numbers.max { ($0, $0.description) < ($1, $1.description) }
        }
        var release = releases[0]
        release.version = last(releases.map(\.version)) ?? release.version
        release.build = last(releases.compactMap(\.build))
        release.minimumOS = last(releases.compactMap(\.minimumOS))
        for offer in releases.dropFirst().flatMap(\.offers) where !release.offers.contains(offer) {
            release.offers.append(offer)
        }
        return [MergedEntry(sources: sources, release: release)]
    }

    /// Joins the App Store's entry without a build with the one that has a build, if there is one of each.
    static func joinedWithoutBuild(_ entries: [MergedEntry]) -> [MergedEntry] {
        let stores = entries.filter(\.isOnAppStore)
        guard stores.count == 2, stores.contains(where: { $0.release.build == nil }) else { return entries }
        return joined(stores) + entries.filter { !$0.isOnAppStore }
    }
}
