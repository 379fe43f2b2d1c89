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
    var installable: [OfferIndex] { offers.installable(in: storefront) }

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

    private struct Place: Hashable {
        let platform: Platform
        let channel: Channel
    }

    /// The scopes of a catalog. Storefronts with the same offers and the same rules share one scope.
    static func all(in manifest: Manifest, at now: Date) -> [CatalogScope] {
        let named = namedStorefronts(manifest.policy)
        return places(manifest.catalog).flatMap { place in
            storefronts(at: place, in: manifest.catalog, named: named).map { storefront in
                let installation = Installation(
                    platform: place.platform, version: "0", channel: place.channel, storefront: storefront)
                return CatalogScope(
                    platform: place.platform, channel: place.channel, storefront: storefront,
                    offers: AvailableOffers(manifest, for: installation, at: now))
            }
        }
    }

    /// The platforms and channels with an offer, in the order of the catalog.
    private static func places(_ catalog: Catalog) -> [Place] {
        var seen: Set<Place> = []
        return catalog.releases.flatMap { release in
            release.offers.map { Place(platform: release.platform, channel: $0.channel) }
        }.filter { seen.insert($0).inserted }
    }

    /// One storefront of each group with the same offers, and each storefront that a rule names.
    private static func storefronts(at place: Place, in catalog: Catalog, named: Set<Storefront>) -> [Storefront?] {
        let lists = catalog.releases.filter { $0.platform == place.platform }.flatMap(\.offers)
            .filter { place.channel.receives(offersOn: $0.channel) }.compactMap(\.storefronts)
        guard !lists.isEmpty else { return [nil] }
        let distinct = Set(lists)
        var seen: Set<[Bool]> = []
        let known = distinct.reduce(into: Set<Storefront>()) { $0.formUnion($1) }
        let chosen = known.sorted().filter { storefront in
            named.contains(storefront) || seen.insert(distinct.map { $0.contains(storefront) }).inserted
        }
        return Array(chosen.prefix(maximumStorefronts))
    }

    private static func namedStorefronts(_ policy: Policy) -> Set<Storefront> {
        var named: Set<Storefront> = []
        for rule in policy.rules {
            rule.when.forEach { if case .storefront(let codes) = $0 { named.formUnion(codes) } }
        }
        return named
    }
}
