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
        let entries = entriesThatMatter
        var next: Date?
        func consider(_ date: Date?) {
            guard let date, date > now else { return }
            next = next.map { min($0, date) } ?? date
        }
        consider(manifest.effectiveExpiry(storedAt: storedAt))
        for rule in manifest.policy.rules {
            rule.instants.forEach(consider)
            if rule.effect.maintenance != nil {
                consider(manifest.issuedAt?.addingTimeInterval(Manifest.longestMaintenance))
            }
            let settle = Double(rule.effect.releasedFor.seconds)
            guard settle > 0 else { continue }
            for entry in entries { consider(market.availableSince(entry)?.addingTimeInterval(settle)) }
        }
        for feature in manifest.policy.features.values {
            for rule in feature.rules { rule.when.instants.forEach(consider) }
        }
        for entry in entries {
            consider(market.catalog.releases[entry.release].offers[entry.offer].publishedAt)
            consider(market.catalog.releases[entry.release].offers[entry.offer].expiresAt)
        }
        consider(betaExpiry?.addingTimeInterval(-Double(manifest.policy.betaReminder.seconds)))
        return next
    }

    /// The offers for the copy and those that stand in: of either audience while it is unknown, and of the App Store
    /// where a beta expires.
    private var entriesThatMatter: [Market.Entry] {
        guard installation.channel == .testflight(nil) || betaExpiry != nil else { return market.entries }
        return market.catalog.releases.indices.flatMap { release in
            market.catalog.releases[release].offers.indices.map { Market.Entry(release: release, offer: $0) }
        }
    }
}
