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
    /// Checks a policy.
    ///
    /// - Parameters:
    ///   - policy: The policy.
    ///   - catalog: The known releases; `nil` or an empty catalog skips the checks that need them.
    ///   - catalogMayChange: Whether releases can be added after publishing, as on a server. Then a rule that cannot be
    ///     enforced yet is a warning, not an error.
    ///   - now: The instant when the policy takes effect.
    /// - Returns: The findings in the order of the rules, those that need a catalog last, without positions;
    ///   ``DocumentNode/position(ofPath:)`` finds those.
    /// - Complexity: O(rules² + rules × channels × storefronts that differ + releases × storefronts), and at most
    ///   100 decisions. Meant for publishing, not for devices.
    public static func findings(
        policy: Policy, catalog: Catalog?, catalogMayChange: Bool = false, now: Date
    ) -> [Finding] {
        let known = catalog.flatMap { $0.releases.isEmpty ? nil : $0 }
        let subject = LintSubject(policy: policy, catalog: known, catalogMayChange: catalogMayChange, now: now)
        let conditions = ConditionLint(now: now)
        let effects = EffectLint(subject: subject)
        var findings: [Finding] = []
        for (index, rule) in policy.rules.enumerated() {
            findings += conditions.findings(rule.when, at: subject.path(of: index).appending("when"))
            findings += effects.findings(index)
            findings += ChannelLint(subject: subject).findings(index)
            findings += RuleOrderLint(subject: subject).findings(index)
            findings += effects.textFindings(index)
        }
        for (key, feature) in policy.features.sorted(by: { $0.key < $1.key }) {
            let path = DocumentPath.root.appending("features").appending(key).appending("rules")
            findings += self.findings(feature, at: path, conditions: conditions)
        }
        if policy.withdrawn?.isEmpty ?? false {
            findings.append(ConditionLint.emptyRange(at: DocumentPath.root.appending("withdrawn")))
        }
        return findings + EnforcementLint(subject: subject).findings() + CatalogLint(subject: subject).findings()
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
                .warning(
                    "unreachable-rule", at: path.appending(first + 1),
                    message: "The rule above always matches, so this one and those below never act; move it up."))
        }
        return findings
    }
}

/// The policy that the linter checks, and the known releases.
struct LintSubject {
    let policy: Policy
    /// The known releases; `nil` if there are none.
    let catalog: Catalog?
    let catalogMayChange: Bool
    let now: Date

    /// The policy with the known releases; `nil` if there are none.
    var manifest: Manifest? { catalog.map { Manifest(policy: policy, catalog: $0) } }

    func path(of index: Int) -> DocumentPath { DocumentPath.root.appending("rules").appending(index) }

    /// The rule's id for messages.
    func name(of index: Int) -> String { DocumentPath.quoted(policy.rules[index].id) }
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
