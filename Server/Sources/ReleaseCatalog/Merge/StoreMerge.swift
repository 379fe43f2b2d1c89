import AirworthyPolicy
import Foundation

/// The App Store releases of one platform. A release is (platform, version): build, state, phase and notes are App Store
/// Connect's, where and since when it is on sale are the lookup's, and an import fills in what neither tells.
struct StoreMerge {
    private let merger: Merger
    private let platform: Platform
    private let versions: [ConnectMemory.Version]
    private let sightings: [LookupMemory.Sighting]
    private let imported: [Release]
    private var onSale: OnSale?

    /// When time alone may change the result.
    var changes: [Date] { onSale?.changes ?? [] }

    init(_ merger: Merger, _ platform: Platform) {
        self.merger = merger
        self.platform = platform
        versions = merger.connect?.versions.filter { $0.fact.platform == platform } ?? []
        sightings = merger.lookups.flatMap { lookup in
            lookup.memory.shelves[platform].map { shelf in
                // What one stale edge answered is no sighting, unless it is what an operator's order leaves.
                let counts = shelf.top.map { merger.orders.withdraws(platform, $0.version, nil) } ?? true
                guard let lower = shelf.lower, lower.isConfirmed || counts else { return shelf.seen }
                return shelf.seen + [lower.sighting]
            } ?? []
        }
        imported =
            merger.manual?.releases.filter { release in
                release.platform == platform && release.offers.contains { $0.channel == .appstore }
            } ?? []
    }

    mutating func merge() -> [Release] {
        let onSale = OnSale(
            merger, versions, platform, publishedAt: { publishedAt($0) }, isWithdrawn: { isWithdrawn($0) })
        self.onSale = onSale
        let known = Set(versions.map(\.fact.version)).union(sightings.map(\.version))
        let told = known.sorted(by: >).prefix(ConnectMemory.versionLimit).compactMap { release($0, onSale) }
        return told + imported.filter { !known.contains($0.version) }.compactMap { release($0, onSale) }
    }

    // MARK: Facts of a version

    private func seen(_ version: AppVersion) -> [LookupMemory.Sighting] { sightings.filter { $0.version == version } }

    /// When Apple says it was published. Where countries differ, the latest: nobody is required too early.
    private func publishedAt(_ version: AppVersion) -> Date? { seen(version).compactMap(\.publishedAt).max() }

    private func told(_ version: AppVersion) -> ConnectMemory.Version? {
        versions.filter { $0.fact.version == version }
            .max { a, b in (a.fact.standing, b.fact.id) < (b.fact.standing, a.fact.id) }
    }

    private func build(_ version: AppVersion) -> BuildNumber? {
        told(version)?.fact.build ?? imported.first { $0.version == version }?.build
    }

    private func isWithdrawn(_ version: AppVersion) -> Bool {
        merger.orders.withdraws(platform, version, build(version))
    }

    // MARK: Releases

    private func release(_ version: AppVersion, _ onSale: OnSale) -> Release? {
        let fact = told(version)
        let seen = seen(version)
        let import_ = imported.first { $0.version == version }
        let extra = import_?.offers.first { $0.channel == .appstore }
        let build = build(version)
        let submitted = merger.connect?.builds.first {
            $0.fact.platform == platform && $0.fact.version == version && $0.fact.build == build
        }
        let minimums =
            [fact?.fact.minimumOS, submitted?.fact.minimumOS, import_?.minimumOS] + seen.map(\.minimumOS)
        var offer = Offer(channel: .appstore)
        let isReleased = !seen.isEmpty || (fact?.fact.standing ?? .none) >= .history
        if isWithdrawn(version), isReleased || fact?.fact.standing == .inReview {
            offer.state = .withdrawn
        } else if isReleased {
            guard let reach = reach(version, onSale, extra) else { return nil }
            offer.storefronts = reach.storefronts
        } else if fact?.fact.standing == .inReview {
            offer.state = .inReview
        } else {
            return nil
        }
        offer.publishedAt = publishedAt(version) ?? extra?.publishedAt
        let firstSeen = seen.map(\.firstSeenAt) + [fact?.releasedSince, extra?.firstSeenAt].compactMap { $0 }
        offer.firstSeenAt = firstSeen.min()
        offer.phase = fact?.fact.standing == .ready ? fact?.fact.phase : nil
        offer.url = seen.lazy.compactMap(\.url).first ?? extra?.url ?? storeURL
        offer.notes = fact?.fact.notes ?? seen.lazy.compactMap(\.notes).first ?? extra?.notes
        offer.source = fact == nil ? AppStoreLookup.source : Source.connect.offerName
        return Release(
            platform: platform, version: version, build: build, minimumOS: minimums.compactMap { $0 }.max(),
            offers: [offer])
    }

    private var storeURL: String? {
        (merger.target.appleID ?? merger.connect?.appleID).map { "https://apps.apple.com/app/id\($0)" }
    }

    /// A release that only an import knows: somebody's word where Apple is silent.
    private func release(_ release: Release, _ onSale: OnSale) -> Release? {
        var release = release
        release.offers = release.offers.filter { $0.channel == .appstore }
            .compactMap { offer in
                var offer = Merger.named(offer)
                guard offer.state == .live else { return offer }
                guard let reach = importedReach(release.version, onSale, offer) else { return nil }
                offer.storefronts = reach.storefronts
                return offer
            }
        return release.offers.isEmpty ? nil : release
    }

    // MARK: Countries

    /// The countries of an offer; `nil` is everywhere.
    private struct Reach {
        var storefronts: Set<Storefront>?
    }

    /// Where a version can be installed; `nil` if nowhere.
    private func reach(_ version: AppVersion, _ onSale: OnSale, _ extra: Offer?) -> Reach? {
        let asked = Set(onSale.fronts.map(\.storefront))
        let shown = Set(onSale.fronts.lazy.filter { $0.ceiling.includes(version) }.map(\.storefront))
        switch onSale.rest {
        case .upTo where onSale.rest.includes(version):
            return Reach(storefronts: shown == asked ? nil : Storefront.all.subtracting(asked).union(shown))
        case .unknown where extra?.state == .live:
            // Only an import speaks for the other countries.
            if let named = extra?.storefronts { return some(named.subtracting(asked).union(shown)) }
            return Reach(storefronts: shown == asked ? nil : Storefront.all.subtracting(asked).union(shown))
        default: return some(shown)
        }
    }

    private func importedReach(_ version: AppVersion, _ onSale: OnSale, _ offer: Offer) -> Reach? {
        let asked = Set(onSale.fronts.map(\.storefront))
        let barred = asked.subtracting(onSale.fronts.lazy.filter { $0.ceiling.includes(version) }.map(\.storefront))
        if onSale.rest != .unknown, !onSale.rest.includes(version) {
            let open = asked.subtracting(barred)
            return some(offer.storefronts.map(open.intersection) ?? open)
        }
        guard !barred.isEmpty else { return Reach(storefronts: offer.storefronts) }
        return some((offer.storefronts ?? Storefront.all).subtracting(barred))
    }

    private func some(_ storefronts: Set<Storefront>) -> Reach? {
        storefronts.isEmpty ? nil : Reach(storefronts: storefronts)
    }
}
