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
            // An asserted update has no version, so the rule's own `update` decides, which may exempt.
            guard let rule = stepRule(of: decision, in: made), made.installation.storefront != nil,
                decision.update?.evidence != .asserted, decision.newest != nil || rule.effect.url == nil
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

    @Test func `The newest release that holds at the level of its own step decides`() throws {
        let installed = try AppVersion("1.2.0")
        for index in 0..<SeededGenerator.cases {
            var random = LawRandom(index: index)
            var effect = Effect(update: random.pick([nil] + UpdateLevel.allCases.map(Optional.some)))
            for step in ChangeStep.allCases where random.oneIn(2) {
                effect.perChange[step] = random.pick(UpdateLevel.allCases)
            }
            if effect.perChange.isEmpty { effect.perChange[.patch] = .recommended }
            effect.blocksIfUnavailable = true
            let versions = ["3.0", "2.0", "1.4", "1.3", "1.2.2", "1.2.1", "1.2.0.2", "1.2.0.1"].filter { _ in
                random.oneIn(2)
            }
            if versions.isEmpty { continue }
            let releases = try versions.map { version in
                var offer = Offer(channel: .web)
                offer.url = random.maybe("https://example.com/get")
                return Release(platform: .ios, version: try AppVersion(version), offers: [offer])
            }
            // Only the installed version is caught, so no update is a loop.
            let rule = Rule(id: "steps", when: .version(random.range("1.2.0")), effect: effect)
            let decision = decide(
                Manifest(policy: Policy(rules: [rule]), catalog: Catalog(releases: releases)),
                for: Installation(version: "1.2.0", channel: .web), at: LawRandom.origin)
            func level(_ release: Release) -> UpdateLevel? {
                effect.perChange[ChangeStep(from: installed, to: release.version)] ?? effect.update
            }
            let holds = releases.first { release in
                level(release) != .required || release.offers[0].url != nil
            }
            let facts = "case \(index): \(effect.perChange), \(String(describing: effect.update)), \(releases)"
            guard let holds else {
                #expect(decision.status == .requiredUnavailable && decision.blocking, "\(facts)")
                continue
            }
            switch level(holds) {
            case .required: #expect(decision.status == .required, "\(facts)")
            case .recommended: #expect(decision.status == .recommended, "\(facts)")
            default: #expect(decision.status == .ok, "\(facts)")
            }
            if decision.status != .ok { #expect(decision.update?.version == holds.version, "\(facts)") }
        }
    }

    private func stepRule(of decision: Decision, in made: LawCase) -> Rule? {
        made.manifest.policy.rules.first { $0.id == decision.rule && !$0.effect.perChange.isEmpty }
    }
}
