#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds the next time at which the decision may change by itself, without a new manifest or a change on the device.
struct NextChange {
    let input: DecisionInput

    private var manifest: Manifest {
        // `_read` avoids a copy of the manifest.
        _read { yield input.manifest }
    }

    /// Returns the first date after now at which a rule, an offer or the manifest's lifetime may change the decision.
    /// Until then, the same installation gets the same decision.
    /// - Parameter storedAt: The date on which this device first stored the manifest; `nil` if it did not.
    /// - Returns: The date; `nil` if time alone never changes the decision.
    func instant(storedAt: Date?) -> Date? {
        var next = mayConcernAnyOffer ? input.prepared.nextDateOfAnyOffer(after: input.now) : input.offers.nextDate
        func consider(_ date: Date?) {
            guard let date, date > input.now else { return }
            next = earlier(next, date)
        }
        consider(manifest.effectiveExpiry(storedAt: storedAt))
        consider(input.betaExpiry?.addingTimeInterval(-Double(manifest.policy.betaReminder.seconds)))
        return next
    }

    /// Whether every offer of the catalog may affect the decision, not only those for the installation.
    ///
    /// That is so while the channel, the audience or the marketplace is unknown, and for a beta that expires, because
    /// its reminder considers the App Store's offers, too.
    private var mayConcernAnyOffer: Bool { input.installation.channel.isImprecise || input.betaExpiry != nil }
}
