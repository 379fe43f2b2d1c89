#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Looks for what a policy that reads well would still do wrong.
///
/// Errors: `loop`, `blocks-newest`, `weaker-above-stronger`, `unreachable-target`, `empty-range`, `block-without-help`.
/// Everything else is a warning or a note. What needs a catalog is skipped without one, and a note says so.
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
    /// - Returns: The findings in the order of the rules, what needs a catalog last, without positions;
    ///   ``DocumentNode/position(ofPath:)`` finds those.
    /// - Complexity: O(rules² + rules × channels × storefronts that differ + releases × storefronts), and at most
    ///   ``Linter/maximumProbes`` decisions; meant for publishing, not for devices.
    public static func findings(policy: Policy, catalog: Catalog?, now: Date) -> [Finding] {
        let linter = Linter(policy: policy, catalog: catalog, now: now)
        var findings: [Finding] = []
        for (index, rule) in policy.rules.enumerated() {
            let path = linter.path(index)
            findings += linter.conditionFindings(rule.when, at: path.appending("when"))
            findings += linter.effectFindings(index, at: path)
            findings += linter.channelFindings(rule, at: path)
            findings += linter.orderFindings(index, at: path)
            findings += linter.textFindings(rule.effect, at: path)
        }
        for (key, feature) in policy.features.sorted(by: { $0.key < $1.key }) {
            findings += linter.featureFindings(feature, at: DocumentPath.root.appending("features").appending(key))
        }
        if policy.withdrawn?.isEmpty ?? false {
            findings.append(.emptyRange(at: DocumentPath.root.appending("withdrawn")))
        }
        return findings + linter.catalogFindings()
    }

    /// The path of a rule.
    func path(_ index: Int) -> DocumentPath {
        DocumentPath.root.appending("rules").appending(index)
    }

    /// The rule's id as messages show it.
    func name(_ index: Int) -> String {
        DocumentPath.quoted(policy.rules[index].id)
    }

    private func featureFindings(_ feature: Feature, at path: DocumentPath) -> [Finding] {
        let rules = path.appending("rules")
        var findings: [Finding] = []
        for (index, rule) in feature.rules.enumerated() {
            findings += conditionFindings(rule.when, at: rules.appending(index).appending("when"))
        }
        if let first = feature.rules.firstIndex(where: { $0.when == .always }), first + 1 < feature.rules.count {
            findings.append(
                Finding(
                    code: "unreachable-rule", severity: .warning, path: rules.appending(first + 1),
                    message: "The rule above matches everybody, so this one and those below never act; move it up."))
        }
        return findings
    }
}

extension Finding {
    static func emptyRange(at path: DocumentPath) -> Finding {
        Finding(
            code: "empty-range", severity: .error, path: path,
            message: "Nothing can lie in this range; check the order of its bounds.")
    }
}
