public import AirworthyPolicy
public import Foundation

/// A policy as clients of another format can understand it.
public struct OldClientFile: Hashable, Sendable {
    /// A rule of which those clients hear nothing.
    public struct LeftOut: Hashable, Sendable {
        /// The id of the rule.
        public let rule: String
        /// The reason, as a sentence.
        public let reason: String
    }

    /// The file; `nil` if the format cannot say anything, because it needs a link to the App Store and the policy has none.
    public let json: JSONValue?
    /// The rules that the file leaves out, in the order of the policy. Rules for other platforms and channels are not among them.
    public let leftOut: [LeftOut]
    /// What is missing if there is no file, and the details that the file leaves out.
    public let findings: [Finding]
}

extension LegacyFormat {
    /// Writes what clients of this format can understand of a policy, for installations from the App Store.
    ///
    /// A rule is left out if the format cannot express it. The file never requires an update that the policy does not: for each version that the
    /// policy or the catalog names, and for versions between them, the engine decides as for an installation from the App Store with the newest
    /// system. A rule that it does not require for all of its versions is left out as well.
    ///
    /// ```swift
    /// let file = LegacyFormat.configJSON.writeForOldClients(PreparedManifest(manifest), at: .now)
    /// for rule in file.leftOut { print("old clients do not hear of \(rule.rule): \(rule.reason)") }
    /// ```
    /// - Parameters:
    ///   - manifest: The policy and the releases.
    ///   - platform: The platform of the clients.
    ///   - now: The time, because rules begin and end.
    ///   - needsRelease: Whether a rule is left out as long as no release is known that it can lead to.
    /// - Returns: The file, and what it leaves out.
    /// - Complexity: A decision for each version that the policy or the catalog names.
    public func writeForOldClients(
        _ manifest: PreparedManifest, platform: Platform = .ios, at now: Date, needsRelease: Bool = true
    ) -> OldClientFile {
        var selection = OldClientSelection(manifest, platform: platform, now: now, needsRelease: needsRelease)
        var policy = manifest.manifest.policy
        policy.rules = selection.rules(knowsRecommendations: self == .princeOfVersions) + closing
        (policy.features, policy.support, policy.meta) = ([:], nil, nil)
        // Each round leaves out at least one rule.
        while true {
            let (json, findings) = write(policy, catalog: manifest.manifest.catalog, platforms: [platform])
            var refused: [Int: String] = [:]
            for finding in findings where finding.severity == .error {
                if let index = Self.ruleIndex(in: finding.path), policy.rules.indices.contains(index) {
                    refused[index] = refused[index] ?? finding.message
                }
            }
            if json != nil || refused.isEmpty {
                return OldClientFile(json: json, leftOut: selection.leftOut, findings: findings)
            }
            for (index, reason) in refused.sorted(by: { $0.key > $1.key }) {
                selection.leaveOut(policy.rules.remove(at: index).id, because: reason)
            }
        }
    }

    /// The rule at the end of a file. Prince of Versions has no file without an entry, so its last one says that nothing is to be done.
    private var closing: [Rule] {
        self == .princeOfVersions
            ? [Rule(id: "otherwise", when: .all([]), effect: Effect(update: UpdateLevel.none))] : []
    }

    /// Returns 3 for `rules[3].when.version`.
    private static func ruleIndex(in path: String) -> Int? {
        guard path.hasPrefix("rules[") else { return nil }
        return Int(path.dropFirst("rules[".count).prefix { $0 != "]" })
    }
}

/// The rules of a policy that may be written for clients which know neither channels nor times nor the rules of others.
private struct OldClientSelection {
    /// A system that every release runs on: the format knows no systems.
    private static let newestSystem = "99"

    private let policy: Policy
    private let needsRelease: Bool
    private let platform: Platform
    private let now: Date
    /// The decisions, by the installed version.
    private let decisions: [(version: AppVersion, decision: Decision)]
    private var reasons: [String: String] = [:]

    init(_ manifest: PreparedManifest, platform: Platform, now: Date, needsRelease: Bool) {
        policy = manifest.manifest.policy
        self.platform = platform
        self.now = now
        self.needsRelease = needsRelease
        decisions = Self.versions(of: manifest.manifest, platform: platform).map { version in
            let installation = Installation(
                platform: platform, version: version.description, channel: .appstore,
                os: OperatingSystem("\(platform.displayName) \(Self.newestSystem)"))
            return (version, decide(manifest, for: installation, at: now))
        }
    }

    /// The rules that are left out, in the order of the policy.
    var leftOut: [OldClientFile.LeftOut] {
        policy.rules.compactMap { rule in
            reasons[rule.id].map { OldClientFile.LeftOut(rule: rule.id, reason: $0) }
        }
    }

    mutating func leaveOut(_ rule: String, because reason: String) { reasons[rule] = reasons[rule] ?? reason }

    /// Returns the rules that may be written, reduced to what a file without channels and times says. Leaves out the others.
    mutating func rules(knowsRecommendations: Bool) -> [Rule] {
        policy.rules.compactMap { rule in
            // An exemption is nothing to hear of. The decisions respect it.
            guard !rule.effect.isExemption, let condition = remaining(of: rule.when) else { return nil }
            if knowsRecommendations, rule.effect.update == .recommended, rule.effect.perChange.isEmpty {
                return recommendation(rule, when: condition)
            }
            return requirement(rule, when: condition)
        }
    }

    private mutating func requirement(_ rule: Rule, when condition: Condition) -> Rule? {
        if rule.effect.maintenance != nil {
            leaveOut(rule.id, because: "The format knows no maintenance.")
            return nil
        }
        if rule.effect.update == .recommended, rule.effect.deadline == nil, rule.effect.perChange.isEmpty {
            leaveOut(rule.id, because: "The format can only require an update.")
            return nil
        }
        guard case .version(let range) = condition else {
            let key = condition.conjuncts.first { if case .version = $0 { false } else { true } }?.key ?? "when"
            leaveOut(rule.id, because: "The format only knows versions, not \"\(key)\".")
            return nil
        }
        let inside = decisions.filter { range.contains(version: $0.version, build: nil) { .unknown } != .false }
        if let (version, decision) = inside.first(where: { !isRequired($0.decision) }) {
            leaveOut(rule.id, because: reason(decision, version: version, of: rule))
            return nil
        }
        // It cannot match any version.
        guard !inside.isEmpty else { return nil }
        var effect = Effect(update: .required)
        effect.url = policy.appleID == nil ? rule.effect.url : nil
        return Rule(id: rule.id, when: condition, effect: effect)
    }

    private mutating func recommendation(_ rule: Rule, when condition: Condition) -> Rule? {
        let matched = decisions.filter { $0.decision.rule == rule.id }
        guard !matched.isEmpty, matched.allSatisfy({ $0.decision.status == .recommended }) else {
            leaveOut(rule.id, because: "It recommends no update at the moment.")
            return nil
        }
        var effect = Effect(update: .recommended)
        (effect.remind, effect.target) = (rule.effect.remind, rule.effect.target)
        return Rule(id: rule.id, when: condition, effect: effect)
    }

    private func isRequired(_ decision: Decision) -> Bool {
        decision.status == .required || (!needsRelease && decision.status == .requiredUnavailable)
    }

    private func reason(_ decision: Decision, version: AppVersion, of rule: Rule) -> String {
        switch decision.status {
        case .requiredUnavailable: "There is no update for version \(version) at the moment."
        case _ where decision.rule != nil && decision.rule != rule.id:
            "For version \(version) the rule \"\(decision.rule ?? "")\" decides: \(decision.status.rawValue)."
        default: "Not every installation of version \(version) must update at the moment."
        }
    }

    /// Returns what is left of a condition for an installation from the App Store at this time; `nil` if it is not met.
    private func remaining(of condition: Condition) -> Condition? {
        var rest: [Condition] = []
        for part in condition.conjuncts {
            switch part {
            case .platform(let platforms): if !platforms.contains(platform) { return nil }
            case .channel(let channels): if !channels.contains(.appstore) { return nil }
            case .after(let date): if now < date { return nil }
            case .before(let date): if now >= date { return nil }
            default: rest.append(part)
            }
        }
        return rest.count == 1 ? rest[0] : .all(rest)
    }

    /// The versions at which a decision may change, and one just above each.
    private static func versions(of manifest: Manifest, platform: Platform) -> [AppVersion] {
        var named: Set<AppVersion> = []
        for rule in manifest.policy.rules {
            rule.when.forEach { if case .version(let range) = $0 { named.formUnion(range.explicitBounds) } }
            if let target = rule.effect.target { named.insert(target.version) }
        }
        for release in manifest.catalog.releases where release.platform == platform { named.insert(release.version) }
        if let zero = try? AppVersion("0") { named.insert(zero) }
        let above = named.lazy.filter { !$0.hasSuffix }.compactMap { try? AppVersion("\($0).0.0.1") }
        return named.union(above).sorted()
    }
}
