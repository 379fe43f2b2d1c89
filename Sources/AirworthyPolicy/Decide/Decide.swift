#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decides whether an installed copy may carry on. Pure and total: it never throws, traps, waits or looks at a clock.
///
/// Rules are tried in order; the first that matches and does something wins.
/// - Parameters:
///   - manifest: The rules and the facts about releases.
///   - installation: The facts of the copy.
///   - now: The instant to decide for.
///   - confirmedAt: When the source last confirmed the manifest (a 200 or a 304). A deadline that passed since acts
///     only once confirmed. `nil`: just now.
///   - storedAt: When this device first stored the manifest, which limits its lifetime to 45 days from then. Take it from
///     the corrected device clock, not from the manifest: a forged date of issue must not prolong it.
///   - trace: Whether to record how the decision was reached. Costs about as much again.
/// - Returns: The decision.
/// - Complexity: O(rules + releases); one more pass over the rules for each release that could be required.
public func decide(
    _ manifest: Manifest, for installation: Installation, at now: Date, confirmedAt: Date? = nil,
    storedAt: Date? = nil, trace: Bool = false
) -> Decision {
    let evaluation = Evaluation(manifest, installation, now, confirmedAt: confirmedAt)
    let isExpired = manifest.effectiveExpiry(storedAt: storedAt).map { $0 <= now } ?? false
    let verdict = evaluation.loweredForUnknownAudience(evaluation.verdict())
    var decision = evaluation.decision(verdict)
    evaluation.applyReview(&decision)
    evaluation.applyForeignHost(&decision)
    if isExpired { decision.soften() }
    evaluation.applyBetaExpiry(&decision)
    decision.features = evaluation.features(isExpired: isExpired)
    decision.reevaluateAt = evaluation.nextChange(storedAt: storedAt)
    if trace { decision.trace = evaluation.trace(winner: verdict.winner) }
    return decision
}

/// What the rules come to, before the guards that concern the copy as a whole.
struct Verdict {
    /// The index of the rule that decided.
    var winner: Int?
    var outcome: RuleOutcome
    /// Whether a weaker rule above the winner could not be decided.
    var isDoubtful = false
}

extension Evaluation {
    func verdict() -> Verdict {
        guard installation.version != nil else { return Verdict(outcome: .nothing(.unreadableVersion)) }
        var undecided: [Int] = []
        var fallback: (index: Int, outcome: RuleOutcome)?
        var quiet = RuleOutcome.nothing(.noRule)
        for (index, rule) in manifest.policy.rules.enumerated() {
            switch truth(rule.when, salt: rule.id) {
            case .false: continue
            case .undecided: undecided.append(index)
            case .true:
                let outcome = outcome(of: rule)
                switch outcome {
                case .nothing: if quiet == .nothing(.noRule) { quiet = outcome }
                case .unreadable: undecided.append(index)
                case .unavailable(let reason, let mayBlock):
                    if mayBlock, rule.effect.blocksIfUnavailable {
                        return Verdict(winner: index, outcome: outcome, isDoubtful: isDoubtful(undecided))
                    }
                    fallback = fallback ?? (index, .unavailable(reason, mayBlock: false))
                case .exempt, .recommended:
                    return Verdict(winner: index, outcome: outcome)
                case .maintenance, .required:
                    return Verdict(winner: index, outcome: outcome, isDoubtful: isDoubtful(undecided))
                }
            }
        }
        if let fallback { return Verdict(winner: fallback.index, outcome: fallback.outcome) }
        return Verdict(outcome: quiet)
    }

    /// Whether one of these rules, had it matched, might have been weaker than `required`.
    private func isDoubtful(_ undecided: [Int]) -> Bool {
        undecided.contains { index in
            let rule = manifest.policy.rules[index]
            if rule.effect.isWeakerThanRequired(at: now) { return true }
            let verdict = loweredForUnknownAudience(Verdict(winner: index, outcome: outcome(of: rule)))
            switch verdict.outcome {
            case .exempt, .recommended, .unreadable: return true
            default: return false
            }
        }
    }

    func decision(_ verdict: Verdict) -> Decision {
        let rule = verdict.winner.map { manifest.policy.rules[$0] }
        var decision = Decision(
            status: .ok, blocking: false, reason: .matched, rule: rule?.id, revision: manifest.revision,
            platform: installation.platform, channel: installation.channel,
            installedVersion: installation.versionText, installedBuild: installation.build,
            newest: market.newest.map { update(.release($0, url: link(to: $0, nil))) },
            skippable: false, expiry: betaExpiry, factsAsOf: manifest.catalog.asOf,
            support: manifest.policy.support, meta: meta(of: rule), features: [:])
        switch verdict.outcome {
        case .nothing(let reason): decision.reason = reason
        case .unreadable: decision.reason = .noRule
        case .exempt: decision.reason = .exempt
        case .maintenance(let window):
            decision.status = .maintenance
            decision.blocking = !verdict.isDoubtful
            decision.maintenance = window
        case .recommended(let pick, let reason):
            decision.recommend(update(pick), rule, reason)
        case .required(let pick) where verdict.isDoubtful:
            decision.recommend(update(pick), rule, .undecidedExemption)
        case .required(let pick):
            decision.status = .required
            decision.blocking = true
            decision.update = update(pick)
        case .unavailable(let reason, let mayBlock):
            decision.status = .requiredUnavailable
            decision.reason = reason
            decision.blocking = mayBlock && !verdict.isDoubtful
        }
        if verdict.isDoubtful { decision.reason = .undecidedExemption }
        if decision.status != .ok, let rule { say(rule, &decision) }
        return decision
    }

    private func say(_ rule: Rule, _ decision: inout Decision) {
        decision.title = text(rule.effect.title)
        decision.message = text(rule.effect.message)
        decision.deadline = rule.effect.deadline
    }

    private func text(_ text: LocalizedText?) -> String? {
        text?.text(for: installation.language, default: manifest.policy.defaultLanguage)
    }

    private func meta(of rule: Rule?) -> JSONObject? {
        guard var merged = manifest.policy.meta else { return rule?.meta }
        for member in rule?.meta?.members ?? [] { merged[member.key] = member.value }
        return merged
    }

    func update(_ pick: RuleOutcome.Pick) -> Decision.Update {
        switch pick {
        case .asserted(let url): return Decision.Update(url: url, evidence: .asserted)
        case .release(let entry, let url):
            let release = market.release(entry)
            let offer = market.offer(entry)
            return Decision.Update(
                version: release.version, build: release.build, url: url, notes: text(offer.notes),
                minimumOS: release.minimumOS, publishedAt: offer.publishedAt,
                evidence: offer.source == Offer.asserted ? .asserted : .catalog)
        }
    }
}

extension Decision {
    fileprivate mutating func recommend(_ update: Update, _ rule: Rule?, _ reason: Reason) {
        status = .recommended
        self.reason = reason
        self.update = update
        remind = rule?.effect.remind
        skippable = (rule?.effect.skippable ?? false) && rule?.effect.deadline == nil
    }
}
