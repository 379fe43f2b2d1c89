/// Turns the verdict of the rules into a decision with its update, texts and keys.
struct DecisionBuilder {
    let input: DecisionInput

    private var offers: AvailableOffers { input.offers }
    private var policy: Policy {
        // `_read` avoids a copy of the manifest.
        _read { yield input.manifest.policy }
    }

    func decision(for verdict: Verdict) -> Decision {
        let rule = verdict.winner.map { policy.rules[$0] }
        let newestIndex = offers.newest
        let newest = newestIndex.map { self.update(to: $0) }
        func update(_ target: RuleOutcome.Update) -> Decision.Update {
            guard case .offer(let index, let url) = target, index == newestIndex, var update = newest else {
                return self.update(target)
            }
            // Usually it is the newest offer, perhaps with the link of the rule.
            update.url = url
            return update
        }
        var decision = Decision(
            status: .ok, blocking: false, reason: .matched, rule: rule?.id, revision: input.manifest.revision,
            platform: input.installation.platform, channel: input.installation.channel,
            installedVersion: input.installation.versionText, installedBuild: input.installation.build,
            newest: newest, skippable: false, expiry: input.betaExpiry,
            factsAsOf: input.manifest.catalog.asOf, support: policy.support, meta: meta(of: rule), features: [:])
        switch verdict.outcome {
        case .nothing(let reason): decision.reason = reason
        case .unreadable: decision.reason = .noRule
        case .exempt: decision.reason = .exempt
        case .maintenance(let window):
            decision.status = .maintenance
            decision.blocking = !verdict.hasUndecidedExemption
            decision.maintenance = window
        case .recommended(let target, let reason):
            recommend(update(target), rule: rule, because: reason, in: &decision)
        case .required(let target) where verdict.hasUndecidedExemption:
            recommend(update(target), rule: rule, because: .undecidedExemption, in: &decision)
        case .required(let target):
            decision.status = .required
            decision.blocking = true
            decision.update = update(target)
        case .unavailable(let reason, let mayBlock):
            decision.status = .requiredUnavailable
            decision.reason = reason
            decision.blocking = mayBlock && !verdict.hasUndecidedExemption
        }
        if verdict.hasUndecidedExemption { decision.reason = .undecidedExemption }
        if decision.status != .ok, let rule {
            decision.title = localized(rule.effect.title)
            decision.message = localized(rule.effect.message)
            decision.deadline = rule.effect.deadline
        }
        return decision
    }

    /// The update to an offer, with the link of the offer or of the policy.
    func update(to index: OfferIndex) -> Decision.Update {
        update(.offer(index, url: offers.link(to: index, rule: nil)))
    }

    private func update(_ target: RuleOutcome.Update) -> Decision.Update {
        switch target {
        case .asserted(let url): return Decision.Update(url: url, evidence: .asserted)
        case .everywhere(let url): return Decision.Update(url: url, evidence: .catalog)
        case .offer(let index, let url):
            let release = offers.release(index)
            let offer = offers.offer(index)
            return Decision.Update(
                version: release.version, build: release.build, url: url, notes: localized(offer.notes),
                minimumOS: release.minimumOS, publishedAt: offer.publishedAt,
                evidence: offer.source == Offer.asserted ? .asserted : .catalog)
        }
    }

    private func recommend(
        _ update: Decision.Update, rule: Rule?, because reason: Reason, in decision: inout Decision
    ) {
        decision.status = .recommended
        decision.reason = reason
        decision.update = update
        decision.remind = rule?.effect.remind
        decision.skippable = (rule?.effect.skippable ?? false) && rule?.effect.deadline == nil
    }

    private func localized(_ text: LocalizedText?) -> String? {
        text?.text(for: input.installation.language, default: policy.defaultLanguage)
    }

    private func meta(of rule: Rule?) -> JSONObject? {
        guard var merged = policy.meta else { return rule?.meta }
        for member in rule?.meta?.members ?? [] { merged[member.key] = member.value }
        return merged
    }
}
