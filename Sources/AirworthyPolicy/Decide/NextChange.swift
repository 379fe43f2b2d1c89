#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the next time at which the decision may change by itself, without a new manifest or a change on the device.
struct NextChange {
    let input: DecisionInput

    private var offers: AvailableOffers { input.offers }
    private var manifest: Manifest {
        // `_read` avoids a copy of the manifest.
        _read { yield input.manifest }
    }

    /// Returns the first date after now at which a rule, an offer or the manifest's lifetime may change the decision.
    /// Until then, the same installation gets the same decision.
    /// - Parameter storedAt: The date on which this device first stored the manifest; `nil` if it did not.
    /// - Returns: The date; `nil` if time alone never changes the decision.
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

    /// The offers that may affect the decision: usually those for the installation.
    ///
    /// Every offer of the catalog may affect it while the channel, the audience or the marketplace is unknown. The same
    /// is true for a beta that expires, because its reminder considers the App Store's offers, too.
    private var relevantOffers: [OfferIndex] {
        guard input.installation.channel.isImprecise || input.betaExpiry != nil else { return offers.all }
        let releases = manifest.catalog.releases
        return releases.indices.flatMap { release in
            releases[release].offers.indices.map { OfferIndex(release: release, offer: $0) }
        }
    }
}
