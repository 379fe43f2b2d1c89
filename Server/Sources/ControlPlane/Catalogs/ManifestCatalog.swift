package import AirworthyPolicy
import Foundation

/// The catalog as manifests carry it: what devices need, and nothing that is not public.
///
/// The same catalog of the same app always gives the same result, whatever the hour: renewals change no facts.
package enum ManifestCatalog {
    /// How many releases of each channel and platform travel with all their facts.
    static let fullReleases = 5
    /// The longest notes that travel, in characters.
    static let longestNotes = 2_000

    /// Cuts a catalog down.
    ///
    /// All facts are kept of the newest few releases of each channel and platform, of those before them that cannot be
    /// had, and of the newest that each country gets. Of other betas that are live the facts that decide are kept:
    /// version, build, minimum OS, groups and expiry. Notes stay with the newest release that can be had.
    /// - Parameters:
    ///   - catalog: Everything that is known.
    ///   - app: The app, which says how much of TestFlight is public.
    /// - Returns: The catalog to sign.
    /// - Complexity: O(offers × storefronts of an offer).
    package static func trimmed(_ catalog: Catalog, for app: App) -> Catalog {
        var shelves: [Shelf.Key: Shelf] = [:]
        let releases = catalog.releases.compactMap { release -> Release? in
            var kept = release
            kept.offers = release.offers.compactMap { offer in
                guard let offer = visible(offer, of: app.slug, showing: app.internalBuilds) else { return nil }
                return shelves[Shelf.Key(release.platform, offer.channel), default: Shelf()]
                    .take(offer, asOf: catalog.asOf)
            }
            return kept.offers.isEmpty ? nil : kept
        }
        return Catalog(app: app.slug, asOf: catalog.asOf, releases: releases)
    }

    /// SHA-256 of what makes a difference to anybody: neither when the facts were learnt, nor who said so.
    /// - Parameter trimmed: A catalog as ``trimmed(_:for:)`` gives it.
    /// - Returns: 64 hexadecimal digits.
    package static func digest(of trimmed: Catalog) -> String {
        let releases = trimmed.releases.map { release in
            var release = release
            release.offers = release.offers.map { offer in
                var offer = offer
                // An assertion counts for less than an observation; other sources do not differ for devices.
                offer.source = offer.source == Offer.asserted ? Offer.asserted : nil
                if offer.publishedAt != nil { offer.firstSeenAt = nil }
                return offer
            }
            return release
        }
        return ContentDigest.hex(Catalog(releases: releases).jsonValue.jsonBytes())
    }

    /// Whether devices would be told something else by the live catalog than by the signed one.
    /// - Parameters:
    ///   - live: Everything that is known.
    ///   - signed: The catalog of the manifest in force. CI may have signed it whole, or as it is cut here.
    ///   - app: The app.
    /// - Returns: Whether there is something to publish.
    package static func hasDrifted(_ live: Catalog, from signed: Catalog, of app: App) -> Bool {
        let wanted = digest(of: trimmed(live, for: app))
        return wanted != digest(of: signed) && wanted != digest(of: trimmed(signed, for: app))
    }

    /// As much of a catalog as somebody may see.
    /// - Parameters:
    ///   - catalog: Everything that is known.
    ///   - app: The app's slug.
    ///   - level: How much of TestFlight is shown.
    /// - Returns: All releases that are left, uncut.
    package static func visible(_ catalog: Catalog, of app: String, showing level: App.InternalBuilds) -> Catalog {
        let releases = catalog.releases.compactMap { release -> Release? in
            var release = release
            release.offers = release.offers.compactMap { visible($0, of: app, showing: level) }
            return release.offers.isEmpty ? nil : release
        }
        return Catalog(app: catalog.app, asOf: catalog.asOf, releases: releases)
    }

    private static func visible(_ offer: Offer, of app: String, showing level: App.InternalBuilds) -> Offer? {
        guard offer.channel.isTestFlight else { return offer }
        switch level {
        case .none: return nil
        case .full: return offer
        case .facts:
            var offer = offer
            offer.groups = offer.groups.map { Set($0.map { opaqueGroupID($0, in: app) }) }
            offer.notes = nil
            offer.url = nil
            return offer
        }
    }

    /// A group's id that tells groups of one app apart and says nothing else.
    package static func opaqueGroupID(_ group: String, in app: String) -> String {
        String(ContentDigest.hex(Array(app.utf8) + [0] + Array(group.utf8)).prefix(16))
    }
}

/// The offers of one channel and platform, newest first, while they are looked through.
private struct Shelf {
    struct Key: Hashable {
        let platform: Platform
        let channel: Channel

        init(_ platform: Platform, _ channel: Channel) {
            self.platform = platform
            self.channel = channel
        }
    }

    private var live = 0
    private var countries: Set<Storefront> = []
    private var isEverywhere = false

    /// What is left of the next offer; `nil` if nobody needs it.
    mutating func take(_ offer: Offer, asOf: Date?) -> Offer? {
        let isLive = offer.state == .live
        let isNewest = isLive && live == 0
        let reaches = isLive && bringsSomebody(offer)
        guard live < ManifestCatalog.fullReleases || reaches else {
            return isLive && offer.channel.isTestFlight ? Self.bare(offer, asOf: asOf) : nil
        }
        if isLive { live += 1 }
        var offer = offer
        offer.notes = isNewest ? offer.notes.map(Self.cut) : nil
        return offer
    }

    /// Whether somebody gets this one who gets no newer one.
    private mutating func bringsSomebody(_ offer: Offer) -> Bool {
        guard !isEverywhere else { return false }
        guard let list = offer.storefronts else {
            isEverywhere = true
            return true
        }
        let isNew = !list.isSubset(of: countries)
        countries.formUnion(list)
        return isNew
    }

    private static func bare(_ offer: Offer, asOf: Date?) -> Offer? {
        if let asOf, let expiry = offer.expiresAt, expiry <= asOf { return nil }
        return Offer(channel: offer.channel, groups: offer.groups, expiresAt: offer.expiresAt)
    }

    private static func cut(_ notes: LocalizedText) -> LocalizedText {
        LocalizedText(notes.texts.mapValues { String($0.prefix(ManifestCatalog.longestNotes)) })
    }
}
