/// The rule that decides. ``DecisionLimit`` may still make the decision milder.
struct Verdict {
    /// The index of the rule that decides.
    var winner: Int?
    var outcome: RuleOutcome
    /// Whether a weaker rule above the winner could not be evaluated. It may be an exemption.
    var hasUndecidedExemption = false
    /// Whether a missing fact has a possible value that would spare the installation.
    var isSparedByMissingFact = false

    fileprivate var isMaintenance: Bool {
        if case .maintenance = outcome { true } else { false }
    }
}

/// Finds the first rule that matches and acts.
struct RuleSearch {
    let input: DecisionInput

    private var rules: [PreparedRule] { input.prepared.rules }
    private var evaluator: RuleEvaluator { RuleEvaluator(input: input) }

    /// The verdict, made milder where a fact is missing that could spare the installation.
    var verdict: Verdict {
        var verdict = madeMilderForUnknownAudience(firstVerdict)
        guard blocks(verdict), let winner = verdict.winner else { return verdict }
        // Only a rule about updates that is tried first can spare an installation a maintenance.
        if verdict.isMaintenance, rules[..<winner].allSatisfy({ $0.effect.maintenance != nil }) { return verdict }
        let isCertain = MissingFacts(input: input).allSatisfy(winner: rules[winner].rule) { possible in
            let search = RuleSearch(input: possible)
            return search.blocks(search.verdict)
        }
        verdict.hasUndecidedExemption = !isCertain
        verdict.isSparedByMissingFact = !isCertain
        return verdict
    }

    /// Whether the verdict blocks the installation. On a foreign host, only a maintenance does.
    private func blocks(_ verdict: Verdict) -> Bool {
        if verdict.hasUndecidedExemption { return false }
        return verdict.isMaintenance || (verdict.outcome.isBlocking && !input.isOnForeignHost)
    }

    private var firstVerdict: Verdict {
        guard input.installed != nil else { return Verdict(outcome: .nothing(.unreadableVersion)) }
        var undecided: [Int] = []
        var fallback: (index: Int, outcome: RuleOutcome)?
        var quiet = RuleOutcome.nothing(.noRule)
        let (rules, conditions) = (rules, input.conditions)
        for index in rules.indices {
            switch conditions.truth(at: rules[index].condition) {
            case .false: continue
            case .undecided: undecided.append(index)
            case .true:
                let outcome = evaluator.outcome(of: rules[index])
                switch outcome {
                case .nothing: if quiet == .nothing(.noRule) { quiet = outcome }
                case .unreadable: undecided.append(index)
                case .unavailable(let reason, let mayBlock):
                    if mayBlock, rules[index].effect.blocksIfUnavailable {
                        return verdict(of: index, outcome: outcome, after: undecided)
                    }
                    fallback = fallback ?? (index, .unavailable(reason, mayBlock: false))
                case .exempt, .recommended:
                    return Verdict(winner: index, outcome: outcome)
                case .maintenance, .required:
                    return verdict(of: index, outcome: outcome, after: undecided)
                }
            }
        }
        if let fallback { return Verdict(winner: fallback.index, outcome: fallback.outcome) }
        return Verdict(outcome: quiet)
    }

    /// The verdict of a rule that blocks, below rules that could not be evaluated.
    private func verdict(of index: Int, outcome: RuleOutcome, after undecided: [Int]) -> Verdict {
        var verdict = Verdict(winner: index, outcome: outcome)
        verdict.hasUndecidedExemption = undecided.contains { above in
            // Nothing is required on a foreign host, so any rule about updates may spare it a maintenance.
            if verdict.isMaintenance, input.isOnForeignHost, rules[above].effect.maintenance == nil { return true }
            return mayBeWeakerThanRequired(above)
        }
        return verdict
    }

    private func mayBeWeakerThanRequired(_ index: Int) -> Bool {
        if rules[index].effect.isWeakerThanRequired(at: input.now) { return true }
        let verdict = Verdict(winner: index, outcome: evaluator.outcome(of: rules[index]))
        switch madeMilderForUnknownAudience(verdict).outcome {
        case .exempt, .recommended, .unreadable: return true
        default: return false
        }
    }

    // MARK: TestFlight installations of unknown audience

    /// Makes `required` milder unless each audience that may have the installed build must install the same release,
    /// and a block without an update milder unless each audience is blocked.
    private func madeMilderForUnknownAudience(_ verdict: Verdict) -> Verdict {
        guard input.installation.channel == .testflight(nil) else { return verdict }
        var milder = verdict
        switch verdict.outcome {
        case .required(let update):
            guard !allAudiences({ $0.isEquivalent(to: verdict.outcome, offers: input.offers) }) else { return verdict }
            milder.outcome = .recommended(update, .testFlightGroups)
        case .unavailable(let reason, mayBlock: true):
            guard !allAudiences(\.isBlocking) else { return verdict }
            milder.outcome = .unavailable(reason, mayBlock: false)
        default: break
        }
        return milder
    }

    /// Whether the outcome for each audience that may have the installed build satisfies the predicate.
    private func allAudiences(_ predicate: (RuleOutcome) -> Bool) -> Bool {
        MissingFacts(input: input).possibleAudiences.allSatisfy { audience in
            let verdict = RuleSearch(input: audience).firstVerdict
            return !verdict.hasUndecidedExemption && predicate(verdict.outcome)
        }
    }
}
