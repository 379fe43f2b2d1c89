import AirworthyPolicy
import Foundation
import Testing

/// `perChange` depends on the release that this installation is offered, and a target that is installed ends a rule.
@Suite struct OfferedStepLaws {
    @Test func `The step to the update that a decision names has the level that the rule gives it`() {
        forAllCases { made in
            let decision = made.decision()
            guard let rule = stepRule(of: decision, in: made), let version = decision.update?.version,
                let installed = made.installation.version, rule.effect.deadline == nil
            else { return nil }
            let level = rule.effect.perChange[ChangeStep(from: installed, to: version)] ?? rule.effect.update
            switch level {
            case .required: return nil
            case .recommended: return decision.status == .required ? "required by a recommended step" : nil
            default: return "a step of level \(level.map(\.rawValue) ?? "nothing") is \(decision.status)"
            }
        }
    }

    @Test func `Without an update that can be installed, a rule with steps does not decide`() {
        forAllCases { made in
            let decision = made.decision()
            guard stepRule(of: decision, in: made) != nil, made.installation.storefront != nil,
                decision.update?.evidence != .asserted
            else { return nil }
            guard let newest = decision.newest?.version, let installed = made.installation.version else {
                return "\(decision.status) without any release"
            }
            if newest != installed { return newest > installed ? nil : "\(decision.status) to an older release" }
            guard let mine = made.installation.build, let theirs = decision.newest?.build else {
                return "\(decision.status) without a newer release"
            }
            return theirs > mine ? nil : "\(decision.status) to an older build"
        }
    }

    @Test func `A rule whose target is installed never decides, unless it exempts everybody`() {
        forAllCases { made in
            let decision = made.decision()
            guard let rule = made.manifest.policy.rules.first(where: { $0.id == decision.rule }),
                let target = rule.effect.target, let installed = made.installation.version,
                rule.effect.update != UpdateLevel.none || !rule.effect.perChange.isEmpty
            else { return nil }
            let isInstalled =
                installed > target.version
                || (installed == target.version
                    && (made.installation.build.flatMap { mine in target.build.map { mine >= $0 } } ?? true))
            return isInstalled ? "\(decision.status) (\(decision.reason)) by an installed target" : nil
        }
    }

    @Test func `An undecided rule that can only require lowers no more than one that always requires`() {
        forAllCases { made in
            guard made.installation.version != nil else { return nil }
            var random = LawRandom(index: made.index)
            var effect = Effect(update: .required)
            var always = made
            always.manifest.policy.rules.insert(
                Rule(id: "future", when: LawRandom.unknown, effect: effect), at: 0)
            effect.update = nil
            for step in ChangeStep.allCases where random.oneIn(2) { effect.perChange[step] = .required }
            if effect.perChange.isEmpty { effect.perChange = [.major: .required] }
            var named = made
            named.manifest.policy.rules.insert(Rule(id: "future", when: LawRandom.unknown, effect: effect), at: 0)
            return always.decision().blocking && !named.decision().blocking ? "lowered by a rule that requires" : nil
        }
    }

    private func stepRule(of decision: Decision, in made: LawCase) -> Rule? {
        made.manifest.policy.rules.first { $0.id == decision.rule && !$0.effect.perChange.isEmpty }
    }
}
