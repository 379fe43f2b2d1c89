#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The input of one decision, and the values that several of its steps need.
///
/// A class, because the installation is large and the steps only read it.
package final class DecisionInput {
    let prepared: PreparedManifest
    let installation: Installation
    /// The channel and the build as conditions see them. They differ from those of the installation only where the value
    /// of a missing fact is assumed.
    let seen: SeenFacts
    /// The installed version and build; `nil` if the version cannot be read.
    let installed: InstalledBuild?
    let now: Date
    /// The last time the source confirmed the manifest.
    let confirmedAt: Date
    /// The facts that differ between the installations of this decision; `nil` if it is for one installation.
    let unknowns: UnknownFacts?
    let known: KnownOffers
    /// Whether the installed build is in App Review.
    let isInReview: Bool
    /// How the installed build relates to the newest offer; `unknown` if no condition asks.
    private(set) lazy var latest: LatestRelation = {
        guard prepared.mentionsLatest, let installed else { return .unknown }
        return offers.relation(of: installed, in: offers.storefronts)
    }()
    /// For each release in a storefront, whether a rule would require another update once it is installed. Each answer
    /// needs all rules, and each rule that requires an update asks again.
    private var updatesAgain: [Installed: Truth] = [:]

    private struct Installed: Hashable {
        let offer: OfferIndex
        let storefront: Storefront?
    }

    /// The facts of an installation whose values may be assumed.
    package struct SeenFacts {
        let channel: Channel
        let build: BuildNumber?
    }

    /// Creates the input of a decision.
    /// - Parameters:
    ///   - prepared: The manifest.
    ///   - installation: The installation.
    ///   - seen: Channel and build as conditions see them; `nil` for those of the installation.
    ///   - now: The instant to decide for.
    ///   - confirmedAt: The last time the source confirmed the manifest; `nil` for now.
    ///   - unknowns: The facts that differ between the installations; `nil` for one installation.
    package init(
        _ prepared: PreparedManifest, installation: Installation, seen: SeenFacts? = nil, now: Date,
        confirmedAt: Date? = nil, unknowns: UnknownFacts? = nil
    ) {
        self.prepared = prepared
        self.installation = installation
        self.seen = seen ?? SeenFacts(channel: installation.channel, build: installation.build)
        installed = installation.version.map { InstalledBuild(version: $0, build: installation.build) }
        self.now = now
        self.confirmedAt = confirmedAt ?? now
        self.unknowns = unknowns
        known = prepared.offers(for: installation)
        isInReview = installation.isInReview(in: prepared.manifest.catalog)
    }

    var manifest: Manifest {
        // `_read` avoids a copy of the manifest.
        _read { yield prepared.manifest }
    }

    package var offers: AvailableOffers { AvailableOffers(input: self) }

    /// Evaluates conditions for the installed build.
    var conditions: ConditionEvaluator { conditions(hidingTestFlight: false) }

    /// Evaluates conditions for the installed build.
    /// - Parameter hidesTestFlight: Whether conditions on TestFlight do not match.
    /// - Returns: The evaluator.
    func conditions(hidingTestFlight hidesTestFlight: Bool) -> ConditionEvaluator {
        ConditionEvaluator(
            self, version: installation.version, build: seen.build, latest: latest, hidesTestFlight: hidesTestFlight)
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
        var assumed = installation
        assumed.channel = channel
        return replacingInstallation(with: assumed, seen: SeenFacts(channel: channel, build: seen.build))
    }

    /// Creates the input for a value that a missing fact could have. Conditions still see the fact as missing.
    func assuming(channel: Channel? = nil, build: BuildNumber? = nil) -> DecisionInput {
        var assumed = installation
        assumed.channel = channel ?? assumed.channel
        assumed.build = build ?? assumed.build
        return replacingInstallation(with: assumed, seen: seen)
    }

    private func replacingInstallation(with installation: Installation, seen: SeenFacts) -> DecisionInput {
        DecisionInput(
            prepared, installation: installation, seen: seen, now: now, confirmedAt: confirmedAt, unknowns: unknowns)
    }

    /// Whether the bucket of a rollout is below a share in parts per million; `nil` without an install id.
    func isBucket(of salt: String, below share: UInt32) -> Bool? {
        if let unknowns { return unknowns.isBucket(of: salt, below: share) }
        return installation.installID.map { RolloutBucket.partsPerMillion(salt: salt, id: $0) < share }
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
}

extension Installation {
    /// Whether the installed build is in App Review. An unknown build counts as the one in review: better to spare an installation
    /// than to block a reviewer.
    package func isInReview(in catalog: Catalog) -> Bool {
        guard let version else { return false }
        // Read by index: a copy of each release or offer would cost more than the decision.
        for index in catalog.releases(of: version) where catalog.releases[index].platform == platform {
            let known = catalog.releases[index].build
            guard known == nil || build == nil || known == build else { continue }
            for offer in catalog.releases[index].offers.indices {
                if case .inReview = catalog.releases[index].offers[offer].state { return true }
            }
        }
        return false
    }
}
