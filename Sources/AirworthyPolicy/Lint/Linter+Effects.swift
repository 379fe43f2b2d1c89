#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a rule does, looked at on its own.
extension Linter {
    func effectFindings(_ rule: Rule, at path: String) -> [Finding] {
        let effect = rule.effect
        var findings: [Finding] = []
        func add(_ code: String, _ severity: Finding.Severity, _ key: String?, _ message: String) {
            findings.append(Finding(code, severity, at: key.map { "\(path).\($0)" } ?? path, message))
        }
        if !effect.isReadable {
            add("unknown-effect", .warning, nil, "a part of this rule is not known here, so it does nothing")
        }
        if effect.blocksIfUnavailable, effect.message == nil || policy.support == nil {
            add(
                "block-without-help", .error, "ifUnavailable",
                "a copy with nothing to install would be blocked without a word: add a `message` and a top-level "
                    + "`support` link")
        }
        if requiresEverything(rule) {
            add(
                "loop", .error, "when",
                "this rule also requires an update of the newest release, so nobody could ever satisfy it: add an "
                    + "upper bound to `version`, or a `target`")
        }
        if let deadline = effect.deadline, deadline <= now {
            add("deadline-passed", .warning, "deadline", "the deadline has passed: the update is required from now on")
        }
        if let maintenance = effect.maintenance {
            if maintenance.until <= now {
                add("maintenance-over", .warning, "maintenance.until", "the maintenance is over; remove the rule")
            } else if maintenance.until > now.addingTimeInterval(Manifest.longestMaintenance) {
                add(
                    "maintenance-too-long", .warning, "maintenance.until",
                    "devices end a maintenance at most 7 days after the manifest was issued: publish again before")
            }
            if effect.message == nil {
                add("maintenance-without-message", .warning, nil, "say in `message` what people wait for")
            }
        }
        if effect.skippable, effect.mayRequire, !effect.mayRecommend {
            add("skippable-required", .warning, "skippable", "a required update cannot be skipped")
        }
        if let url = effect.url, !fitsSomeChannel(url, of: rule) {
            add(
                "url-does-not-fit", .warning, "url",
                "no channel this rule matches can be sent there: App Store copies need apps.apple.com, TestFlight copies "
                    + "a TestFlight link, others a host of their own")
        }
        if rule.id.hasPrefix("rule-"), usesUnsaltedRollout(rule.when) {
            add(
                "rollout-without-id", .warning, nil,
                "the rollout is salted with the rule's place in the list, so moving the rule moves the devices: give it "
                    + "an `id`")
        }
        return findings
    }

    func textFindings(_ effect: Effect, at path: String) -> [Finding] {
        [("title", effect.title), ("message", effect.message)].compactMap { key, text in
            guard let text, text.text(for: nil, default: policy.defaultLanguage) == nil else { return nil }
            return Finding(
                "missing-default-language", .warning, at: "\(path).\(key)",
                "there is no text in the default language `\(policy.defaultLanguage)`: readers of other languages would "
                    + "see a built-in one")
        }
    }

    /// Whether the rule requires an update of every later version too, with no exemption above for those.
    private func requiresEverything(_ rule: Rule) -> Bool {
        guard rule.effect.target == nil, rule.effect.update == .required || rule.effect.deadline != nil,
            rule.effect.maintenance == nil, rule.effect.isReadable
        else { return false }
        for above in policy.rules {
            if above.id == rule.id { break }
            if above.effect.update == UpdateLevel.none, above.when.holdsForLaterVersions == .true { return false }
        }
        return rule.when.holdsForLaterVersions != .false
    }

    private func fitsSomeChannel(_ url: String, of rule: Rule) -> Bool {
        var listed: [Channel] = []
        rule.when.forEach { if case .channel(let channels) = $0 { listed += channels } }
        let channels: [Channel] = listed.isEmpty ? [.appstore, .testflight(nil), .web] : listed
        return channels.contains { UpdateLink.fits(url, $0) }
    }

    private func usesUnsaltedRollout(_ condition: Condition) -> Bool {
        var found = false
        condition.forEach { if case .rollout(let rollout) = $0, rollout.salt == nil { found = true } }
        return found
    }
}

extension Condition {
    /// Whether the condition holds for a copy of the newest version there will ever be; undecided if that depends on
    /// other facts.
    fileprivate var holdsForLaterVersions: Truth {
        switch self {
        case .version(let range):
            guard let last = try? AppVersion(String(repeating: "9", count: 99)) else { return .undecided }
            return range.contains(version: last, build: nil, latest: { .same })
        case .all(let parts): return parts.reduce(.true) { $0 && $1.holdsForLaterVersions }
        case .any(let parts): return parts.reduce(.false) { $0 || $1.holdsForLaterVersions }
        case .not(let part): return !part.holdsForLaterVersions
        case .before: return .false
        default: return .undecided
        }
    }
}
