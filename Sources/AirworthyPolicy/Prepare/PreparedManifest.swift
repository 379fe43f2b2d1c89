#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A manifest prepared for many decisions: its offers by platform and channel, its conditions and its dates in a form that a
/// decision reads quickly.
///
/// Prepare a manifest when it is loaded, and keep the prepared form beside it.
///
/// ```swift
/// let prepared = PreparedManifest(manifest)
/// for installation in fleet { count(decide(prepared, for: installation, at: .now)) }
/// ```
public final class PreparedManifest: Sendable {
    /// The manifest.
    public let manifest: Manifest
    let rules: [PreparedRule]
    let features: [PreparedFeature]
    /// The value of each feature where none of its rules matches.
    let defaultFeatures: [String: JSONValue]
    let conditions: FlatConditions
    /// Whether a condition contains `latest`.
    let mentionsLatest: Bool

    /// The dates at which a rule, a feature or a maintenance may change, in order.
    private let dates: [Date]
    /// The different times that rules wait after a release, in seconds.
    private let waits: [Double]
    /// The offers of each platform and channel; empty if they are prepared only when a decision needs them.
    private let places: [KnownOffers]
    /// Whether ``places`` has every offer.
    private let hasAllPlaces: Bool
    private let allDates: OfferDates?

    /// The largest number of places that are prepared. A forged catalog may have thousands.
    private static let maximumPlaces = 32

    /// Prepares a manifest.
    /// - Parameter manifest: The manifest.
    /// - Complexity: O(rules + releases · log releases).
    public convenience init(_ manifest: Manifest) { self.init(manifest, once: false) }

    /// Prepares a manifest for one decision: only its rules, because a decision needs the offers of one place only.
    convenience init(once manifest: Manifest) { self.init(manifest, once: true) }

    private init(_ manifest: Manifest, once: Bool) {
        self.manifest = manifest
        let policy = manifest.policy
        var conditions = FlatConditions(of: manifest)
        var dates: [Date] = []
        var waits: Set<Int> = []
        var hasMaintenance = false
        rules = policy.rules.map { rule in
            dates += rule.instants
            if rule.effect.releasedFor.seconds > 0 { waits.insert(rule.effect.releasedFor.seconds) }
            if rule.effect.maintenance != nil { hasMaintenance = true }
            return PreparedRule(rule: rule, condition: conditions.append(rule.when, salt: rule.id))
        }
        features = policy.features.map { key, feature in
            let indices = feature.rules.map { rule in
                dates += rule.when.instants
                return conditions.append(rule.when, salt: key)
            }
            return PreparedFeature(key: key, feature: feature, conditions: indices)
        }
        if hasMaintenance, let issuedAt = manifest.issuedAt {
            dates.append(issuedAt.addingTimeInterval(Manifest.longestMaintenance))
        }
        defaultFeatures = policy.features.mapValues(\.defaultValue)
        self.conditions = conditions
        self.dates = dates.sorted()
        self.waits = waits.map(Double.init)
        mentionsLatest = conditions.mentionLatest
        let isAwaited = !waits.isEmpty
        let named = once ? [] : Self.places(in: manifest.catalog)
        places = named.prefix(Self.maximumPlaces).map { place in
            KnownOffers(
                in: manifest, platform: place.platform, channel: place.channel, isAwaited: isAwaited,
                listsStorefronts: true)
        }
        hasAllPlaces = !once && named.count <= Self.maximumPlaces
        allDates = once ? nil : OfferDates(manifest.catalog.allOffers, in: manifest.catalog, isAwaited: isAwaited)
    }

    private struct Place: Hashable {
        let platform: Platform
        let channel: Channel
    }

    /// The platforms and channels whose installations receive an offer, those with the newest offers first.
    private static func places(in catalog: Catalog) -> [Place] {
        var places: [Place] = []
        var known: Set<Place> = []
        for release in catalog.releases {
            for offer in release.offers
            where known.insert(Place(platform: release.platform, channel: offer.channel)).inserted {
                places.append(Place(platform: release.platform, channel: offer.channel))
            }
        }
        for place in places {
            for channel in place.channel.recipients
            where known.insert(Place(platform: place.platform, channel: channel)).inserted {
                places.append(Place(platform: place.platform, channel: channel))
            }
        }
        return places
    }

    // MARK: Offers

    /// The offers that an installation receives.
    func offers(for installation: Installation) -> KnownOffers {
        let platform = installation.platform
        var channel = installation.channel
        for place in places where place.serves(platform, channel) { return place }
        if hasAllPlaces, case .marketplace(.some) = channel {
            // A marketplace of which the catalog knows nothing receives the offers for all marketplaces.
            channel = .marketplace(nil)
            for place in places where place.serves(platform, channel) { return place }
        }
        if hasAllPlaces { return .none }
        return KnownOffers(
            in: manifest, platform: platform, channel: channel, isAwaited: !waits.isEmpty,
            listsStorefronts: installation.storefront == nil)
    }

    // MARK: Dates

    /// The first date after `now` at which a rule, a feature or one of the offers may change a decision.
    func nextDate(after now: Date, for offers: KnownOffers) -> Date? {
        earlier(dates.first(after: now), offers.dates.first(after: now, waits: waits))
    }

    /// The first date after `now` at which a rule, a feature or any offer of the catalog may change a decision.
    func nextDateOfAnyOffer(after now: Date) -> Date? {
        let offers =
            allDates ?? OfferDates(manifest.catalog.allOffers, in: manifest.catalog, isAwaited: !waits.isEmpty)
        return earlier(dates.first(after: now), offers.first(after: now, waits: waits))
    }
}

extension Channel {
    /// The channels whose installations may receive offers on this one, if there are several.
    fileprivate var recipients: [Channel] {
        switch self {
        case .testflight: [.testflight(nil)] + Audience.allCases.map { .testflight($0) }
        case .play(nil): Track.allCases.map { .play($0) }
        default: []
        }
    }
}

/// The earlier of two dates, of which either may be unknown.
func earlier(_ a: Date?, _ b: Date?) -> Date? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
}
