#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reminds testers that the installed TestFlight build expires soon. TestFlight builds stop working 90 days after
/// upload. The reminder never blocks.
struct BetaReminder {
    let input: DecisionInput

    private var offers: AvailableOffers { input.offers }

    /// Turns an `ok` into a reminder, starting as long before the expiry as the policy's `betaReminder` says.
    func apply(to decision: inout Decision) {
        guard decision.status == .ok, let expiry = input.betaExpiry,
            input.now >= expiry.addingTimeInterval(-Double(input.manifest.policy.betaReminder.seconds))
        else { return }
        decision.status = .recommended
        decision.reason = .betaExpiry
        decision.rule = Decision.betaExpiryRule
        decision.remind = .daily
        // That of a rule that exempted this installation does not belong to the reminder.
        decision.meta = input.manifest.policy.meta
        decision.update = newerBeta ?? storeRelease
    }

    private var newerBeta: Decision.Update? {
        guard let installed = input.installed else { return nil }
        let eligibility = UpdateEligibility(input: input)
        // TestFlight has no storefronts, so a list at an offer excludes no tester.
        let newest = offers.all.first { index in
            offers.isInstallableSomewhere(index) && offers.isNewer(index, than: installed)
                && offers.storefronts.contains { eligibility.mustUpdateAgain(after: index, in: $0) != .true }
        }
        return newest.map { DecisionBuilder(input: input).update(to: $0) }
    }

    /// The App Store's release, if it is at least the installed version. In no other case does a TestFlight installation
    /// get an update from the App Store.
    private var storeRelease: Decision.Update? {
        guard let installed = input.installed else { return nil }
        let store = input.replacingChannel(with: .appstore)
        guard let newest = store.offers.newest, store.offers.version(newest) >= installed.version else { return nil }
        var update = DecisionBuilder(input: store).update(to: newest)
        update.leavesBeta = true
        return update
    }
}
