import AirworthyPolicy

/// Finds the rules that may require an update of some installation of a release although there is nothing newer.
struct CaughtRules {
    let subject: LintSubject
    let scenario: ReleaseScenario

    private var rules: [Rule] { subject.policy.rules }
    private var conjuncts: ConjunctTable { subject.conjuncts }

    /// The indices of the rules, in ascending order.
    var indices: [Int] {
        let mayHold = conjuncts.conditions.map { scenario.may($0, be: true) }
        let exemptions = Exemptions(subject: subject, scenario: scenario)
        subject.effort.add(rules.count)
        return rules.indices.filter { index in
            let effect = rules[index].effect
            guard effect.requiresWithoutNewerRelease, conjuncts.ofRule[index].allSatisfy({ mayHold[$0] }) else {
                return false
            }
            if effect.target?.isReached(by: scenario.version, build: scenario.build) ?? false { return false }
            return !exemptions.apply(to: index)
        }
    }
}

/// The rules that exempt installations of a release, by what they demand of a rule below.
private struct Exemptions {
    /// An exempting rule, and the conditions that a rule below must share with it.
    private typealias Exemption = (rule: Int, shared: [Int])

    private let subject: LintSubject
    /// The first rule that exempts every installation of the release.
    private var first = Int.max
    /// The other rules in ascending order, by the condition that the fewest of them share.
    private var byRarest: [Int: [Exemption]] = [:]

    init(subject: LintSubject, scenario: ReleaseScenario) {
        self.subject = subject
        let conjuncts = subject.conjuncts
        var found: [Exemption] = []
        var seen: Set<[Int]> = []
        for (index, rule) in subject.policy.rules.enumerated() where rule.effect.alwaysExempts {
            let shared = Set(conjuncts.ofRule[index].filter { scenario.may(conjuncts.conditions[$0], be: false) })
            if shared.isEmpty {
                first = index
                break
            }
            guard !shared.contains(where: { conjuncts.areDrawnByRule[$0] }) else { continue }
            let sorted = shared.sorted()
            if seen.insert(sorted).inserted { found.append((index, sorted)) }
        }
        var frequency: [Int: Int] = [:]
        for exemption in found {
            for part in exemption.shared { frequency[part, default: 0] += 1 }
        }
        for exemption in found {
            guard let rarest = exemption.shared.min(by: { frequency[$0, default: 0] < frequency[$1, default: 0] })
            else { continue }
            byRarest[rarest, default: []].append(exemption)
        }
    }

    /// Whether a rule above exempts all installations that the rule catches.
    func apply(to index: Int) -> Bool {
        if first < index { return true }
        if byRarest.isEmpty { return false }
        let parts = Set(subject.conjuncts.ofRule[index])
        return parts.contains { part in
            for exemption in byRarest[part] ?? [] {
                guard exemption.rule < index else { break }
                subject.effort.add()
                if exemption.shared.allSatisfy(parts.contains) { return true }
            }
            return false
        }
    }
}
