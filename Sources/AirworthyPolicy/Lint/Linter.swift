#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Looks for what a policy that reads well would still do wrong.
///
/// Errors: `loop`, `blocks-newest`, `weaker-above-stronger`, `unreachable-target`, `empty-range`, `block-without-help`.
/// Everything else is a warning. What needs a catalog is skipped without one, and a note says so.
public struct Linter {
    let policy: Policy
    let catalog: Catalog?
    let now: Date

    /// Checks a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - catalog: The known releases; `nil` skips what needs them.
    ///   - now: The instant the policy is to act.
    /// - Returns: The findings in the order of the rules, without positions.
    /// - Complexity: O(rules² + rules × releases) decisions; meant for publishing, not for devices.
    public static func findings(policy: Policy, catalog: Catalog?, now: Date) -> [Finding] {
        let linter = Linter(policy: policy, catalog: catalog, now: now)
        var findings: [Finding] = []
        for (index, rule) in policy.rules.enumerated() {
            findings += linter.conditionFindings(rule.when, at: "rules[\(index)].when")
            findings += linter.effectFindings(rule, at: "rules[\(index)]")
            findings += linter.orderFindings(index)
            findings += linter.textFindings(rule.effect, at: "rules[\(index)]")
        }
        for (key, feature) in policy.features.sorted(by: { $0.key < $1.key }) {
            for (index, rule) in feature.rules.enumerated() {
                findings += linter.conditionFindings(rule.when, at: "features.\(key).rules[\(index)].when")
            }
        }
        if policy.withdrawn?.isEmpty ?? false { findings.append(.emptyRange("withdrawn", at: "withdrawn")) }
        return findings + linter.catalogFindings()
    }
}

extension Finding {
    static func emptyRange(_ range: String, at path: String) -> Finding {
        Finding(
            "empty-range", .error, at: path, "no version can lie in `\(range)`: check the order of its bounds")
    }
}

// MARK: Conditions

extension Linter {
    private func conditionFindings(_ condition: Condition, at path: String) -> [Finding] {
        var findings: [Finding] = []
        condition.forEach { part in
            switch part {
            case .version(let range) where range.isEmpty:
                findings.append(.emptyRange(range.description, at: "\(path).version"))
            case .build(let range) where range.isEmpty:
                findings.append(.emptyRange(range.description, at: "\(path).build"))
            case .os(let ranges):
                for (platform, range) in ranges where range.isEmpty {
                    findings.append(.emptyRange(range.description, at: "\(path).os.\(platform.displayName)"))
                }
            case .unknown(let key):
                findings.append(
                    Finding(
                        "unknown-condition", .warning, at: "\(path).\(key)",
                        "this condition is not known here and never matches; check its name or update airworthy"))
            default: break
            }
        }
        return findings
    }
}

// MARK: Order

extension Linter {
    /// The rule against those below it.
    private func orderFindings(_ index: Int) -> [Finding] {
        let rule = policy.rules[index]
        let below = policy.rules.indices.dropFirst(index + 1)
        if rule.when == .always, rule.effect.update == UpdateLevel.none, let next = below.first {
            return [
                Finding(
                    "unreachable-rule", .warning, at: "rules[\(next)]",
                    "`\(rule.id)` above exempts everybody, so this rule and those below never act; move it up")
            ]
        }
        guard rule.effect.mayRecommend else { return [] }
        let hidden = below.first { other in
            policy.rules[other].effect.mayRequire && !rule.when.isDisjoint(from: policy.rules[other].when)
        }
        guard let hidden else { return [] }
        return [
            Finding(
                "weaker-above-stronger", .error, at: "rules[\(index)]",
                "`\(rule.id)` recommends and stands above `\(policy.rules[hidden].id)`, which requires: copies that match "
                    + "both would only be asked; move `\(policy.rules[hidden].id)` up or make the conditions exclude "
                    + "each other")
        ]
    }
}

extension Effect {
    var mayRecommend: Bool {
        update == .recommended || perChange.values.contains(.recommended)
    }

    var mayRequire: Bool {
        guard maintenance == nil, isReadable else { return false }
        if deadline != nil, update == .recommended || perChange.values.contains(.recommended) { return true }
        return update == .required || perChange.values.contains(.required)
    }
}
