import AirworthyPolicy
import Foundation

/// The releases that installations can get from a catalog at a date.
struct OfferedReleases: Sendable {
    /// A group of releases that can replace each other. TestFlight has one for each audience.
    private struct Place: Hashable {
        let platform: Platform
        let channel: Channel
        /// The version; `nil` on the App Store, where a newer one replaces it.
        let version: AppVersion?
    }

    private var releases: [OfferedRelease] = []
    private var places: [Place: [Int]] = [:]
    /// The storefronts that an offer names.
    private var storefronts: Set<Storefront> = []

    /// - Complexity: O(offers).
    init(_ catalog: Catalog, at now: Date) {
        for release in catalog.releases {
            for offer in release.offers where offer.isAvailable(at: now) {
                storefronts.formUnion(offer.storefronts ?? [])
                for channel in offer.channel.audiences {
                    let offered = OfferedRelease(release: release, channel: channel, offer: offer)
                    places[Self.place(of: offered), default: []].append(releases.count)
                    releases.append(offered)
                }
            }
        }
    }

    /// Reads the releases that a manifest would have without trimming, because trimming takes no release from installations.
    init(visibleIn live: Catalog, of app: App, at now: Date) {
        self.init(
            ManifestCatalog.visible(live, of: app.slug, showing: app.internalBuilds, notes: app.testFlightNotes),
            at: now)
    }

    private static func place(of offered: OfferedRelease) -> Place {
        Place(
            platform: offered.release.platform, channel: offered.channel,
            version: offered.channel.servesOnlyNewest ? nil : offered.release.version)
    }

    /// Returns the releases that some installation can get from this catalog but not from the other one, in order.
    func missing(in others: OfferedReleases) -> [OfferedRelease] {
        let named = storefronts.union(others.storefronts)
        let (mine, theirs) = (Newest(in: self, among: named), Newest(in: others, among: named))
        return releases.filter { offered in
            offered.storefronts(among: named).contains { storefront in
                mine.canGet(offered, in: storefront) && !theirs.replaces(offered, in: storefront)
            }
        }
    }

    /// Whether every installation that could get a release can get it, or its replacement, from this catalog.
    func replace(_ offered: OfferedRelease) -> Bool {
        let named = storefronts.union(offered.offer.storefronts ?? [])
        let newest = Newest(in: self, among: named)
        return offered.storefronts(among: named).allSatisfy { newest.replaces(offered, in: $0) }
    }

    /// Whether the release can be got on its channel by anybody.
    func contain(_ offered: OfferedRelease) -> Bool {
        rivals(of: offered).contains { $0.release.isSame(as: offered.release) }
    }

    private func rivals(of offered: OfferedRelease) -> some Sequence<OfferedRelease> {
        (places[Self.place(of: offered)] ?? []).lazy.map { releases[$0] }
    }

    /// The only release of each storefront of the App Store; on other channels old ones stay installable.
    private struct Newest {
        private let all: OfferedReleases
        private var newest: [Platform: [Storefront?: OfferedRelease]] = [:]

        init(in all: OfferedReleases, among storefronts: Set<Storefront>) {
            self.all = all
            for offered in all.releases where offered.channel.servesOnlyNewest {
                for storefront in offered.storefronts(among: storefronts) {
                    let other = newest[offered.release.platform]?[storefront]
                    if other.map({ offered.release.isNewer(than: $0.release) }) ?? true {
                        newest[offered.release.platform, default: [:]][storefront] = offered
                    }
                }
            }
        }

        func canGet(_ offered: OfferedRelease, in storefront: Storefront?) -> Bool {
            guard offered.channel.servesOnlyNewest else { return true }
            return newest[offered.release.platform]?[storefront]?.release.isSame(as: offered.release) ?? false
        }

        func replaces(_ offered: OfferedRelease, in storefront: Storefront?) -> Bool {
            guard offered.channel.servesOnlyNewest else {
                return all.rivals(of: offered).contains { rival in
                    rival.isSold(in: storefront) && rival.isAsOpen(as: offered)
                }
            }
            return newest[offered.release.platform]?[storefront]?.isAsOpen(as: offered) ?? false
        }
    }
}

/// One available offer of a release.
struct OfferedRelease: Sendable {
    let release: Release
    /// The channel; TestFlight with its audience.
    let channel: Channel
    let offer: Offer

    /// The storefronts that sell it; `nil` stands for all that are not among the named ones.
    fileprivate func storefronts(among named: Set<Storefront>) -> Set<Storefront?> {
        offer.storefronts.map { Set($0) } ?? Set(named).union([nil])
    }

    fileprivate func isSold(in storefront: Storefront?) -> Bool {
        offer.storefronts.map { list in storefront.map(list.contains) ?? false } ?? true
    }

    /// Whether this is the same release or, on the App Store, a newer one, and excludes no installation that the other one admits,
    /// apart from storefronts.
    fileprivate func isAsOpen(as other: OfferedRelease) -> Bool {
        if release.isSame(as: other.release) {
            if offer.isPaused, !other.offer.isPaused { return false }
        } else if !channel.servesOnlyNewest || !release.isNewer(than: other.release) {
            return false
        }
        if let minimum = release.minimumOS, other.release.minimumOS.map({ minimum > $0 }) ?? true { return false }
        // A required update needs known groups.
        guard let theirs = other.offer.groups else { return true }
        return offer.groups?.isSuperset(of: theirs) ?? false
    }
}

extension Release {
    /// Whether both are the same release. The App Store lookup does not know builds.
    fileprivate func isSame(as other: Release) -> Bool {
        version == other.version && (build == nil || other.build == nil || build == other.build)
    }

    fileprivate func isNewer(than other: Release) -> Bool {
        if version != other.version { return version > other.version }
        guard let build, let otherBuild = other.build else { return false }
        return build > otherBuild
    }
}

extension Offer {
    fileprivate func isAvailable(at now: Date) -> Bool {
        state == .live && expiresAt.map { $0 > now } ?? true && publishedAt.map { $0 <= now } ?? true
            && storefronts?.isEmpty != true
    }

    fileprivate var isPaused: Bool { phase?.state == "paused" }
}

extension Channel {
    /// The channel, or both audiences of TestFlight if none is known.
    fileprivate var audiences: [Channel] {
        self == .testflight(nil) ? Audience.allCases.map { .testflight($0) } : [self]
    }
}
