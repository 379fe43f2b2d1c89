import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

/// A release on the App Store or another channel than TestFlight.
struct StoreRow: Sendable {
    /// The storefronts, or the channel.
    let place: String
    let platform: String
    let version: String
    let build: String?
    let tags: [Tag]
    let since: Moment?
    let minimumOS: String?
    /// Who says so.
    let source: String
    let notes: String?

    /// The storefronts that a row names before it counts the others.
    private static let mostNamed = 8

    private init(_ release: Release, _ offer: Offer, place: String, tags: [Tag], app: App, now: Date) {
        self.place = place
        platform = release.platform.displayName
        version = release.version.description
        build = release.build?.description
        self.tags = tags
        since = (offer.publishedAt ?? offer.firstSeenAt).map { Moment($0, now: now) }
        minimumOS = release.minimumOS.map { "\(release.platform.displayName) \($0)" }
        source = CatalogSource.name(ofOffer: offer.source)
        notes = offer.notes?.text(for: nil, default: app.defaultLanguage)
    }

    // MARK: App Store

    /// Returns what each storefront has now, then what Apple reviews and what was withdrawn.
    static func store(_ catalog: Catalog, of app: App, at now: Date) -> [StoreRow] {
        let platforms = AudienceLine.platforms(catalog.releases.map(\.platform), of: app)
        return platforms.flatMap { platform in
            let offers = catalog.releases.filter { $0.platform == platform }.flatMap { release in
                release.offers.filter { $0.channel == .appstore }.map { (release, $0) }
            }
            func rows(_ state: Offer.State, place: String, tag: Tag) -> [StoreRow] {
                offers.filter { $0.1.state == state }.map { release, offer in
                    StoreRow(release, offer, place: place, tags: [tag], app: app, now: now)
                }
            }
            return rows(.inReview, place: "Not on sale yet", tag: Tag("in review or awaiting release", "accent"))
                + onSale(offers, of: app, at: now)
                + Array(rows(.withdrawn, place: "Nowhere", tag: Tag("withdrawn", "bad")).prefix(5))
        }
    }

    private static func onSale(_ offers: [(Release, Offer)], of app: App, at now: Date) -> [StoreRow] {
        let live = offers.filter { $0.1.state == .live }
        let storefronts = Set(live.flatMap { $0.1.storefronts ?? [] }).union(app.storefronts)
        var places = live.map { _ in [Storefront]() }
        for storefront in storefronts.sorted() {
            // Releases come newest first.
            let newest = live.firstIndex { $0.1.storefronts?.contains(storefront) ?? true }
            if let newest { places[newest].append(storefront) }
        }
        let everywhere = live.firstIndex { $0.1.storefronts == nil }
        return live.indices.compactMap { index in
            let (release, offer) = live[index]
            guard !places[index].isEmpty || everywhere == index else { return nil }
            let place =
                everywhere != index
                ? list(places[index])
                : places[index].count == storefronts.count ? "All storefronts" : "All other storefronts"
            let isComing = offer.publishedAt.map { $0 > now } ?? false
            let state = isComing ? Tag("announced", "accent") : Tag("on sale", "good")
            return StoreRow(
                release, offer, place: place, tags: [state] + [offer.phase?.tag].compactMap { $0 }, app: app, now: now)
        }
    }

    private static func list(_ storefronts: [Storefront]) -> String {
        let names = storefronts.map(\.code)
        guard names.count > mostNamed else { return names.joined(separator: ", ") }
        return "\(names.prefix(mostNamed).joined(separator: ", ")) and \(names.count - mostNamed) more"
    }

    // MARK: Other channels

    /// Returns the newest release of each channel that is neither the App Store nor TestFlight.
    static func elsewhere(_ catalog: Catalog, of app: App, at now: Date) -> [StoreRow] {
        var seen: Set<String> = []
        return catalog.releases.flatMap { release in
            release.offers.compactMap { offer -> StoreRow? in
                guard offer.channel != .appstore, !offer.channel.isTestFlight,
                    seen.insert("\(release.platform) \(offer.channel) \(offer.state)").inserted
                else { return nil }
                let state =
                    switch offer.state {
                    case .live: Tag("available", "good")
                    case .inReview: Tag("in review", "accent")
                    case .withdrawn: Tag("withdrawn", "bad")
                    case .other(let name): Tag(name)
                    }
                return StoreRow(release, offer, place: offer.channel.label, tags: [state], app: app, now: now)
            }
        }
    }
}
