#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Rules against those below them.
extension Linter {
    func orderFindings(_ index: Int, at path: DocumentPath) -> [Finding] {
        let rule = policy.rules[index]
        let below = policy.rules.indices.dropFirst(index + 1)
        if rule.when == .always, rule.effect.alwaysExempts, let next = below.first {
            return [
                Finding(
                    code: "unreachable-rule", severity: .warning, path: self.path(next),
                    message:
                        "The rule \(name(index)) above exempts everybody, so this one and those below never act; move it up."
                )
            ]
        }
        guard rule.effect.mayRecommend(at: now) else { return [] }
        let hidden = below.first { other in
            policy.rules[other].effect.mayRequire && !rule.when.isDisjoint(from: policy.rules[other].when)
        }
        guard let hidden else { return [] }
        return [
            Finding(
                code: "weaker-above-stronger", severity: .error, path: path,
                message:
                    "The rule \(name(index)) recommends and stands above \(name(hidden)), which requires, so copies that match "
                    + "both are only asked; move \(name(hidden)) up or make their conditions exclude each other.")
        ]
    }
}

extension Effect {
    private var levels: Set<UpdateLevel> {
        guard isReadable, maintenance == nil else { return [] }
        return Set(perChange.values).union(update.map { [$0] } ?? [])
    }

    /// Whether it may come to a mere recommendation, at the instant or later.
    func mayRecommend(at now: Date) -> Bool {
        guard let deadline else { return levels.contains(.recommended) }
        return now < deadline && !levels.isDisjoint(with: [.recommended, .required])
    }

    /// Whether it may require an update, now or from its deadline on.
    var mayRequire: Bool {
        levels.contains(.required) || (deadline != nil && levels.contains(.recommended))
    }

    /// Whether it requires an update also where there is nothing newer, now or from its deadline on.
    var requiresAtTheTop: Bool {
        guard isReadable, maintenance == nil else { return false }
        return update == .required || (deadline != nil && update == .recommended)
    }

    /// Whether a copy that matches is exempt, whatever step it would make.
    var alwaysExempts: Bool { levels == [.none] && update == UpdateLevel.none }
}
