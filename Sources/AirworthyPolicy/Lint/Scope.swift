#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A place where releases are offered: a platform, a channel and, where that matters, an App Store country.
struct Scope {
    let platform: Platform
    let channel: Channel
    let storefront: Storefront?
    /// The offers there.
    let market: Market

    /// What can be installed there, newest first.
    var candidates: [Market.Entry] { market.candidates(in: storefront) }

    /// What must hold for a rule to concern it.
    var condition: Condition {
        let front = storefront.map { [Condition.storefront([$0])] } ?? []
        return .all([.platform([platform]), .channel([channel])] + front)
    }

    /// The place for messages, e.g. `ios on appstore in JP`.
    var description: String {
        "\(platform) on \(channel)" + (storefront.map { " in \($0)" } ?? "")
    }

    /// The copies of a release there.
    func possibility(_ entry: Market.Entry) -> Possibility {
        let release = market.release(entry)
        return Possibility(
            version: release.version, build: release.build, platform: platform, channel: channel,
            storefront: storefront, minimumOS: release.minimumOS, now: market.now)
    }

    /// A copy of a version there.
    func probe(_ version: AppVersion, _ build: BuildNumber?) -> Installation {
        Installation(
            platform: platform, version: version.description, build: build, channel: channel, storefront: storefront)
    }
}

extension Scope {
    /// How many countries are told apart for each platform and channel.
    static let maximumStorefronts = 16

    /// The places a catalog knows, those where all offers and all rules are the same taken together.
    static func all(_ manifest: Manifest, at now: Date) -> [Scope] {
        let named = manifest.policy.namedStorefronts
        return manifest.catalog.places.flatMap { place in
            fronts(manifest.catalog, place, named).map { front in
                let copy = Installation(
                    platform: place.platform, version: "0", channel: place.channel, storefront: front)
                return Scope(
                    platform: place.platform, channel: place.channel, storefront: front,
                    market: Market(manifest, copy, now))
            }
        }
    }

    private static func fronts(
        _ catalog: Catalog, _ place: Catalog.Place, _ named: Set<Storefront>
    ) -> [Storefront?] {
        let lists = catalog.releases.filter { $0.platform == place.platform }.flatMap(\.offers)
            .filter { place.channel.isServed(by: $0.channel) }.compactMap(\.storefronts)
        guard !lists.isEmpty else { return [nil] }
        let distinct = Set(lists)
        var seen: Set<[Bool]> = []
        let known = distinct.reduce(into: Set<Storefront>()) { $0.formUnion($1) }
        let fronts = known.sorted().filter { front in
            named.contains(front) || seen.insert(distinct.map { $0.contains(front) }).inserted
        }
        return Array(fronts.prefix(maximumStorefronts))
    }
}

extension Catalog {
    fileprivate struct Place: Hashable {
        let platform: Platform
        let channel: Channel
    }

    /// The platforms and channels with an offer, in the order they come up.
    fileprivate var places: [Place] {
        var seen: Set<Place> = []
        return releases.flatMap { release in
            release.offers.map { Place(platform: release.platform, channel: $0.channel) }
        }.filter { seen.insert($0).inserted }
    }
}

extension Policy {
    /// The App Store countries rules name.
    fileprivate var namedStorefronts: Set<Storefront> {
        var named: Set<Storefront> = []
        for rule in rules {
            rule.when.forEach { if case .storefront(let codes) = $0 { named.formUnion(codes) } }
        }
        return named
    }
}
