import AirworthyPolicy

/// An entry to which rules are still added.
private struct PrinceDraft {
    var requirements: PrinceRule.Requirements
    var level: UpdateLevel
    var meta: JSONObject?
    var required: BuildVersion?
    var last: BuildVersion?
    var remind = Reminder.once
    var targets: [(path: String, target: UpdateTarget)] = []

    var isClosed: Bool { level == .none }
    /// The required version to write. Every entry needs a version, so an entry that only exempts has version 0.
    var writtenRequired: BuildVersion? { required == nil && last == nil ? BuildVersion("0") : required }
}

/// Writes a policy as a file of Prince of Versions.
struct PrinceWriter {
    let policy: Policy
    let catalog: Catalog
    private(set) var report = ExportReport()

    init(policy: Policy, catalog: Catalog) {
        self.policy = policy
        self.catalog = catalog
    }

    mutating func write(_ wanted: [Platform]?) -> JSONValue {
        report.check(policy)
        let rules = policy.rules.enumerated().compactMap { index, rule in
            PrinceRule(rule, at: "rules[\(index)]", report: &report)
        }
        var writer = ObjectWriter()
        var count = 0
        for platform in platforms(wanted, named: rules) {
            let drafts = drafts(of: rules, on: platform)
            count += drafts.count
            if drafts.isEmpty { continue }
            if let old = v1(drafts) {
                writer.add(platform.description, value: old)
            } else {
                report.note(
                    "old-clients", at: "rules",
                    message:
                        "Clients before version 4 find nothing for \(platform.displayName): they know one entry and no "
                        + "requirements but the system's version.")
            }
            writer.add("\(platform)2", value: .array(drafts.map { v2($0) }))
        }
        if count == 0, !report.hasErrors {
            report.refuse("rules", because: "There is no rule for iOS or macOS; the format needs an entry.")
        }
        writer.add("meta", value: policy.meta.map(JSONValue.object))
        return writer.value
    }

    private func platforms(_ wanted: [Platform]?, named rules: [PrinceRule]) -> [Platform] {
        if let wanted { return PrinceOfVersions.platforms.filter { wanted.contains($0) } }
        let known = PrinceOfVersions.platforms.filter { catalog.releases.map(\.platform).contains($0) }
        // A rule for every platform needs at least one.
        let general = known.isEmpty && rules.contains { $0.platforms == nil } ? [.ios] : known
        let named = general + rules.flatMap { $0.platforms ?? [] }
        return PrinceOfVersions.platforms.filter { named.contains($0) }
    }

    // MARK: Entries

    private mutating func drafts(of rules: [PrinceRule], on platform: Platform) -> [PrinceDraft] {
        var drafts: [PrinceDraft] = []
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
                drafts.append(PrinceDraft(requirements: requirements, level: rule.level, meta: rule.meta))
            }
            add(rule, on: platform, to: &drafts[drafts.count - 1])
        }
        for draft in drafts {
            for (path, target) in draft.targets
            where [draft.required, draft.last].compactMap({ $0 }).max()
                != BuildVersion(target.version, build: target.build)
            {
                report.refuse(path, because: "The format offers the higher version of an entry, not \(target).")
            }
        }
        return drafts
    }

    private mutating func refuseUnreachable(_ rule: PrinceRule, after draft: PrinceDraft) {
        let why =
            draft.requirements == rule.requirements(on: nil) || draft.level.rank <= rule.level.rank
            ? "write required rules first, then recommended ones, all with the same requirements"
            : "end the rules above with {\"update\": \"none\"} under their requirements"
        report.refuse(
            rule.path,
            because:
                "Clients stop at the first entry whose requirements are met, so this rule would never be reached: \(why)."
        )
    }

    private mutating func add(_ rule: PrinceRule, on platform: Platform, to draft: inout PrinceDraft) {
        if rule.meta != draft.meta {
            report.refuse("\(rule.path).meta", because: "The rules of an entry share one \"meta\".")
        }
        draft.level = rule.level
        rule.target.map { draft.targets.append(("\(rule.path).target", $0)) }
        guard let bounds = bounds(of: rule, on: platform) else { return }
        if let start = bounds.start, start != draft.required {
            report.refuse(
                "\(rule.path).when.version",
                because: "The range may start only where the required rule above ends, not at \(start).")
        }
        switch (rule.level, bounds.end) {
        case (.required, let end?): draft.required = max(draft.required ?? end, end)
        case (.recommended, let end?):
            draft.last = end
            draft.remind = rule.remind
        case (.none, nil): break
        case (_, nil):
            report.refuse(
                "\(rule.path).when", because: "Name the version up to which it applies, e.g. {\"version\": \"<2.0\"}.")
        case (.none, _?):
            report.refuse(
                "\(rule.path).when.version",
                because: "An exemption applies to all versions that the rules above do not match; remove the version.")
        }
    }

    private mutating func bounds(
        of rule: PrinceRule, on platform: Platform
    ) -> (start: BuildVersion?, end: BuildVersion?)? {
        switch rule.versions {
        case .all: return rule.level == .recommended ? newest(for: rule, on: platform).map { (nil, $0) } : (nil, nil)
        case .belowLatest: return newest(for: rule, on: platform).map { (nil, $0) }
        case .from(let start):
            return rule.level == .recommended ? newest(for: rule, on: platform).map { (start, $0) } : (start, nil)
        case .upTo(let start, let end): return (start, end)
        }
    }

    /// The value of `latest`: the newest release on the App Store.
    private mutating func newest(for rule: PrinceRule, on platform: Platform) -> BuildVersion? {
        let offers = catalog.releases.filter { $0.platform == platform }.flatMap { release in
            release.offers.map { (release, $0) }
        }
        let verified = offers.filter { $0.1.channel == .appstore && $0.1.source != Offer.asserted }
        let newest = (verified.isEmpty ? offers.filter { $0.1.channel == .appstore } : verified).first {
            release, offer in
            offer.state == .live
                && policy.withdrawn?.contains(version: release.version, build: release.build, latest: { .unknown })
                    != .true
        }
        guard let (release, offer) = newest else {
            report.refuse(
                "\(rule.path).when",
                because:
                    "The newest release for \(platform.displayName) is unknown; pass a catalog, or name a version.")
            return nil
        }
        if let storefronts = offer.storefronts {
            report.drop(
                "\(rule.path).when",
                because: "\(release.version) counts as the newest everywhere, though it is only known for "
                    + "\(storefronts.sorted().map(\.code).joined(separator: ", ")).")
        }
        let isPlain = release.build?.description.utf8.allSatisfy(\.isDigit) ?? true
        let version = BuildVersion(release.version, build: isPlain ? release.build : nil)
        guard PrinceRule.isWritable(version) else {
            report.refuse(
                "\(rule.path).when", because: "The newest release is \(version), which the format cannot express.")
            return nil
        }
        return version
    }

    // MARK: Writing

    private func v2(_ draft: PrinceDraft) -> JSONValue {
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

    private func v1(_ drafts: [PrinceDraft]) -> JSONValue? {
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

    private func frequency(_ draft: PrinceDraft) -> String { draft.remind == .always ? "ALWAYS" : "ONCE" }
}

extension UpdateLevel {
    /// The strength, for ordering.
    fileprivate var rank: Int {
        switch self {
        case .none: 0
        case .recommended: 1
        case .required: 2
        }
    }
}
