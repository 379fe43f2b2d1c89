import AirworthyPolicy
import Foundation
import Testing

@Suite struct DecisionLaws {
    @Test func `A required update from the catalog is one that this installation can get`() {
        forAllCases { made in
            let decision = made.decision()
            guard decision.status == .required, let update = decision.update, update.evidence == .catalog else {
                return nil
            }
            guard let rule = made.manifest.policy.rules.first(where: { $0.id == decision.rule }) else {
                return "no rule \(decision.rule ?? "")"
            }
            return NaiveInstallability(made: made).objection(to: update, rule: rule)
        }
    }

    @Test func `A required update, once installed, needs no further required update`() {
        forAllCases { made in
            let decision = made.decision()
            guard decision.status == .required, let version = decision.update?.version else { return nil }
            var updated = made
            updated.install("\(version)", decision.update?.build)
            let next = updated.decision()
            return next.status == .required ? "\(version) is required again by \(next.rule ?? "")" : nil
        }
    }

    @Test func `Only statuses that may block are blocking, and required always has a URL`() {
        forAllCases { made in
            let decision = made.decision()
            switch decision.status {
            case .ok, .recommended: return decision.blocking ? "\(decision.status) blocks" : nil
            case .required:
                guard decision.blocking else { return "required does not block" }
                return decision.update?.url == nil ? "required without a URL" : nil
            case .requiredUnavailable: return decision.update == nil ? nil : "unavailable, but an update is named"
            case .maintenance: return decision.maintenance.map { $0.until > made.now } == true ? nil : "no end"
            }
        }
    }

    @Test func `An expired manifest never blocks`() {
        forAllCases { made in
            var expired = made
            expired.manifest.expiresAt = made.now
            let (before, after) = (made.decision(), expired.decision())
            if after.blocking || after.status == .required || after.status == .maintenance { return "\(after.status)" }
            let isSoftened = after.softened == "expired"
            return before.blocking && !isSoftened ? "a block vanished without saying why" : nil
        }
    }

    @Test func `An ok has no texts and no update`() {
        forAllCases { made in
            let decision = made.decision()
            guard decision.status == .ok else { return nil }
            return decision.update == nil && decision.title == nil && decision.message == nil
                && decision.deadline == nil && decision.maintenance == nil && !decision.skippable ? nil : "\(decision)"
        }
    }

    @Test func `The newest release is never older than the update on the same channel`() {
        forAllCases { made in
            let decision = made.decision()
            guard let update = decision.update, let version = update.version, !update.leavesBeta else { return nil }
            guard let newest = decision.newest, let top = newest.version else { return "no newest" }
            if top != version { return top > version ? nil : "\(top) is older than \(version)" }
            guard let a = newest.build, let b = update.build else { return nil }
            return a >= b ? nil : "build \(a) is older than \(b)"
        }
    }

    @Test func `The same input gives the same decision`() {
        forAllCases { made in made.decision() == made.decision() ? nil : "another answer the second time" }
    }

    @Test func `A trace does not change the decision`() {
        forAllCases { made in
            var traced = made.decision(trace: true)
            guard let trace = traced.trace else { return "no trace" }
            traced.trace = nil
            if traced != made.decision() { return "the trace changed the decision" }
            if trace.rules.count != made.manifest.policy.rules.count { return "a rule is missing in the trace" }
            let decided = trace.rules.first(where: \.decided)?.rule
            return decided == traced.rule || traced.rule == Decision.betaExpiryRule
                ? nil : "\(decided ?? "none") decided"
        }
    }

    @Test func `The decision does not change before reevaluateAt`() {
        var random = SeededGenerator()
        forAllCases { made in
            let decision = made.decision()
            let horizon = decision.reevaluateAt ?? made.now.addingTimeInterval(10 * 365 * 86_400)
            let span = horizon.timeIntervalSince(made.now)
            guard span > 0 else { return "reevaluateAt is not later" }
            for _ in 0..<4 {
                var later = made
                later.now = made.now.addingTimeInterval(Double.random(in: 0..<1, using: &random) * span)
                guard later.now < horizon else { continue }
                if later.decision() != decision {
                    return "another answer at \(Timestamp.format(later.now)): \(later.decision().jsonValue.jsonText())"
                }
            }
            return nil
        }
    }

    @Test func `A manifest that is written and read again gives the same decision`() {
        forAllCases { made in
            guard let read = try? ManifestReader.read(json: made.manifest.jsonValue.jsonText().utf8) else {
                return "cannot be read back"
            }
            var again = made
            again.manifest = read
            let (before, after) = (made.decision(trace: true), again.decision(trace: true))
            return before == after ? nil : "\(before.jsonValue.jsonText())\n\(after.jsonValue.jsonText())"
        }
    }

    @Test func `Raising a percentage never removes a device`() {
        var random = SeededGenerator()
        forAllCases { made in
            let shares = (0..<2).map { _ in UInt32.random(in: 0...1_000_000, using: &random) }.sorted()
            let isOn = shares.map { share in
                var each = made
                let when = Condition.rollout(.init(partsPerMillion: share))
                each.manifest.policy.features = [
                    "f": Feature(default: false, rules: [Feature.Rule(id: "1", when: when, value: true)])
                ]
                each.manifest.policy.rules = [Rule(id: "r", when: when, effect: Effect(update: UpdateLevel.none))]
                let decision = each.decision()
                return (decision.features["f"] == true, decision.rule == "r")
            }
            if isOn[0].0, !isOn[1].0 { return "the feature went off from \(shares[0]) to \(shares[1]) ppm" }
            return isOn[0].1 && !isOn[1].1 ? "the rule let go from \(shares[0]) to \(shares[1]) ppm" : nil
        }
    }
}
