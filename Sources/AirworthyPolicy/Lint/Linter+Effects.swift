#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a rule does, looked at on its own.
extension Linter {
    func effectFindings(_ index: Int, at path: DocumentPath) -> [Finding] {
        let rule = policy.rules[index]
        let effect = rule.effect
        var findings: [Finding] = []
        func add(_ code: String, _ severity: Finding.Severity, _ key: String?, _ message: String) {
            findings.append(
                Finding(code: code, severity: severity, path: key.map(path.appending) ?? path, message: message))
        }
        guard effect.isReadable else {
            add(
                "unknown-effect", .warning, nil,
                "A part of this rule is not known here, so it does nothing; update airworthy.")
            return findings
        }
        if effect.blocksIfUnavailable, effect.mayRequire, effect.message == nil || policy.support == nil {
            add(
                "block-without-help", .error, "ifUnavailable",
                "Copies with nothing to install would be blocked without a way out; add a \"message\" and, at the top of "
                    + "the policy, \"support\".")
        }
        if mayCatch(index, Possibility.laterRelease(at: now)) {
            add(
                "loop", .error, "when",
                "This rule requires an update of every release still to come, so no update ever satisfies it; give "
                    + "\"version\" an upper bound or the rule a \"target\".")
        }
        if let deadline = effect.deadline, deadline <= now, effect.mayRequire {
            add(
                "deadline-passed", .warning, "deadline",
                "The deadline has passed, so the update is required at once; move it or write \"required\".")
        }
        if effect.skippable, effect.mayRequire, !effect.mayRecommend(at: now) || effect.deadline != nil {
            add(
                "skippable-required", .warning, "skippable",
                effect.deadline == nil
                    ? "A required update cannot be skipped; leave this out."
                    : "Nothing can be skipped while a deadline runs; leave this out.")
        }
        for key in unusedKeys(effect) {
            add("unused-key", .warning, key, "This says nothing about what the rule does; leave it out.")
        }
        if rule.id == "rule-\(index + 1)", rule.when.isDrawnByRule {
            add(
                "rollout-without-id", .warning, nil,
                "The share is drawn by the rule's place in the list, so moving the rule changes who is in it; give it an "
                    + "\"id\".")
        }
        return findings + maintenanceFindings(effect, at: path)
    }

    private func maintenanceFindings(_ effect: Effect, at path: DocumentPath) -> [Finding] {
        guard let maintenance = effect.maintenance else { return [] }
        let until = path.appending("maintenance").appending("until")
        var findings: [Finding] = []
        if maintenance.until <= now {
            findings.append(
                Finding(
                    code: "maintenance-over", severity: .warning, path: until,
                    message: "The maintenance is over; remove the rule."))
        } else if maintenance.until > now.addingTimeInterval(Manifest.longestMaintenance) {
            findings.append(
                Finding(
                    code: "maintenance-too-long", severity: .warning, path: until,
                    message:
                        "Devices end a maintenance 7 days after the manifest was issued; publish again before that."))
        }
        if effect.message == nil {
            findings.append(
                Finding(
                    code: "maintenance-without-message", severity: .warning, path: path,
                    message: "People would wait without knowing what for; add a \"message\"."))
        }
        return findings
    }

    func textFindings(_ effect: Effect, at path: DocumentPath) -> [Finding] {
        [("title", effect.title), ("message", effect.message)].compactMap { key, text in
            guard let text, text.text(for: nil, default: policy.defaultLanguage) == nil else { return nil }
            return Finding(
                code: "missing-default-language", severity: .warning, path: path.appending(key),
                message: "Readers of other languages would see a built-in text; add one in the default language, "
                    + "\(DocumentPath.quoted(policy.defaultLanguage)).")
        }
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
