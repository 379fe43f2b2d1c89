#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Everything one decision is made from, gathered once. A class, because the values in it are large and only looked at.
final class Evaluation {
    let manifest: Manifest
    let installation: Installation
    let now: Date
    /// When the manifest was last confirmed by its source.
    let confirmedAt: Date
    let market: Market
    /// Conditions about the copy as it is.
    let truth: ConditionTruth
    /// Whether this very build is in App Review.
    let isInReview: Bool

    init(_ manifest: Manifest, _ installation: Installation, _ now: Date, confirmedAt: Date?) {
        self.manifest = manifest
        self.installation = installation
        self.now = now
        self.confirmedAt = confirmedAt ?? now
        market = Market(manifest, installation, now)
        var latest = LatestRelation.unknown
        if let version = installation.version {
            latest = market.relation(of: version, installation.build, in: market.fronts)
        }
        truth = ConditionTruth(
            facts: ConditionTruth.Facts(manifest, installation, now), version: installation.version,
            build: installation.build, latest: latest)
        isInReview = Self.isInReview(manifest.catalog, installation)
    }

    /// Whether the copy runs on a system of another platform, such as an iOS app on a Mac.
    var isOnForeignHost: Bool { installation.os.map { $0.platform != installation.platform } ?? false }

    /// An unknown build counts as the reviewed one: better to spare a copy than to block a reviewer.
    private static func isInReview(_ catalog: Catalog, _ installation: Installation) -> Bool {
        guard let version = installation.version else { return false }
        for index in catalog.releases.indices {
            if catalog.releases[index].version < version, catalog.releases[index].platform == installation.platform {
                return false
            }
            guard catalog.releases[index].version == version,
                catalog.releases[index].platform == installation.platform
            else { continue }
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

extension Rule {
    /// Whether a condition of the rule names the channel outright, and not to exclude it.
    func lists(_ channel: Channel) -> Bool { Self.lists(channel, when) }

    private static func lists(_ channel: Channel, _ condition: Condition) -> Bool {
        switch condition {
        case .channel(let channels): channels.contains(channel)
        case .all(let parts), .any(let parts): parts.contains { lists(channel, $0) }
        default: false
        }
    }
}
