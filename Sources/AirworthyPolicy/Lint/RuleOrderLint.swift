/// Checks each rule against the rules below it.
struct RuleOrderLint {
    let subject: LintSubject

    func findings(_ index: Int) -> [Finding] {
        let rules = subject.policy.rules
        let rule = rules[index]
        let below = rules.indices.dropFirst(index + 1)
        if rule.when == .always, rule.effect.alwaysExempts, let next = below.first {
            return [
                .warning(
                    "unreachable-rule", at: subject.path(of: next),
                    message:
                        "The rule \(subject.name(of: index)) above exempts every installation, so this one and those below "
                        + "never act; move it up.")
            ]
        }
        guard rule.effect.mayRecommend(at: subject.now) else { return [] }
        let hidden = below.first { rules[$0].effect.mayRequire && !rule.when.isDisjoint(from: rules[$0].when) }
        guard let hidden = hidden.map(subject.name) else { return [] }
        return [
            .error(
                "weaker-above-stronger", at: subject.path(of: index),
                message:
                    "The rule \(subject.name(of: index)) recommends and stands above \(hidden), which requires, so "
                    + "installations that match both see only a prompt; move \(hidden) up or make their conditions "
                    + "exclude each other.")
        ]
    }
}
