/// The offers of a catalog that installations of one platform and channel receive, newest first.
final class KnownOffers: Sendable {
    let platform: Platform
    let channel: Channel
    /// Every offer, also if it cannot be installed.
    ///
    /// An asserted offer is one that only an author names; no store confirms it. Asserted offers count only if there
    /// are no others.
    let all: [OfferIndex]
    /// Whether there are offers, and all of them are asserted. Then it is unknown which of them are live, so each may
    /// be. A rule names the one that it means as its target.
    let areAsserted: Bool
    /// The storefronts that offers name. A `nil` element is one that no offer names. It counts if some offer names none,
    /// because that one is sold there, too.
    let storefronts: [Storefront?]
    let dates: OfferDates
    /// The link of the policy for the channel.
    let policyLink: String?

    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - platform: The platform of the installations.
    ///   - channel: The channel of the installations.
    ///   - isAwaited: Whether a rule waits after a release.
    ///   - listsStorefronts: Whether to collect ``storefronts``, which only installations of an unknown one need.
    init(in manifest: Manifest, platform: Platform, channel: Channel, isAwaited: Bool, listsStorefronts: Bool) {
        let catalog = manifest.catalog
        (self.platform, self.channel) = (platform, channel)
        var (verified, asserted): ([OfferIndex], [OfferIndex]) = ([], [])
        var known: Set<Storefront> = []
        var hasUnlisted = false
        let releases = catalog.releases
        for release in releases.indices where channel.receivesOffers && releases[release].platform == platform {
            for offer in releases[release].offers.indices
            where channel.receives(offersOn: releases[release].offers[offer].channel) {
                let index = OfferIndex(release: release, offer: offer)
                if releases[release].offers[offer].source == Offer.asserted {
                    asserted.append(index)
                } else {
                    verified.append(index)
                }
                guard listsStorefronts else { continue }
                if let list = releases[release].offers[offer].storefronts {
                    known.formUnion(list)
                } else {
                    hasUnlisted = true
                }
            }
        }
        areAsserted = verified.isEmpty && !asserted.isEmpty
        all = catalog.ordered(areAsserted ? asserted : verified)
        storefronts = known.isEmpty ? [] : known.sorted() + (hasUnlisted ? [nil] : [])
        dates = OfferDates(all, in: catalog, isAwaited: isAwaited)
        policyLink = UpdateLink.ofPolicy(manifest.policy, for: channel)
    }

    /// The offers of a place that the catalog does not know.
    static let none = KnownOffers(
        in: Manifest(policy: Policy(rules: [])), platform: .ios, channel: .unknown, isAwaited: false,
        listsStorefronts: false)

    /// Whether these are the offers for installations of a platform and channel.
    func serves(_ platform: Platform, _ channel: Channel) -> Bool {
        self.channel == channel && self.platform == platform
    }
}

/// The position of an offer in the catalog. Code passes positions around instead of copies of releases, which are
/// large.
package struct OfferIndex: Hashable {
    package let release: Int
    package let offer: Int

    package init(release: Int, offer: Int) {
        self.release = release
        self.offer = offer
    }
}

extension Channel {
    /// Whether installations from this channel receive any offers.
    fileprivate var receivesOffers: Bool {
        switch self {
        case .unknown, .debug, .adhoc: false
        default: true
        }
    }
}

extension Catalog {
    /// Every offer, also of other platforms and channels.
    var allOffers: [OfferIndex] {
        releases.indices.flatMap { release in
            releases[release].offers.indices.map { OfferIndex(release: release, offer: $0) }
        }
    }

    /// Whether two releases of one platform have the same version and build.
    func areSame(_ a: Int, _ b: Int) -> Bool {
        a == b
            || (mayHaveTwins && releases[a].version == releases[b].version && releases[a].build == releases[b].build)
    }

    /// The offers with those of one release in an order that depends on their content alone, not on the file.
    fileprivate func ordered(_ offers: [OfferIndex]) -> [OfferIndex] {
        var ordered = offers
        var start = 0
        while start < ordered.count {
            var end = start + 1
            while end < ordered.count, areSame(ordered[start].release, ordered[end].release) { end += 1 }
            // Nearly every release has one offer for each channel.
            if end > start + 1 { ordered[start..<end].sort { comesFirst($0, before: $1) } }
            start = end
        }
        return ordered
    }

    /// The order of offers of one release: the higher minimum system, the earlier publication, the lower URL, and the
    /// lower notes come first. Unknown values come last.
    private func comesFirst(_ a: OfferIndex, before b: OfferIndex) -> Bool {
        let (left, right) = (releases[a.release].offers[a.offer], releases[b.release].offers[b.offer])
        let (minimum, other) = (releases[a.release].minimumOS, releases[b.release].minimumOS)
        if minimum != other { return other.map { lower in minimum.map { $0 > lower } ?? false } ?? true }
        if left.publishedAt != right.publishedAt {
            return right.publishedAt.map { later in left.publishedAt.map { $0 < later } ?? false } ?? true
        }
        func precedes(_ a: String?, _ b: String?) -> Bool {
            guard let a, let b else { return a != nil }
            return a.utf8.lexicographicallyPrecedes(b.utf8)
        }
        if left.url != right.url { return precedes(left.url, right.url) }
        let (text, otherText) = (left.notes?.jsonValue.jsonText(), right.notes?.jsonValue.jsonText())
        if text != otherText { return precedes(text, otherText) }
        // Equal numbers may be written differently: `2.0`, `2.0.0`.
        func numbers(_ release: Release) -> String {
            "\(release.version) \(release.build?.description ?? "") \(release.minimumOS?.description ?? "")"
        }
        return precedes(numbers(releases[a.release]), numbers(releases[b.release]))
    }
}
