extension PrinceOfVersions {
    /// Writes a policy as v2, with a v1 object beside it for older clients where that can say the same.
    ///
    /// Each run of rules with the same requirements becomes an entry: a required one below a version, then a
    /// recommended one below another, then `update: none`, which stops the search as every entry of the format does.
    /// - Parameters:
    ///   - policy: The policy.
    ///   - catalog: The known releases, which say what `latest` is.
    ///   - platforms: The platforms to write, of ``platforms``; `nil` is those the rules or the catalog name, else iOS.
    /// - Returns: The file, or `nil` if any finding is an error, and the findings with paths into the policy. What the
    ///   format cannot say is an error; texts, features and cadences are left out or lowered with a warning.
    public static func write(
        _ policy: Policy, catalog: Catalog = .empty, platforms: [Platform]? = nil
    ) -> (json: JSONValue?, findings: [Finding]) {
        var writer = PrinceWriter(policy, catalog)
        let json = writer.write(platforms)
        // Not a conditional expression: in one, nil would be the JSON null.
        guard !writer.report.hasErrors else { return (Optional.none, writer.report.findings) }
        return (json, writer.report.findings)
    }
}

/// An entry in the making.
private struct Draft {
    var requirements: PrinceRule.Requirements
    var level: UpdateLevel
    var meta: JSONObject?
    var required: BuildVersion?
    var last: BuildVersion?
    var remind = Reminder.once
    var targets: [(path: String, target: UpdateTarget)] = []

    var isClosed: Bool { level == .none }
    /// Every entry names a version: one that only exempts requires what nobody has.
    var writtenRequired: BuildVersion? { required == nil && last == nil ? BuildVersion("0") : required }
}

private struct PrinceWriter {
    var report = PolicyReport()
    private let policy: Policy
    private let catalog: Catalog

    init(_ policy: Policy, _ catalog: Catalog) {
        self.policy = policy
        self.catalog = catalog
    }

    mutating func write(_ wanted: [Platform]?) -> JSONValue {
        report.check(policy)
        let rules = policy.rules.enumerated().compactMap { index, rule in
            PrinceRule(rule, at: "rules[\(index)]", &report)
        }
        var writer = ObjectWriter()
        var count = 0
        for platform in platforms(wanted, rules) {
            let drafts = drafts(of: rules, platform)
            count += drafts.count
            if drafts.isEmpty { continue }
            if let old = v1(drafts) {
                writer.add(platform.description, value: old)
            } else {
                report.note(
                    "old-clients", "rules",
                    "Clients before version 4 find nothing for \(platform.displayName): they know one entry and no "
                        + "requirements but the system's version.")
            }
            writer.add("\(platform)2", value: .array(drafts.map { v2($0) }))
        }
        if count == 0, !report.hasErrors {
            report.refuse("rules", "There is no rule for iOS or macOS; the format needs an entry.")
        }
        writer.add("meta", value: policy.meta.map(JSONValue.object))
        return writer.value
    }

    private func platforms(_ wanted: [Platform]?, _ rules: [PrinceRule]) -> [Platform] {
        if let wanted { return PrinceOfVersions.platforms.filter { wanted.contains($0) } }
        let known = PrinceOfVersions.platforms.filter { catalog.releases.map(\.platform).contains($0) }
        // A rule for every platform has to be written for one at least.
        let general = known.isEmpty && rules.contains { $0.platforms == nil } ? [.ios] : known
        let named = general + rules.flatMap { $0.platforms ?? [] }
        return PrinceOfVersions.platforms.filter { named.contains($0) }
    }

    // MARK: Entries

    private mutating func drafts(of rules: [PrinceRule], _ platform: Platform) -> [Draft] {
        var drafts: [Draft] = []
        for rule in rules where rule.platforms?.contains(platform) ?? true {
            let requirements = rule.requirements(on: platform)
            let mayJoin = drafts.last.map { last in
                last.requirements == requirements
                    && (rule.level.rank < last.level.rank || rule.level == .required && last.level == .required)
            }
            if mayJoin != true {
                if let open = drafts.first(where: { !$0.isClosed && !$0.requirements.excludes(requirements) }) {
                    refuseUnreachable(rule, after: open)
                    continue
                }
                drafts.append(Draft(requirements: requirements, level: rule.level, meta: rule.meta))
            }
            add(rule, platform, to: &drafts[drafts.count - 1])
        }
        for draft in drafts {
            for (path, target) in draft.targets
            where [draft.required, draft.last].compactMap({ $0 }).max() != BuildVersion(target.version, target.build) {
                report.refuse(path, "The format offers the higher version of an entry, not \(target).")
            }
        }
        return drafts
    }

    private mutating func refuseUnreachable(_ rule: PrinceRule, after draft: Draft) {
        let why =
            draft.requirements == rule.requirements(on: nil) || draft.level.rank <= rule.level.rank
            ? "write required rules first, then recommended ones, all with the same requirements"
            : "end the rules above with {\"update\": \"none\"} under their requirements"
        report.refuse(
            rule.path,
            "Clients stop at the first entry whose requirements are met, so this rule would never be reached: \(why).")
    }

    private mutating func add(_ rule: PrinceRule, _ platform: Platform, to draft: inout Draft) {
        if rule.meta != draft.meta {
            report.refuse("\(rule.path).meta", "The rules of an entry share one \"meta\".")
        }
        draft.level = rule.level
        rule.target.map { draft.targets.append(("\(rule.path).target", $0)) }
        guard let bounds = bounds(of: rule, platform) else { return }
        if let start = bounds.start, start != draft.required {
            report.refuse(
                "\(rule.path).when.version",
                "The range may start only where the required rule above ends, not at \(start).")
        }
        switch (rule.level, bounds.end) {
        case (.required, let end?): draft.required = max(draft.required ?? end, end)
        case (.recommended, let end?):
            draft.last = end
            draft.remind = rule.remind
        case (.none, nil): break
        case (_, nil):
            report.refuse("\(rule.path).when", "Say up to which version this counts, e.g. {\"version\": \"<2.0\"}.")
        case (.none, _?):
            report.refuse("\(rule.path).when.version", "An exemption holds for all the versions the rules above leave.")
        }
    }

    private mutating func bounds(
        of rule: PrinceRule, _ platform: Platform
    ) -> (start: BuildVersion?, end: BuildVersion?)? {
        switch rule.versions {
        case .all: return rule.level == .recommended ? newest(rule, platform).map { (nil, $0) } : (nil, nil)
        case .belowLatest: return newest(rule, platform).map { (nil, $0) }
        case .from(let start):
            return rule.level == .recommended ? newest(rule, platform).map { (start, $0) } : (start, nil)
        case .upTo(let start, let end): return (start, end)
        }
    }

    /// What `latest` is: the newest release on the App Store.
    private mutating func newest(_ rule: PrinceRule, _ platform: Platform) -> BuildVersion? {
        let offers = catalog.releases.filter { $0.platform == platform }.flatMap { release in
            release.offers.map { (release, $0) }
        }
        let seen = offers.filter { $0.1.channel == .appstore && $0.1.source != Offer.asserted }
        let newest = (seen.isEmpty ? offers.filter { $0.1.channel == .appstore } : seen).first { release, offer in
            offer.state == .live
                && policy.withdrawn?.contains(version: release.version, build: release.build, latest: { .unknown })
                    != .true
        }
        guard let (release, offer) = newest else {
            report.refuse(
                "\(rule.path).when",
                "Nobody knows the newest release for \(platform.displayName); give a catalog, or name a version.")
            return nil
        }
        if let fronts = offer.storefronts {
            report.drop(
                "\(rule.path).when",
                "\(release.version) counts as the newest everywhere, though it is only known for "
                    + "\(fronts.sorted().map(\.code).joined(separator: ", ")).")
        }
        let isPlain = release.build?.description.utf8.allSatisfy(\.isDigit) ?? true
        let version = BuildVersion(release.version, isPlain ? release.build : nil)
        guard PrinceRule.isWritable(version) else {
            report.refuse("\(rule.path).when", "The newest release is \(version), which the format cannot write.")
            return nil
        }
        return version
    }

    // MARK: Writing

    private func v2(_ draft: Draft) -> JSONValue {
        var writer = ObjectWriter()
        writer.add("required_version", value: draft.writtenRequired?.description)
        writer.add("last_version_available", value: draft.last?.description)
        if draft.last != nil { writer.add("notify_last_version_frequency", value: frequency(draft)) }
        var requirements = ObjectWriter()
        requirements.add("required_os_version", value: draft.requirements.os?.description)
        for member in draft.requirements.attributes.members { requirements.add(member.key, value: member.value) }
        writer.add("requirements", value: requirements.value, unless: .object([:])) { $0 }
        writer.add("meta", value: draft.meta.map(JSONValue.object))
        return writer.value
    }

    private func v1(_ drafts: [Draft]) -> JSONValue? {
        guard drafts.count == 1, drafts[0].requirements.attributes.isEmpty else { return nil }
        let draft = drafts[0]
        var writer = ObjectWriter()
        writer.add("minimum_version", value: draft.writtenRequired?.description)
        let os = draft.requirements.os?.description
        if draft.writtenRequired != nil { writer.add("minimum_version_min_sdk", value: os) }
        if let last = draft.last {
            var latest = ObjectWriter()
            latest.add("version", value: last.description)
            latest.add("notification_type", value: frequency(draft))
            latest.add("min_sdk", value: os)
            writer.add("latest_version", value: latest.value)
        }
        return writer.value
    }

    private func frequency(_ draft: Draft) -> String { draft.remind == .always ? "ALWAYS" : "ONCE" }
}

extension UpdateLevel {
    /// How hard it is, for order.
    fileprivate var rank: Int {
        switch self {
        case .none: 0
        case .recommended: 1
        case .required: 2
        }
    }
}
