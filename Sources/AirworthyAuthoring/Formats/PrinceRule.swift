import AirworthyPolicy

/// A rule in the terms of Prince of Versions.
struct PrinceRule {
    /// The requirements of an entry on one platform.
    struct Requirements: Equatable {
        var os: AppVersion?
        var attributes = JSONObject()

        static func == (a: Requirements, b: Requirements) -> Bool {
            a.os == b.os && Set(a.attributes.members) == Set(b.attributes.members)
        }

        /// Whether no installation can meet both.
        func excludes(_ other: Requirements) -> Bool {
            attributes.members.contains { member in
                other.attributes[member.key].map { !$0.isEqualAttribute(to: member.value) } ?? false
            }
        }
    }

    /// The versions that a rule matches.
    enum Versions {
        case all
        case belowLatest
        case from(BuildVersion)
        case upTo(start: BuildVersion?, end: BuildVersion)
    }

    let path: String
    let level: UpdateLevel
    let meta: JSONObject?
    let remind: Reminder
    let target: UpdateTarget?
    /// The platforms of the rule; `nil` means all.
    private(set) var platforms: [Platform]?
    private(set) var versions = Versions.all
    private var systems: [Platform: AppVersion] = [:]
    private var attributes = JSONObject()

    func requirements(on platform: Platform?) -> Requirements {
        Requirements(os: platform.flatMap { systems[$0] }, attributes: attributes)
    }

    /// Reads a rule.
    /// - Returns: `nil` if the format cannot express it; the report has the reason.
    init?(_ rule: Rule, at path: String, report: inout ExportReport) {
        self.path = path
        meta = rule.meta
        remind = rule.effect.remind
        target = rule.effect.target
        level = rule.effect.update ?? .none
        let before = report.findings.count
        report.check(rule.effect, at: path)
        if let url = rule.effect.url, OpenableURL.appStoreID(in: url) == nil {
            report.drop("\(path).url", because: "The URL is left out: clients of the format know their own page.")
        }
        if level == .recommended, ![.always, .once].contains(remind) {
            report.drop("\(path).remind", because: "`\(remind)` becomes ONCE: the format knows ALWAYS and ONCE.")
        }
        var seen: Set<String> = []
        for part in rule.when.conjuncts {
            if case .attribute = part {
                // One key may ask for several attributes.
            } else if !seen.insert(part.key).inserted {
                report.refuse(
                    "\(path).when.\(part.key)",
                    because: "The format has one condition for each key; combine them into one.")
                continue
            }
            add(part, report: &report)
        }
        if report.findings[before...].contains(where: { $0.severity == .error }) { return nil }
    }

    private mutating func add(_ condition: Condition, report: inout ExportReport) {
        let place = "\(path).when.\(condition.key)"
        switch condition {
        case .platform(let names):
            limit(to: names)
            if let foreign = names.first(where: { !PrinceOfVersions.platforms.contains($0) }) {
                report.refuse(place, because: "The format does not know \(foreign.displayName).")
            }
        case .os(let ranges):
            limit(to: Array(ranges.keys))
            for (platform, range) in ranges.sorted(by: { $0.key.description < $1.key.description }) {
                guard let version = range.floor, version.build == nil, Self.isWritable(version) else {
                    report.refuse(place, because: "The format knows the oldest system, as in `>=15`, not `\(range)`.")
                    continue
                }
                systems[platform] = version.version
            }
        case .attribute(let name, let values, let ifMissing):
            add(attribute: name, values: values, ifMissing: ifMissing, at: "\(place).\(name)", report: &report)
        case .version(let range):
            if let versions = Self.versions(range) {
                self.versions = versions
            } else {
                report.refuse(place, because: "The format knows everything below a version, not `\(range)`.")
            }
        default: report.refuse(place, because: "The format does not support \"\(condition.key)\".")
        }
    }

    private mutating func add(
        attribute name: String, values: [JSONValue], ifMissing: Truth, at path: String, report: inout ExportReport
    ) {
        if values.count != 1 { report.refuse(path, because: "A requirement is one value; make a rule of each.") }
        if ifMissing != .false {
            report.refuse(
                path,
                because: "The format has no requirements that hold without the attribute; add \"ifMissing\": false.")
        }
        if PrinceOfVersions.camelCased(name) != name || name == "requiredOsVersion" {
            report.refuse(
                path,
                because: "Clients look up requirements in camel case, and requiredOsVersion is the system's; rename it."
            )
        }
        if let value = values.first, let other = attributes[name], other != value {
            report.refuse(path, because: "An attribute cannot have two values at once.")
        }
        attributes[name] = values.first
    }

    private mutating func limit(to names: [Platform]) {
        platforms = platforms.map { $0.filter { names.contains($0) } } ?? names
    }

    /// Whether the format can express the version: major, minor and patch, and a whole number for the build.
    static func isWritable(_ version: BuildVersion) -> Bool {
        !version.version.hasSuffix && version.version.description.split(separator: ".").count <= 3
            && version.build?.description.utf8.allSatisfy(\.isDigit) ?? true
    }

    private static func versions(_ range: VersionRange) -> Versions? {
        if range == (try? VersionRange("<latest")) { return .belowLatest }
        if let end = range.ceiling { return isWritable(end) ? .upTo(start: nil, end: end) : nil }
        if let start = range.floor { return .from(start) }
        return range.ends.flatMap { isWritable($0.end) ? .upTo(start: $0.start, end: $0.end) : nil }
    }
}
