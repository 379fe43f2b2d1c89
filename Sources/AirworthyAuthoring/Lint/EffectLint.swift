import AirworthyPolicy

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Checks the effect of each rule on its own.
struct EffectLint {
    private let subject: LintSubject
    /// The rules that also require an update of every later release.
    private let neverSatisfied: Set<Int>

    init(subject: LintSubject) {
        self.subject = subject
        let later = ReleaseScenario.laterRelease(at: subject.now)
        neverSatisfied = Set(later.map { CaughtRules(subject: subject, scenario: $0).indices } ?? [])
    }

    func findings(_ index: Int) -> [Finding] {
        let rule = subject.policy.rules[index]
        let path = subject.path(of: index)
        guard rule.effect.isReadable else {
            return [
                .warning(
                    "unknown-effect", at: path,
                    message:
                        "This version of airworthy does not know a part of the rule, so the rule does nothing; update "
                        + "airworthy.")
            ]
        }
        var findings =
            helpFindings(rule.effect, at: path) + loopFindings(index) + deadlineFindings(rule.effect, at: path)
        findings += unusedKeys(rule.effect).map { key in
            .warning("unused-key", at: path.appending(key), message: "This key has no effect in this rule; remove it.")
        }
        if rule.id == "rule-\(index + 1)", rule.when.isDrawnByRule {
            findings.append(
                .warning(
                    "rollout-without-id", at: path,
                    message:
                        "The share depends on the rule's position, so moving the rule changes which devices are in it; "
                        + "add an \"id\"."))
        }
        return findings + maintenanceFindings(rule.effect, at: path)
    }

    /// Checks whether texts exist in the default language, and whether people can see all of their characters.
    func textFindings(_ index: Int) -> [Finding] {
        let effect = subject.policy.rules[index].effect
        return [("title", effect.title), ("message", effect.message)].flatMap { key, text in
            let path = subject.path(of: index).appending(key)
            return text.map { languageFindings($0, at: path) + characterFindings($0, at: path) } ?? []
        }
    }

    private func languageFindings(_ text: LocalizedText, at path: DocumentPath) -> [Finding] {
        let language = subject.policy.defaultLanguage
        guard text.text(for: nil, default: language) == nil else { return [] }
        return [
            .warning(
                "missing-default-language", at: path,
                message: "Users of other languages would see a built-in text; add one in the default language, "
                    + "\(DocumentPath.quoted(language)).")
        ]
    }

    private func characterFindings(_ text: LocalizedText, at path: DocumentPath) -> [Finding] {
        guard let (language, character) = HiddenCharacters.first(in: text) else { return [] }
        let path = language == LocalizedText.undetermined ? path : path.appending(language)
        return [.warning(HiddenCharacters.code, at: path, message: HiddenCharacters.message(for: character))]
    }

    private func helpFindings(_ effect: Effect, at path: DocumentPath) -> [Finding] {
        guard effect.blocksIfUnavailable, effect.mayRequire, effect.message == nil || subject.policy.support == nil
        else { return [] }
        return [
            .error(
                "block-without-help", at: path.appending("ifUnavailable"),
                message:
                    "Users without an update would be blocked without a way out; add a \"message\" and, at the top of the "
                    + "policy, \"support\".")
        ]
    }

    private func loopFindings(_ index: Int) -> [Finding] {
        guard neverSatisfied.contains(index) else { return [] }
        return [
            .error(
                "loop", at: subject.path(of: index).appending("when"),
                message:
                    "This rule also requires an update of every future release, so no update ever satisfies it; give "
                    + "\"version\" an upper bound or the rule a \"target\".")
        ]
    }

    private func deadlineFindings(_ effect: Effect, at path: DocumentPath) -> [Finding] {
        guard effect.mayRequire else { return [] }
        var findings: [Finding] = []
        if let deadline = effect.deadline, deadline <= subject.now {
            findings.append(
                .warning(
                    "deadline-passed", at: path.appending("deadline"),
                    message:
                        "The deadline has passed, so the update is required at once; move it or write \"required\"."))
        }
        if effect.skippable, !effect.mayRecommend(at: subject.now) || effect.deadline != nil {
            findings.append(
                .warning(
                    "skippable-required", at: path.appending("skippable"),
                    message: effect.deadline == nil
                        ? "A required update cannot be skipped; remove this key."
                        : "An update with a deadline cannot be skipped; remove this key."))
        }
        return findings
    }

    private func maintenanceFindings(_ effect: Effect, at path: DocumentPath) -> [Finding] {
        guard let maintenance = effect.maintenance else { return [] }
        let until = path.appending("maintenance").appending("until")
        var findings: [Finding] = []
        if maintenance.until <= subject.now {
            findings.append(
                .warning("maintenance-over", at: until, message: "The maintenance is over; remove the rule."))
        } else if maintenance.until > subject.now.addingTimeInterval(Manifest.longestMaintenance) {
            findings.append(
                .warning(
                    "maintenance-too-long", at: until,
                    message:
                        "Devices end a maintenance 7 days after the manifest was issued; publish again before that."))
        }
        if effect.message == nil {
            findings.append(
                .warning(
                    "maintenance-without-message", at: path,
                    message: "Users would not know why they have to wait; add a \"message\"."))
        }
        return findings
    }

    private func unusedKeys(_ effect: Effect) -> [String] {
        guard !effect.mayRequire else { return [] }
        var keys = effect.blocksIfUnavailable ? ["ifUnavailable"] : []
        guard effect.alwaysExempts else { return keys }
        if effect.deadline != nil { keys.append("deadline") }
        if effect.target != nil { keys.append("target") }
        if effect.url != nil { keys.append("url") }
        return keys
    }
}
