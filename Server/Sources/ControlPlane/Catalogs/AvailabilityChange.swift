package import AirworthyPolicy
package import Foundation

/// The releases that installations lose and gain by a change of a catalog.
package struct AvailabilityChange: Hashable, Sendable {
    /// A release on one channel.
    package struct Item: Hashable, Sendable {
        package let platform: Platform
        /// The channel; TestFlight with its audience.
        package let channel: Channel
        /// The version and the build.
        package let release: UpdateTarget
        /// Whether the whole offer comes or goes, not only a storefront, a group, an operating system or a part of a phased
        /// release.
        package let isWhole: Bool

        fileprivate init(_ offered: OfferedRelease, whole isWhole: Bool) {
            (platform, channel) = (offered.release.platform, offered.channel)
            release = UpdateTarget(version: offered.release.version, build: offered.release.build)
            self.isWhole = isWhole
        }
    }

    /// The releases that some installation can no longer get, in the order of the catalog. They make a change urgent,
    /// because a rule may require exactly one of them.
    package let removed: [Item]
    /// The releases that some installation can get in addition, in the order of the catalog.
    package let added: [Item]

    /// Compares the catalog of a manifest with the complete one. `now` is the date at which offers count as available.
    ///
    /// On the App Store a newer release takes the place of an older one. A beta that expires on the date that the
    /// manifest states is not removed: installed apps know that date.
    /// - Complexity: O(offers × storefronts).
    package init(from signed: Catalog, to live: Catalog, of app: App, at now: Date) {
        let before = OfferedReleases(signed, at: now)
        removed = Self.items(of: before, missingIn: OfferedReleases(visibleIn: live, of: app, at: now))
        added = Self.items(
            of: OfferedReleases(ManifestCatalog.trimmed(live, for: app), at: now), missingIn: before)
    }

    private static func items(of some: OfferedReleases, missingIn others: OfferedReleases) -> [Item] {
        some.missing(in: others).map { Item($0, whole: !others.contain($0)) }
    }
}
