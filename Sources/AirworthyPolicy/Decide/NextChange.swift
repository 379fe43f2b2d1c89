#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the time when the decision may change although nothing but time has passed.
struct NextChange {
    let input: DecisionInput

    private var offers: AvailableOffers { input.offers }
    private var manifest: Manifest {
        // Yields instead of copying a large value.
        _read { yield input.manifest }
    }

    /// The earliest later instant named by the rules, the offers or the manifest's lifetime. Until then, the same
    /// installation gets the same decision.
    func instant(storedAt: Date?) -> Date? {
        var next: Date?
        func consider(_ date: Date?) {
            guard let date, date > input.now else { return }
            next = next.map { min($0, date) } ?? date
        }
        let relevant = relevantOffers
        consider(manifest.effectiveExpiry(storedAt: storedAt))
        for rule in manifest.policy.rules {
            rule.instants.forEach(consider)
            if rule.effect.maintenance != nil {
                consider(manifest.issuedAt?.addingTimeInterval(Manifest.longestMaintenance))
            }
            let wait = Double(rule.effect.releasedFor.seconds)
            guard wait > 0 else { continue }
            for index in relevant { consider(offers.availableSince(index)?.addingTimeInterval(wait)) }
        }
        for feature in manifest.policy.features.values {
            for rule in feature.rules { rule.when.instants.forEach(consider) }
        }
        for index in relevant {
            consider(manifest.catalog.releases[index.release].offers[index.offer].publishedAt)
            consider(manifest.catalog.releases[index.release].offers[index.offer].expiresAt)
        }
        consider(input.betaExpiry?.addingTimeInterval(-Double(manifest.policy.betaReminder.seconds)))
        return next
    }

    /// The offers for the installation. All offers while the audience of a TestFlight installation is unknown, and where
    /// a beta expires, because the App Store's offers count then, too.
    private var relevantOffers: [OfferIndex] {
        guard input.installation.channel == .testflight(nil) || input.betaExpiry != nil else { return offers.all }
        let releases = manifest.catalog.releases
        return releases.indices.flatMap { release in
            releases[release].offers.indices.map { OfferIndex(release: release, offer: $0) }
        }
    }
}
