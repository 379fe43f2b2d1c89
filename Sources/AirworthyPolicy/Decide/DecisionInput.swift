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

    init(_ manifest: Manifest, installation: Installation, now: Date, confirmedAt: Date?) {
        self.manifest = manifest
        self.installation = installation
        self.now = now
        self.confirmedAt = confirmedAt ?? now
        installed = installation.version.map { InstalledBuild(version: $0, build: installation.build) }
        offers = AvailableOffers(manifest, for: installation, at: now)
        var latest = LatestRelation.unknown
        if let installed { latest = offers.relation(of: installed, in: offers.storefronts) }
        conditions = ConditionEvaluator(
            context: ConditionEvaluator.Context(manifest, installation: installation, now: now),
            version: installation.version, build: installation.build, latest: latest)
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
        var copy = installation
        copy.channel = channel
        return DecisionInput(manifest, installation: copy, now: now, confirmedAt: confirmedAt)
    }

    /// Whether the app runs on a system of another platform, such as an iOS app on a Mac.
    var isOnForeignHost: Bool { installation.os.map { $0.platform != installation.platform } ?? false }

    /// The installed TestFlight build, if the catalog knows this very build.
    var installedBeta: Release? {
        guard installation.channel.isTestFlight, let version = installation.version, let build = installation.build
        else { return nil }
        return manifest.catalog.releases.first { release in
            release.platform == installation.platform && release.version == version && release.build == build
                && release.offers.contains { $0.channel.isTestFlight }
        }
    }

    /// The time when the installed TestFlight build expires, if known.
    var betaExpiry: Date? {
        installedBeta?.offers.first { $0.channel.isTestFlight && $0.expiresAt != nil }?.expiresAt
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
