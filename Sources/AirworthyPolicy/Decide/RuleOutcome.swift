#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a rule comes to for one installation, supposing that it matches.
enum RuleOutcome: Hashable {
    /// Where an update leads: a release of the catalog, or a URL somebody asserts.
    enum Pick: Hashable {
        case release(Market.Entry, url: String?)
        case asserted(url: String)
    }

    /// It does not act; the search goes on.
    case nothing(Reason)
    /// Its effect cannot be read; the search goes on, but nothing below may be stricter than a prompt.
    case unreadable
    case exempt
    case maintenance(Maintenance)
    case recommended(Pick, Reason)
    case required(Pick)
    case unavailable(Reason, mayBlock: Bool)
}

extension Evaluation {
    /// What the rule comes to. While the App Store country is unknown, what it comes to in the mildest of the known ones.
    func outcome(of rule: Rule) -> RuleOutcome {
        if !rule.effect.isReadable { return .unreadable }
        if let maintenance = rule.effect.maintenance { return outcome(of: maintenance) }
        if market.fronts.count == 1 { return outcome(of: rule, in: market.fronts[0]) }
        return Self.mildest(market.fronts.map { outcome(of: rule, in: $0) })
    }

    private func outcome(of maintenance: Maintenance) -> RuleOutcome {
        var window = maintenance
        if let issued = manifest.issuedAt {
            window.until = min(window.until, issued.addingTimeInterval(Manifest.longestMaintenance))
        }
        return now < window.until ? .maintenance(window) : .nothing(.maintenanceOver)
    }

    /// `required` needs every country to agree on one release; a recommendation needs one country.
    private static func mildest(_ outcomes: [RuleOutcome]) -> RuleOutcome {
        if outcomes.contains(.exempt) { return .exempt }
        if let first = outcomes.first, outcomes.allSatisfy({ $0.isSame(as: first) }) { return first }
        for case .recommended(let pick, let reason) in outcomes { return .recommended(pick, reason) }
        for case .nothing(let reason) in outcomes where !outcomes.contains(where: \.wantsToBlock) {
            return .nothing(reason)
        }
        return .unavailable(.notInStorefront, mayBlock: outcomes.allSatisfy(\.wantsToBlock))
    }

    private func outcome(of rule: Rule, in front: Storefront?) -> RuleOutcome {
        guard let installed = installation.version else { return .nothing(.unreadableVersion) }
        let newer = candidates(for: rule, from: installed, installation.build, in: front)
        guard let level = level(of: rule.effect, from: installed, to: newer.first ?? newestKnown) else {
            return .nothing(.stepNotNamed)
        }
        if level == .none { return .exempt }
        if let target = rule.effect.target, target.isReached(by: installed, installation.build) {
            return .nothing(.targetReached)
        }
        var mild = Reason.matched
        var demands = level == .required
        if let deadline = rule.effect.deadline {
            demands = now >= deadline && confirmedAt >= deadline
            mild = now < deadline ? .beforeDeadline : .unconfirmedDeadline
        }
        return demands ? require(rule, newer, in: front) : recommend(rule, newer, mild, in: front)
    }

    /// The level for the step to the release; `nil` if the rule names none.
    func level(of effect: Effect, from version: AppVersion, to entry: Market.Entry?) -> UpdateLevel? {
        guard !effect.perChange.isEmpty, let entry else { return effect.update }
        return effect.perChange[ChangeStep(from: version, to: market.version(entry))] ?? effect.update
    }

    /// The newest release above the copy that is known, be it installable or not.
    private var newestKnown: Market.Entry? {
        guard let installed = installation.version else { return nil }
        return market.entries.first { market.isNewer($0, than: installed, installation.build) }
    }

    /// What the rule could offer to a copy: installable, newer, and at least the target. A channel that serves old
    /// builds gives the exact target where it has it.
    func candidates(
        for rule: Rule, from version: AppVersion, _ build: BuildNumber?, in front: Storefront?
    ) -> [Market.Entry] {
        let newer = market.candidates(in: front).filter { entry in
            market.isNewer(entry, than: version, build)
                && (rule.effect.target?.isReached(by: market.version(entry), market.build(entry)) ?? true)
        }
        guard let target = rule.effect.target, market.servesOldReleases else { return newer }
        let exact = newer.filter { entry in
            market.version(entry) == target.version && (target.build == nil || market.build(entry) == target.build)
        }
        return exact + newer.filter { !exact.contains($0) }
    }

    // MARK: Recommending

    private func recommend(
        _ rule: Rule, _ newer: [Market.Entry], _ reason: Reason, in front: Storefront?
    ) -> RuleOutcome {
        if market.entries.isEmpty {
            return assertion(of: rule).map { .recommended($0, reason) } ?? .nothing(.noEvidence)
        }
        // Where there is a choice nobody is led to a release that a required rule condemns. The App Store gives no choice.
        let sound = installation.channel.servesOnlyNewest ? newer : newer.filter { isCaught($0, in: front) != .true }
        let phasing = rule.effect.phasing ?? .follow
        let offered = sound.first { phasing == .ignore || hasReached($0, unknown: true) }
        guard let offered else { return .nothing(newer.isEmpty ? .upToDate : sound.isEmpty ? .loop : .phased) }
        guard isSettled(rule, in: front, undated: true) else { return .nothing(.notSettled) }
        return .recommended(.release(offered, url: link(to: offered, rule)), reason)
    }

    // MARK: Requiring

    private func require(_ rule: Rule, _ newer: [Market.Entry], in front: Storefront?) -> RuleOutcome {
        let mayBlock = !installation.channel.mustBeListed || rule.lists(installation.channel)
        if market.entries.isEmpty {
            guard let pick = assertion(of: rule) else { return .unavailable(.noEvidence, mayBlock: mayBlock) }
            // Nobody knows since when an asserted release has been out.
            return rule.effect.releasedFor.seconds > 0 ? .unavailable(.notSettled, mayBlock: false) : .required(pick)
        }
        if market.installedIsNewest { return .nothing(.newerThanKnown) }
        guard !newer.isEmpty else { return .unavailable(reasonForNothing(rule, in: front), mayBlock: mayBlock) }
        // Before the settling time is over the rule does not act, so it does not block either.
        guard isSettled(rule, in: front, undated: false) else { return .unavailable(.notSettled, mayBlock: false) }
        var reason: Reason?
        var lowered: RuleOutcome?
        for entry in newer {
            let caught = isCaught(entry, in: front)
            if caught == .true {
                reason = reason ?? .loop
            } else if rule.effect.phasing == .follow, !hasReached(entry, unknown: false) {
                reason = reason ?? .phased
            } else if let url = link(to: entry, rule) {
                if caught == .undecided {
                    lowered = lowered ?? .recommended(.release(entry, url: url), .undecidedExemption)
                } else if groupsAllow(entry) {
                    return .required(.release(entry, url: url))
                } else {
                    lowered = lowered ?? .recommended(.release(entry, url: url), .testFlightGroups)
                }
            } else {
                reason = reason ?? .noURL
            }
        }
        // Where the rule follows a phased release it does not act before its turn, as with settling.
        return lowered ?? .unavailable(reason ?? .noOffer, mayBlock: mayBlock && reason != .phased)
    }

    /// Why nothing newer can be installed: what stands in the way of the newest release that would do.
    private func reasonForNothing(_ rule: Rule, in front: Storefront?) -> Reason {
        guard let installed = installation.version else { return .noOffer }
        for entry in market.entries where market.isNewer(entry, than: installed, installation.build) {
            guard rule.effect.target?.isReached(by: market.version(entry), market.build(entry)) ?? true else {
                continue
            }
            switch market.obstacle(entry, in: front) {
            case .osTooOld: return .osTooOld
            case .notInStorefront: return .notInStorefront
            default: continue
            }
        }
        return .noOffer
    }

    /// A URL the author answers for: used only where the catalog knows no offer.
    private func assertion(of rule: Rule) -> RuleOutcome.Pick? {
        guard let url = rule.effect.url, UpdateLink.fits(url, channel: installation.channel) else { return nil }
        guard !installation.channel.mustBeListed || rule.lists(installation.channel) else { return nil }
        return .asserted(url: UpdateLink.reduced(url))
    }

    func link(to entry: Market.Entry, _ rule: Rule?) -> String? {
        UpdateLink.choose(
            for: installation.channel, from: [rule?.effect.url, market.offer(entry).url], policy: manifest.policy)
    }
}

extension RuleOutcome {
    /// Whether both come to the same, be it by another offer of the same release.
    func isSame(as other: RuleOutcome) -> Bool {
        switch (self, other) {
        case (.required(.release(let a, _)), .required(.release(let b, _))): a.release == b.release
        default: self == other
        }
    }

    var wantsToBlock: Bool {
        switch self {
        case .required: true
        case .unavailable(_, let mayBlock): mayBlock
        default: false
        }
    }
}

extension UpdateTarget {
    /// Whether a release is at least the target. An unknown build gets the benefit of the doubt.
    func isReached(by version: AppVersion, _ build: BuildNumber?) -> Bool {
        if version != self.version { return version > self.version }
        guard let wanted = self.build, let build else { return true }
        return build >= wanted
    }
}
