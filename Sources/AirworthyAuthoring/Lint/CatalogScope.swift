import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A platform, a channel and, where that matters, a storefront for which a catalog has offers.
struct CatalogScope {
    let platform: Platform
    let channel: Channel
    let storefront: Storefront?
    let offers: AvailableOffers
    /// The offers that can be installed, newest first.
    let installable: [OfferIndex]

    init(platform: Platform, channel: Channel, storefront: Storefront?, offers: AvailableOffers) {
        self.platform = platform
        self.channel = channel
        self.storefront = storefront
        self.offers = offers
        let installable = offers.installable(in: storefront)
        self.installable = installable
        hasDates = offers.all.contains { offers.availableSince($0) != nil }
        let version = installable.first.map(offers.version)
        hasNewestWithoutBuild = installable.lazy.prefix { offers.version($0) == version }
            .contains { offers.build($0) == nil }
    }

    /// The version of the newest offer, also if it cannot be installed.
    var newestVersion: AppVersion? { offers.all.first.map(offers.version) }

    /// Whether it is known since when one of the offers is available.
    let hasDates: Bool

    /// Whether an installable release is the target or newer.
    func reaches(_ target: UpdateTarget) -> Bool {
        // The newest release comes first, and of one version an unknown build comes last.
        guard let newest = installable.first else { return false }
        return target.isReached(by: offers.version(newest), build: offers.build(newest))
            || (hasNewestWithoutBuild && target.version == offers.version(newest))
    }

    /// Whether one of the offers of the newest installable version has no build.
    private let hasNewestWithoutBuild: Bool

    /// The condition that every installation of the scope meets.
    var condition: Condition {
        let storefronts = storefront.map { [Condition.storefront([$0])] } ?? []
        return .all([.platform([platform]), .channel([channel])] + storefronts)
    }

    /// The scope for messages, e.g. `ios on appstore in JP`.
    var description: String {
        "\(platform) on \(channel)" + (storefront.map { " in \($0)" } ?? "")
    }

    /// The release of an offer for messages, e.g. `2.2.1 (310)`.
    func title(_ index: OfferIndex) -> String { offers.buildAfterInstalling(index).description }

    func scenario(_ index: OfferIndex) -> ReleaseScenario {
        let release = offers.release(index)
        return ReleaseScenario(
            version: release.version, build: release.build, platform: platform, channel: channel,
            storefront: storefront, minimumOS: release.minimumOS, now: offers.now)
    }

    func installation(of version: AppVersion, build: BuildNumber?) -> Installation {
        Installation(
            platform: platform, version: version.description, build: build, channel: channel, storefront: storefront)
    }
}

extension CatalogScope {
    /// The maximum number of storefronts for each platform and channel.
    private static let maximumStorefronts = 16

    /// The scopes of a catalog. Storefronts with the same offers and the same rules share one scope.
    static func all(in manifest: Manifest, at now: Date) -> [CatalogScope] {
        let named = namedStorefronts(manifest.policy)
        let offers = OffersByPlace(manifest.catalog)
        return offers.places.flatMap { place in
            // A catalog of the place alone, so that each scope looks at its own offers only. They do not depend on rules.
            let reduced = PreparedManifest(
                Manifest(
                    policy: Policy(rules: [], withdrawn: manifest.policy.withdrawn), catalog: offers.catalog(for: place)
                ))
            return storefronts(in: reduced.manifest.catalog, named: named).map { storefront in
                let installation = Installation(
                    platform: place.platform, version: "0", channel: place.channel, storefront: storefront)
                return CatalogScope(
                    platform: place.platform, channel: place.channel, storefront: storefront,
                    offers: DecisionInput(reduced, installation: installation, now: now).offers)
            }
        }
    }

    /// One storefront of each group with the same offers, and each storefront that a rule names.
    private static func storefronts(in catalog: Catalog, named: Set<Storefront>) -> [Storefront?] {
        let lists = Set(catalog.releases.flatMap(\.offers).compactMap(\.storefronts))
        guard catalog.releases.contains(where: { $0.offers.contains { $0.storefronts != nil } }) else { return [nil] }
        var groups: [Storefront: [Int]] = [:]
        for (index, list) in lists.enumerated() {
            for storefront in list { groups[storefront, default: []].append(index) }
        }
        var seen: Set<[Int]> = []
        let chosen = groups.sorted { $0.key < $1.key }.filter { storefront, lists in
            named.contains(storefront) || seen.insert(lists).inserted
        }
        return chosen.prefix(maximumStorefronts).map(\.key)
    }

    private static func namedStorefronts(_ policy: Policy) -> Set<Storefront> {
        var named: Set<Storefront> = []
        for rule in policy.rules {
            rule.when.forEach { if case .storefront(let codes) = $0 { named.formUnion(codes) } }
        }
        return named
    }
}

/// The offers of a catalog by platform and channel.
private struct OffersByPlace {
    struct Place: Hashable {
        let platform: Platform
        let channel: Channel
    }

    /// The platforms and channels with an offer, in the order of the catalog.
    private(set) var places: [Place] = []
    private let catalog: Catalog
    private var indices: [Place: [OfferIndex]] = [:]

    init(_ catalog: Catalog) {
        self.catalog = catalog
        for (release, content) in catalog.releases.enumerated() {
            for (offer, content) in zip(content.offers.indices, content.offers) {
                let place = Place(platform: catalog.releases[release].platform, channel: content.channel)
                if indices[place] == nil { places.append(place) }
                indices[place, default: []].append(OfferIndex(release: release, offer: offer))
            }
        }
    }

    /// The catalog with the offers that installations of the place receive, in the same order.
    func catalog(for place: Place) -> Catalog {
        let received = Set(place.channel.relatives.filter { place.channel.receives(offersOn: $0) })
            .flatMap { indices[Place(platform: place.platform, channel: $0)] ?? [] }
            .sorted { ($0.release, $0.offer) < ($1.release, $1.offer) }
        var releases: [Release] = []
        var last: Int?
        for index in received {
            if index.release != last {
                releases.append(catalog.releases[index.release])
                releases[releases.count - 1].offers = []
                last = index.release
            }
            releases[releases.count - 1].offers.append(catalog.releases[index.release].offers[index.offer])
        }
        return Catalog(releases: releases)
    }
}

extension Channel {
    /// The channels with offers that installations from this channel may receive.
    fileprivate var relatives: [Channel] {
        switch self {
        case .testflight: [.testflight(nil), .testflight(.internal), .testflight(.external)]
        case .marketplace: [.marketplace(nil), self]
        case .play: [.play(nil), self]
        default: [self]
        }
    }
}
