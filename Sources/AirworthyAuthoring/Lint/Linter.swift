public import AirworthyPolicy

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Finds mistakes in a policy that its reader accepts.
///
/// ```swift
/// let findings = Linter.findings(policy: policy, catalog: catalog, now: .now)
/// for finding in findings where finding.severity == .error { print(finding.path, finding.message) }
/// ```
///
/// Errors are `loop`, `blocks-newest`, `never-enforced`, `weaker-above-stronger`, `unreachable-target`, `empty-range`
/// and `block-without-help`. Everything else is a warning or a note. Checks that need a catalog are skipped without
/// one, and a note says so.
public enum Linter {
    /// The highest number of findings that are listed. After them, findings of code `more-findings` count the rest.
    public static let maximumFindings = 200

    /// Checks a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - catalog: The known releases; `nil` or an empty catalog skips the checks that need them.
    ///   - catalogMayChange: Whether releases can be added after publishing, as on a server. Then a rule that cannot be
    ///     enforced yet is a warning, not an error.
    ///   - now: The instant when the policy takes effect.
    /// - Returns: At most ``maximumFindings`` findings, errors first if there are more, in the order of the rules, those
    ///   that need a catalog last. They have no positions; ``/AirworthyPolicy/DocumentNode/position(ofPath:)`` finds those.
    /// - Complexity: O(rules × scopes + releases × storefronts), where a scope is a platform and a channel, and a storefront
    ///   where offers differ; and at most 100 decisions, fewer for thousands of rules. Rules that recommend are compared with the rules that require
    ///   an update of the same versions. Meant for publishing, not for devices.
    public static func findings(
        policy: Policy, catalog: Catalog?, catalogMayChange: Bool = false, now: Date
    ) -> [Finding] {
        findings(
            policy: policy, catalog: catalog, catalogMayChange: catalogMayChange, now: now, effort: LintEffort())
    }

    /// Checks a policy and returns the number of steps in loops over pairs, instead of the findings.
    package static func steps(policy: Policy, catalog: Catalog?, now: Date) -> Int {
        let effort = LintEffort()
        _ = findings(policy: policy, catalog: catalog, catalogMayChange: false, now: now, effort: effort)
        return effort.steps
    }

    private static func findings(
        policy: Policy, catalog: Catalog?, catalogMayChange: Bool, now: Date, effort: LintEffort
    ) -> [Finding] {
        let known = catalog.flatMap { $0.releases.isEmpty ? nil : $0 }
        let subject = LintSubject(
            policy: policy, catalog: known, catalogMayChange: catalogMayChange, now: now, effort: effort)
        let conditions = ConditionLint(now: now)
        let effects = EffectLint(subject: subject)
        let channels = ChannelLint(subject: subject)
        let order = RuleOrderLint(subject: subject)
        var findings = LimitedFindings(limit: maximumFindings)
        for (index, rule) in policy.rules.enumerated() {
            findings.add(conditions.findings(rule.when, at: subject.path(of: index).appending("when")))
            findings.add(effects.findings(index) + channels.findings(index) + order.findings(index))
            findings.add(effects.textFindings(index))
        }
        for (key, feature) in policy.features.sorted(by: { $0.key < $1.key }) {
            let path = DocumentPath.root.appending("features").appending(key).appending("rules")
            findings.add(self.findings(feature, at: path, conditions: conditions))
        }
        if policy.withdrawn?.isEmpty ?? false {
            findings.add([ConditionLint.emptyRange(at: DocumentPath.root.appending("withdrawn"))])
        }
        findings.add(EnforcementLint(subject: subject).findings())
        findings.add(CatalogLint(subject: subject).findings())
        return findings.findings()
    }

    private static func findings(
        _ feature: Feature, at path: DocumentPath, conditions: ConditionLint
    ) -> [Finding] {
        var findings: [Finding] = []
        for (index, rule) in feature.rules.enumerated() {
            findings += conditions.findings(rule.when, at: path.appending(index).appending("when"))
        }
        if let first = feature.rules.firstIndex(where: { $0.when == .always }), first + 1 < feature.rules.count {
            findings.append(
                .unreachable(at: path.appending(first + 1), because: "The rule above always matches"))
        }
        return findings
    }
}

extension Finding {
    static func error(_ code: String, at path: DocumentPath, message: String) -> Finding {
        Finding(code: code, severity: .error, path: path, message: message)
    }

    static func warning(_ code: String, at path: DocumentPath, message: String) -> Finding {
        Finding(code: code, severity: .warning, path: path, message: message)
    }

    static func note(_ code: String, at path: DocumentPath, message: String) -> Finding {
        Finding(code: code, severity: .note, path: path, message: message)
    }
}
