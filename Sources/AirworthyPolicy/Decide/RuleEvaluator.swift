#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Evaluates the effect of one rule for the installation, provided that the rule matches.
struct RuleEvaluator {
    let input: DecisionInput

    private var installation: Installation {
        // `_read` avoids a copy of the manifest.
        _read { yield input.installation }
    }
    private var offers: AvailableOffers { input.offers }
    private var eligibility: UpdateEligibility { UpdateEligibility(input: input) }

    /// The outcome of the rule. While the storefront is unknown, the mildest outcome of all possible storefronts.
    func outcome(of rule: PreparedRule) -> RuleOutcome {
        if !rule.effect.isReadable { return .unreadable }
        if let maintenance = rule.effect.maintenance { return outcome(of: maintenance) }
        if offers.storefronts.count == 1 { return outcome(of: rule, in: offers.storefronts[0]) }
        return RuleOutcome.mildest(of: offers.storefronts.map { outcome(of: rule, in: $0) }, offers: offers) {
            commonLink(of: $0, rule: rule)
        }
    }

    /// The link that serves every storefront: the one that all outcomes share, or one that belongs to no single offer.
    private func commonLink(of outcomes: [RuleOutcome], rule: PreparedRule) -> String? {
        let links = outcomes.map { $0.offer.flatMap { offers.link(to: $0, rule: rule.rule) } }
        if let first = links.first, let url = first, links.allSatisfy({ $0 == url }) { return url }
        return UpdateLink.choose(for: installation.channel, from: [rule.effect.url], policy: input.manifest.policy)
    }

    private func outcome(of maintenance: Maintenance) -> RuleOutcome {
        var window = maintenance
        if let issued = input.manifest.issuedAt {
            window.until = min(window.until, issued.addingTimeInterval(Manifest.longestMaintenance))
        }
        return input.now < window.until ? .maintenance(window) : .nothing(.maintenanceOver)
    }

    private func outcome(of rule: PreparedRule, in storefront: Storefront?) -> RuleOutcome {
        guard let installed = input.installed else { return .nothing(.unreadableVersion) }
        if rule.effect.isExemption { return .exempt }
        if let target = rule.effect.target, target.isReached(by: installed.version, build: installed.build) {
            return .nothing(.targetReached)
        }
        let updates = offers.updates(from: installed, reaching: rule.effect.target, in: storefront)
        guard rule.effect.perChange.isEmpty else {
            return outcomeOfStep(rule, from: installed.version, updates: updates, in: storefront)
        }
        return outcome(of: rule, at: rule.effect.update, updates: updates, in: storefront)
    }

    /// The outcome of a rule with `perChange`. The step to the release that the rule offers determines its level, so a
    /// rule without a release to offer does nothing.
    private func outcomeOfStep(
        _ rule: PreparedRule, from installed: AppVersion, updates: [OfferIndex], in storefront: Storefront?
    ) -> RuleOutcome {
        if offers.all.isEmpty {
            // The version of an asserted update is unknown, so no step is named.
            guard assertedUpdate(of: rule) != nil else { return .nothing(.noOffer) }
            return outcome(of: rule, at: rule.effect.update, updates: [], in: storefront)
        }
        // Each release is judged at the level of its own step. The first one that holds decides.
        var passedOver: [RuleOutcome] = []
        for update in updates {
            let level = rule.effect.level(from: installed, to: offers.version(update))
            let outcome = outcome(of: rule, at: level, updates: [update], in: storefront)
            guard outcome.passesOver else { return outcome }
            passedOver.append(outcome)
        }
        return RuleOutcome.ofPassedOver(passedOver) ?? .nothing(.upToDate)
    }

    private func outcome(
        of rule: PreparedRule, at level: UpdateLevel?, updates: [OfferIndex], in storefront: Storefront?
    ) -> RuleOutcome {
        guard let level else { return .nothing(.stepNotNamed) }
        if level == .none { return .exempt }
        var isRequired = level == .required
        var reason = Reason.matched
        if let deadline = rule.effect.deadline {
            isRequired = input.now >= deadline && input.confirmedAt >= deadline
            reason = input.now < deadline ? .beforeDeadline : .unconfirmedDeadline
        }
        return isRequired
            ? require(rule, updates: updates, in: storefront)
            : recommend(rule, updates: updates, because: reason, in: storefront)
    }

    // MARK: Recommended

    private func recommend(
        _ rule: PreparedRule, updates: [OfferIndex], because reason: Reason, in storefront: Storefront?
    ) -> RuleOutcome {
        if offers.all.isEmpty {
            return assertedUpdate(of: rule).map { .recommended($0, reason) } ?? .nothing(.noEvidence)
        }
        if updates.isEmpty { return .nothing(.upToDate) }
        guard eligibility.isWaitOver(for: rule, in: storefront, ifUndated: true) else { return .nothing(.notSettled) }
        // Skip releases that would have to be updated again, except on the App Store, which offers no other release.
        let sound =
            installation.channel.servesOnlyNewest
            ? updates : updates.filter { eligibility.mustUpdateAgain(after: $0, in: storefront) != .true }
        let phasing = rule.effect.phasing ?? .follow
        let offered = sound.first { phasing == .ignore || eligibility.isInPhasedRelease($0, withoutID: true) }
        guard let offered else { return .nothing(sound.isEmpty ? .loop : .phased) }
        return .recommended(.offer(offered, url: offers.link(to: offered, rule: rule.rule)), reason)
    }

    // MARK: Required

    private func require(_ rule: PreparedRule, updates: [OfferIndex], in storefront: Storefront?) -> RuleOutcome {
        let mayBlock = !installation.channel.mustBeListed || rule.rule.lists(installation.channel)
        if offers.all.isEmpty {
            guard let update = assertedUpdate(of: rule) else { return .unavailable(.noEvidence, mayBlock: mayBlock) }
            // The age of an asserted release is unknown, so its wait never ends.
            return rule.effect.releasedFor.seconds > 0 ? .unavailable(.notSettled, mayBlock: false) : .required(update)
        }
        if offers.installedIsNewest { return .nothing(.newerThanKnown) }
        guard !updates.isEmpty else {
            return .unavailable(reasonWithoutUpdates(rule, in: storefront), mayBlock: mayBlock)
        }
        // Before the wait is over the rule does not act, so it does not block either.
        guard eligibility.isWaitOver(for: rule, in: storefront, ifUndated: false) else {
            return .unavailable(.notSettled, mayBlock: false)
        }
        var obstacles: Set<Reason> = []
        var recommendation: RuleOutcome?
        let access = TestFlightAccess(input: input)
        for index in updates {
            // Beside a recommendation, only an update that can be required matters.
            if recommendation != nil, !offers.isFitForRequired(index) || !access.isCertain(for: index) { continue }
            let mustUpdateAgain = eligibility.mustUpdateAgain(after: index, in: storefront)
            if mustUpdateAgain == .true {
                obstacles.insert(.loop)
            } else if rule.effect.phasing == .follow, !eligibility.isInPhasedRelease(index, withoutID: false) {
                obstacles.insert(.phased)
            } else if let url = offers.link(to: index, rule: rule.rule) {
                let update = RuleOutcome.Update.offer(index, url: url)
                if mustUpdateAgain == .undecided || !offers.isFitForRequired(index) {
                    recommendation = recommendation ?? .recommended(update, .undecidedExemption)
                } else if access.isCertain(for: index) {
                    return .required(update)
                } else {
                    recommendation = recommendation ?? .recommended(update, .testFlightGroups)
                }
            } else {
                obstacles.insert(.noURL)
            }
        }
        return recommendation ?? RuleOutcome.ofObstacles(obstacles, mayBlock: mayBlock)
    }

    /// The obstacle of the newest release that would satisfy the rule. If its offers have several, the system comes first,
    /// because nothing else prevents the installation then.
    private func reasonWithoutUpdates(_ rule: PreparedRule, in storefront: Storefront?) -> Reason {
        guard let installed = input.installed else { return .noOffer }
        var unsold: OfferIndex?
        for index in offers.all where offers.isNewer(index, than: installed) {
            guard rule.effect.target?.isReached(by: offers.version(index), build: offers.build(index)) ?? true else {
                continue
            }
            if let unsold, !offers.areSameRelease(index, unsold) { break }
            switch offers.obstacle(index, in: storefront) {
            case .osTooOld: return .osTooOld
            case .notInStorefront: unsold = unsold ?? index
            default: continue
            }
        }
        return unsold == nil ? .noOffer : .notInStorefront
    }

    /// The update behind the rule's own URL, which the author asserts. It counts only if the catalog knows no offer.
    private func assertedUpdate(of rule: PreparedRule) -> RuleOutcome.Update? {
        guard !installation.channel.mustBeListed || rule.rule.lists(installation.channel) else { return nil }
        return rule.effect.url.flatMap { UpdateLink.reduced($0, fitting: installation.channel) }
            .map(RuleOutcome.Update.asserted)
    }
}
