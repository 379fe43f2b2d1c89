#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The input of one decision, and the values that several of its steps need.
///
/// A class, because manifest and installation are large and the steps only read them.
final class DecisionInput {
    let manifest: Manifest
    let installation: Installation
    let now: Date
    /// The last time the source confirmed the manifest.
    let confirmedAt: Date
    /// The installed version and build; `nil` if the version cannot be read.
    let installed: InstalledBuild?
    let offers: AvailableOffers
    /// Evaluates conditions for the installed build.
    let conditions: ConditionEvaluator
    /// Whether the installed build is in App Review.
    let isInReview: Bool
    /// For each release in a storefront, whether a rule would require another update once it is installed. Each answer
    /// needs all rules, and each rule that requires an update asks again.
    private var updatesAgain: [Installed: Truth] = [:]

    private struct Installed: Hashable {
        let offer: OfferIndex
        let storefront: Storefront?
    }

    /// Creates the input of a decision.
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - installation: The installation.
    ///   - seen: The installation as conditions see it, where that differs: with a fact missing whose value is assumed.
    ///   - now: The instant to decide for.
    ///   - confirmedAt: The last time the source confirmed the manifest; `nil` for now.
    init(
        _ manifest: Manifest, installation: Installation, seen: Installation? = nil, now: Date, confirmedAt: Date?
    ) {
        self.manifest = manifest
        self.installation = installation
        self.now = now
        self.confirmedAt = confirmedAt ?? now
        installed = installation.version.map { InstalledBuild(version: $0, build: installation.build) }
        offers = AvailableOffers(manifest, for: installation, at: now)
        var latest = LatestRelation.unknown
        if let installed { latest = offers.relation(of: installed, in: offers.storefronts) }
        conditions = ConditionEvaluator(
            context: ConditionEvaluator.Context(manifest, installation: seen ?? installation, now: now),
            version: installation.version, build: (seen ?? installation).build, latest: latest)
        isInReview = Self.isInReview(installation, catalog: manifest.catalog)
    }

    /// Returns whether a rule would require another update once the release is installed, and asks `find` only once.
    func mustUpdateAgain(
        after offer: OfferIndex, in storefront: Storefront?, find: () -> Truth
    ) -> Truth {
        let installed = Installed(offer: offer, storefront: storefront)
        if let known = updatesAgain[installed] { return known }
        let found = find()
        updatesAgain[installed] = found
        return found
    }

    /// Creates the input for the same installation on another channel.
    func replacingChannel(with channel: Channel) -> DecisionInput {
        var (assumed, seen) = (installation, conditions.context.installation)
        (assumed.channel, seen.channel) = (channel, channel)
        return DecisionInput(manifest, installation: assumed, seen: seen, now: now, confirmedAt: confirmedAt)
    }

    /// Creates the input for a value that a missing fact could have. Conditions still see the fact as missing.
    func assuming(channel: Channel? = nil, build: BuildNumber? = nil) -> DecisionInput {
        var assumed = installation
        assumed.channel = channel ?? assumed.channel
        assumed.build = build ?? assumed.build
        return DecisionInput(
            manifest, installation: assumed, seen: conditions.context.installation, now: now, confirmedAt: confirmedAt)
    }

    /// Whether the app runs on a system of another platform, such as an iOS app on a Mac.
    var isOnForeignHost: Bool { installation.os.map { $0.platform != installation.platform } ?? false }

    /// The TestFlight offers of the installed build, if the catalog knows this very build; else `nil`.
    var installedBeta: [Offer]? {
        guard installation.channel.isTestFlight, let installed, installed.build != nil else { return nil }
        let offers = betaOffers(of: installed)
        return offers.isEmpty ? nil : offers
    }

    /// The TestFlight offers of a build, from every entry that the catalog has for it.
    func betaOffers(of build: InstalledBuild) -> [Offer] {
        offers.offers(of: build).map(offers.offer).filter(\.channel.isTestFlight)
    }

    /// The time when the installed TestFlight build expires, if known: the latest of the offers for its audience.
    var betaExpiry: Date? {
        installedBeta?.filter { installation.channel.mayHaveInstalled(from: $0.channel) }.compactMap(\.expiresAt).max()
    }

    /// An unknown build counts as the one in review: better to spare an installation than to block a reviewer.
    private static func isInReview(_ installation: Installation, catalog: Catalog) -> Bool {
        guard let version = installation.version else { return false }
        // Read by index: a copy of each release would cost more than the decision.
        for index in catalog.releases.indices where catalog.releases[index].platform == installation.platform {
            // Releases are sorted, the newest first.
            if catalog.releases[index].version < version { return false }
            guard catalog.releases[index].version == version else { continue }
            let build = catalog.releases[index].build
            if build == nil || installation.build == nil || build == installation.build,
                catalog.releases[index].offers.contains(where: { $0.state == .inReview })
            {
                return true
            }
        }
        return false
    }
}
