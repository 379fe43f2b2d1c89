#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// When to ask again although nothing but time has passed.
extension Evaluation {
    /// The earliest later instant named by the rules, the offers or the manifest's lifetime. Until then, the same facts
    /// give the same decision.
    func nextChange(storedAt: Date?) -> Date? {
        var next: Date?
        func consider(_ date: Date?) {
            guard let date, date > now else { return }
            next = next.map { min($0, date) } ?? date
        }
        consider(manifest.softensAt(storedAt: storedAt))
        for rule in manifest.policy.rules {
            rule.instants.forEach(consider)
            if rule.effect.maintenance != nil {
                consider(manifest.issuedAt?.addingTimeInterval(Manifest.longestMaintenance))
            }
            let settle = Double(rule.effect.releasedFor.seconds)
            guard settle > 0 else { continue }
            for entry in market.entries { consider(market.availableSince(entry)?.addingTimeInterval(settle)) }
        }
        for feature in manifest.policy.features.values {
            for rule in feature.rules { rule.when.instants.forEach(consider) }
        }
        for entry in market.entries {
            consider(market.catalog.releases[entry.release].offers[entry.offer].publishedAt)
            consider(market.catalog.releases[entry.release].offers[entry.offer].expiresAt)
        }
        if let betaExpiry {
            consider(betaExpiry.addingTimeInterval(-Double(manifest.policy.betaReminder.seconds)))
            for release in market.catalog.releases where release.platform == installation.platform {
                for offer in release.offers where offer.channel == .appstore { consider(offer.publishedAt) }
            }
        }
        return next
    }
}
