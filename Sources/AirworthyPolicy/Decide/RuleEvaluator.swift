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

    /// The outcome of the rule. While the storefront is unknown, the mildest outcome of all known storefronts.
    func outcome(of rule: Rule) -> RuleOutcome {
        if !rule.effect.isReadable { return .unreadable }
        if let maintenance = rule.effect.maintenance { return outcome(of: maintenance) }
        if offers.storefronts.count == 1 { return outcome(of: rule, in: offers.storefronts[0]) }
        return RuleOutcome.mildest(of: offers.storefronts.map { outcome(of: rule, in: $0) })
    }

    /// The URL that leads to an offer, if there is one.
    func link(to index: OfferIndex, rule: Rule?) -> String? {
        UpdateLink.choose(
            for: installation.channel, from: [rule?.effect.url, offers.offer(index).url], policy: input.manifest.policy)
    }

    private func outcome(of maintenance: Maintenance) -> RuleOutcome {
        var window = maintenance
        if let issued = input.manifest.issuedAt {
            window.until = min(window.until, issued.addingTimeInterval(Manifest.longestMaintenance))
        }
        return input.now < window.until ? .maintenance(window) : .nothing(.maintenanceOver)
    }

    private func outcome(of rule: Rule, in storefront: Storefront?) -> RuleOutcome {
        guard let installed = input.installed else { return .nothing(.unreadableVersion) }
        let updates = offers.updates(from: installed, reaching: rule.effect.target, in: storefront)
        // Without an installable update, the newest known release determines the size of the step.
        let next = updates.first ?? offers.all.first { offers.isNewer($0, than: installed) }
        guard let level = rule.effect.level(from: installed.version, to: next.map(offers.version)) else {
            return .nothing(.stepNotNamed)
        }
        if level == .none { return .exempt }
        if let target = rule.effect.target, target.isReached(by: installed.version, build: installed.build) {
            return .nothing(.targetReached)
        }
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
        _ rule: Rule, updates: [OfferIndex], because reason: Reason, in storefront: Storefront?
    ) -> RuleOutcome {
        if offers.all.isEmpty {
            return assertedUpdate(of: rule).map { .recommended($0, reason) } ?? .nothing(.noEvidence)
        }
        // Skip releases that would have to be updated again, except on the App Store, which offers no other release.
        let sound =
            installation.channel.servesOnlyNewest
            ? updates : updates.filter { eligibility.mustUpdateAgain(after: $0, in: storefront) != .true }
        let phasing = rule.effect.phasing ?? .follow
        let offered = sound.first { phasing == .ignore || eligibility.isInPhasedRelease($0, withoutID: true) }
        guard let offered else { return .nothing(updates.isEmpty ? .upToDate : sound.isEmpty ? .loop : .phased) }
        guard eligibility.isWaitOver(for: rule, in: storefront, ifUndated: true) else { return .nothing(.notSettled) }
        return .recommended(.offer(offered, url: link(to: offered, rule: rule)), reason)
    }

    // MARK: Required

    private func require(_ rule: Rule, updates: [OfferIndex], in storefront: Storefront?) -> RuleOutcome {
        let mayBlock = !installation.channel.mustBeListed || rule.lists(installation.channel)
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
        var reason: Reason?
        var recommendation: RuleOutcome?
        for index in updates {
            let mustUpdateAgain = eligibility.mustUpdateAgain(after: index, in: storefront)
            if mustUpdateAgain == .true {
                reason = reason ?? .loop
            } else if rule.effect.phasing == .follow, !eligibility.isInPhasedRelease(index, withoutID: false) {
                reason = reason ?? .phased
            } else if let url = link(to: index, rule: rule) {
                let update = RuleOutcome.Update.offer(index, url: url)
                if mustUpdateAgain == .undecided {
                    recommendation = recommendation ?? .recommended(update, .undecidedExemption)
                } else if TestFlightAccess(input: input).isCertain(for: index) {
                    return .required(update)
                } else {
                    recommendation = recommendation ?? .recommended(update, .testFlightGroups)
                }
            } else {
                reason = reason ?? .noURL
            }
        }
        // A rule that follows a phased release does not act before its turn, as during a wait.
        return recommendation ?? .unavailable(reason ?? .noOffer, mayBlock: mayBlock && reason != .phased)
    }

    /// The obstacle of the newest release that would satisfy the rule.
    private func reasonWithoutUpdates(_ rule: Rule, in storefront: Storefront?) -> Reason {
        guard let installed = input.installed else { return .noOffer }
        for index in offers.all where offers.isNewer(index, than: installed) {
            guard rule.effect.target?.isReached(by: offers.version(index), build: offers.build(index)) ?? true else {
                continue
            }
            switch offers.obstacle(index, in: storefront) {
            case .osTooOld: return .osTooOld
            case .notInStorefront: return .notInStorefront
            default: continue
            }
        }
        return .noOffer
    }

    /// The update behind the rule's own URL, which the author asserts. It counts only if the catalog knows no offer.
    private func assertedUpdate(of rule: Rule) -> RuleOutcome.Update? {
        guard let url = rule.effect.url, UpdateLink.fits(url, channel: installation.channel) else { return nil }
        guard !installation.channel.mustBeListed || rule.lists(installation.channel) else { return nil }
        return .asserted(url: UpdateLink.reduced(url))
    }
}

extension Rule {
    /// Whether a condition of the rule names the channel, other than to exclude it.
    func lists(_ channel: Channel) -> Bool { Self.condition(when, lists: channel) }

    private static func condition(_ condition: Condition, lists channel: Channel) -> Bool {
        switch condition {
        case .channel(let channels): channels.contains(channel)
        case .all(let parts), .any(let parts): parts.contains { Self.condition($0, lists: channel) }
        default: false
        }
    }
}

/// The result of a rule for one installation, provided that the rule matches.
enum RuleOutcome: Hashable {
    /// The update that a rule leads to: an offer of the catalog, or a URL that the author asserts.
    enum Update: Hashable {
        case offer(OfferIndex, url: String?)
        case asserted(url: String)
    }

    /// The rule does not act, and the search continues.
    case nothing(Reason)
    /// The effect cannot be read. The search continues, but no later rule may demand more than a prompt.
    case unreadable
    case exempt
    case maintenance(Maintenance)
    case recommended(Update, Reason)
    case required(Update)
    case unavailable(Reason, mayBlock: Bool)

    /// Whether both outcomes lead to the same result, possibly by different offers of the same release.
    func isEquivalent(to other: RuleOutcome) -> Bool {
        switch (self, other) {
        case (.required(.offer(let a, _)), .required(.offer(let b, _))): a.release == b.release
        default: self == other
        }
    }

    /// Whether the outcome blocks unless something above it prevents that.
    var isBlocking: Bool {
        switch self {
        case .required: true
        case .unavailable(_, let mayBlock): mayBlock
        default: false
        }
    }

    /// The outcome while the storefront is unknown, from those in each known storefront. `required` needs all to agree
    /// on one release; a recommendation needs one.
    static func mildest(of outcomes: [RuleOutcome]) -> RuleOutcome {
        if outcomes.contains(.exempt) { return .exempt }
        if let first = outcomes.first, outcomes.allSatisfy({ $0.isEquivalent(to: first) }) { return first }
        for case .recommended(let update, let reason) in outcomes { return .recommended(update, reason) }
        for case .nothing(let reason) in outcomes where !outcomes.contains(where: \.isBlocking) {
            return .nothing(reason)
        }
        return .unavailable(.notInStorefront, mayBlock: outcomes.allSatisfy(\.isBlocking))
    }
}
