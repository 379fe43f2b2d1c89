package import AirworthyPolicy
import Foundation

/// Trims a catalog for manifests, to the public part that devices need.
///
/// The result depends only on the catalog and the app, not on the date, so a renewal changes no release data.
package enum ManifestCatalog {
    /// The number of releases of each channel and platform that keep all their data in manifests.
    static let fullReleases = 5
    /// The highest number of characters of notes in manifests.
    static let longestNotes = 2_000

    /// Returns the part of a complete catalog that manifests contain, as the app's setting for TestFlight data allows.
    ///
    /// The newest few live releases of each channel and platform, unavailable ones among them, and the newest live one
    /// of each storefront keep all their data. Other live betas keep the data that decisions need: version, build,
    /// minimum OS, groups and expiry. Only the newest live release keeps its notes.
    /// - Complexity: O(offers × storefronts of an offer).
    package static func trimmed(_ catalog: Catalog, for app: App) -> Catalog {
        var trimmers: [OfferTrimmer.Key: OfferTrimmer] = [:]
        let releases = catalog.releases.compactMap { release -> Release? in
            var kept = release
            kept.offers = visibleOffers(
                of: release, in: app.slug, showing: app.internalBuilds, notes: app.testFlightNotes
            ).compactMap { offer in
                let key = OfferTrimmer.Key(platform: release.platform, channel: offer.channel)
                return trimmers[key, default: OfferTrimmer()].trim(offer, asOf: catalog.asOf)
            }
            return kept.offers.isEmpty ? nil : kept
        }
        return Catalog(app: app.slug, asOf: catalog.asOf, releases: releases)
    }

    /// Returns SHA-256 of the data that decisions use, which excludes its age and its sources, of a catalog from
    /// ``trimmed(_:for:)``: 64 hexadecimal digits.
    package static func digest(of trimmed: Catalog) -> String {
        let releases = trimmed.releases.map { release in
            var release = release
            release.offers = release.offers.map { offer in
                var offer = offer
                // Devices only need to know whether an offer is asserted, not which source reported it.
                offer.source = offer.source == Offer.asserted ? Offer.asserted : nil
                if offer.publishedAt != nil { offer.firstSeenAt = nil }
                return offer
            }
            return release
        }
        return ContentDigest.hex(Catalog(releases: releases).jsonValue.jsonBytes())
    }

    /// Whether the complete live catalog differs from the one of the manifest in force in data that devices use, so
    /// that it has to be published; not only in age or in data that manifests do not contain. CI may have signed it
    /// complete or trimmed.
    package static func hasDrifted(_ live: Catalog, from signed: Catalog, of app: App) -> Bool {
        let wanted = digest(of: trimmed(live, for: app))
        return wanted != digest(of: signed) && wanted != digest(of: trimmed(signed, for: app))
    }

    /// Returns the releases with a visible offer, untrimmed, with only the visible part of TestFlight data.
    package static func visible(
        _ catalog: Catalog, of app: String, showing level: App.InternalBuilds, notes: App.TestFlightNotes
    ) -> Catalog {
        let releases = catalog.releases.compactMap { release -> Release? in
            var release = release
            release.offers = visibleOffers(of: release, in: app, showing: level, notes: notes)
            return release.offers.isEmpty ? nil : release
        }
        return Catalog(app: catalog.app, asOf: catalog.asOf, releases: releases)
    }

    private static func visibleOffers(
        of release: Release, in app: String, showing level: App.InternalBuilds, notes: App.TestFlightNotes
    ) -> [Offer] {
        let showsNotes = notes.shows(buildForExternalTesters: release.isForExternalTesters)
        return release.offers.compactMap { offer in
            guard offer.channel.isTestFlight else { return offer }
            guard level.showsTestFlight else { return nil }
            var offer = offer
            offer.notes = showsNotes ? offer.notes?.cleanedNotes : nil
            guard level == .facts else { return offer }
            offer.groups = offer.groups.map { Set($0.map { opaqueGroupID($0, in: app) }) }
            offer.url = nil
            return offer
        }
    }

    /// Returns an id that distinguishes the groups of one app, but does not reveal the name or Apple's id of a group.
    package static func opaqueGroupID(_ group: String, in app: String) -> String {
        String(ContentDigest.hex(Array(app.utf8) + [0] + Array(group.utf8)).prefix(16))
    }
}

/// Trims the offers of one channel and platform. Pass them to ``trim(_:asOf:)`` newest first.
private struct OfferTrimmer {
    struct Key: Hashable {
        let platform: Platform
        let channel: Channel
    }

    private var live = 0
    private var storefronts: Set<Storefront> = []
    private var isEverywhere = false

    /// Returns the part of the next offer that manifests contain; `nil` to leave the offer out.
    mutating func trim(_ offer: Offer, asOf: Date?) -> Offer? {
        let isLive = offer.state == .live
        let isNewest = isLive && live == 0
        let isNewestSomewhere = isLive && addsStorefronts(offer)
        guard live < ManifestCatalog.fullReleases || isNewestSomewhere else {
            return isLive && offer.channel.isTestFlight ? Self.essentials(of: offer, asOf: asOf) : nil
        }
        if isLive { live += 1 }
        var offer = offer
        offer.notes = isNewest ? offer.notes.map(Self.shortened) : nil
        return offer
    }

    /// Whether the offer is available in a storefront that no newer one is available in.
    private mutating func addsStorefronts(_ offer: Offer) -> Bool {
        guard !isEverywhere else { return false }
        guard let list = offer.storefronts else {
            isEverywhere = true
            return true
        }
        let isNew = !list.isSubset(of: storefronts)
        storefronts.formUnion(list)
        return isNew
    }

    private static func essentials(of offer: Offer, asOf: Date?) -> Offer? {
        if let asOf, let expiry = offer.expiresAt, expiry <= asOf { return nil }
        return Offer(channel: offer.channel, groups: offer.groups, expiresAt: offer.expiresAt)
    }

    private static func shortened(_ notes: LocalizedText) -> LocalizedText {
        LocalizedText(notes.texts.mapValues { String($0.prefix(ManifestCatalog.longestNotes)) })
    }
}
