#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Decision {
    /// The id of the built-in rule that reminds testers of an expiring beta.
    public static let betaExpiryRule = "$beta-expiry"
}

/// TestFlight builds stop working 90 days after upload; their testers are told in time. It never blocks.
extension Evaluation {
    /// When the installed beta expires, if it is one and that is known.
    var betaExpiry: Date? {
        installedBeta?.offers.first { $0.channel.isTestFlight && $0.expiresAt != nil }?.expiresAt
    }

    /// Turns an `ok` into a reminder from the policy's `betaReminder` before expiry on.
    func applyBetaExpiry(_ decision: inout Decision) {
        guard decision.status == .ok, let expiry = betaExpiry,
            now >= expiry.addingTimeInterval(-Double(manifest.policy.betaReminder.seconds))
        else { return }
        decision.status = .recommended
        decision.reason = .betaExpiry
        decision.rule = Decision.betaExpiryRule
        decision.remind = .daily
        decision.update = newerBeta ?? storeRelease
    }

    private var newerBeta: Decision.Update? {
        guard let installed = installation.version else { return nil }
        let newer = market.fronts.compactMap { front in
            market.candidates(in: front).first {
                market.isNewer($0, than: installed, installation.build) && isCaught($0, in: front) != .true
            }
        }
        return newer.first.map { update(.release($0, url: link(to: $0, nil))) }
    }

    /// The App Store's release, if it is at least the installed version: the only case in which a TestFlight copy is
    /// sent there, and labelled so.
    private var storeRelease: Decision.Update? {
        guard let installed = installation.version else { return nil }
        var copy = installation
        copy.channel = .appstore
        let store = Evaluation(manifest, copy, now, confirmedAt: confirmedAt)
        guard let newest = store.market.newest, store.market.version(newest) >= installed else { return nil }
        var update = store.update(.release(newest, url: store.link(to: newest, nil)))
        update.leavesBeta = true
        return update
    }
}
