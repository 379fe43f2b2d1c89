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
            rule.when.forEachInstant(consider)
            consider(rule.effect.deadline)
            if let maintenance = rule.effect.maintenance {
                consider(maintenance.until)
                consider(manifest.issuedAt?.addingTimeInterval(Manifest.longestMaintenance))
            }
            let settle = Double(rule.effect.releasedFor.seconds)
            guard settle > 0 else { continue }
            for entry in market.entries { consider(market.offer(entry).availableSince?.addingTimeInterval(settle)) }
        }
        for feature in manifest.policy.features.values {
            for rule in feature.rules { rule.when.forEachInstant(consider) }
        }
        for entry in market.entries {
            consider(market.offer(entry).publishedAt)
            consider(market.offer(entry).expiresAt)
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

extension Condition {
    /// Visits the instants at which the condition may change.
    fileprivate func forEachInstant(_ body: (Date) -> Void) {
        forEach { part in
            switch part {
            case .after(let date), .before(let date): body(date)
            default: break
            }
        }
    }
}
