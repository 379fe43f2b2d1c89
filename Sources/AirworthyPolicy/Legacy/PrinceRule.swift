/// A rule as far as an entry of Prince of Versions can say it.
struct PrinceRule {
    /// What must be met, on one platform.
    struct Requirements: Equatable {
        var os: AppVersion?
        var attributes = JSONObject()

        static func == (a: Requirements, b: Requirements) -> Bool {
            a.os == b.os && Set(a.attributes.members) == Set(b.attributes.members)
        }

        /// Whether no device can meet both.
        func excludes(_ other: Requirements) -> Bool {
            attributes.members.contains { member in
                other.attributes[member.key].map { !Self.isEqual($0, member.value) } ?? false
            }
        }

        private static func isEqual(_ a: JSONValue, _ b: JSONValue) -> Bool {
            if case .number(let a) = a, case .number(let b) = b { return a.isEqual(numerically: b) }
            return a == b
        }
    }

    /// The versions it is about.
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
    /// The platforms it is for; `nil` is all.
    private(set) var platforms: [Platform]?
    private(set) var versions = Versions.all
    private var systems: [Platform: AppVersion] = [:]
    private var attributes = JSONObject()

    func requirements(on platform: Platform?) -> Requirements {
        Requirements(os: platform.flatMap { systems[$0] }, attributes: attributes)
    }

    /// Reads a rule.
    /// - Returns: `nil` if the format cannot say it; the report tells why.
    init?(_ rule: Rule, at path: String, _ report: inout PolicyReport) {
        self.path = path
        meta = rule.meta
        remind = rule.effect.remind
        target = rule.effect.target
        level = rule.effect.update ?? .none
        let before = report.findings.count
        report.check(rule.effect, at: path)
        if let url = rule.effect.url, OpenableURL.appStoreID(in: url) == nil {
            report.drop("\(path).url", "The URL is left out: clients of the format know their own page.")
        }
        if level == .recommended, ![.always, .once].contains(remind) {
            report.drop("\(path).remind", "`\(remind)` becomes ONCE: the format knows ALWAYS and ONCE.")
        }
        var seen: Set<String> = []
        for part in rule.when.conjuncts {
            if case .attribute = part {
                // One key may ask for several attributes.
            } else if !seen.insert(part.key).inserted {
                report.refuse("\(path).when.\(part.key)", "The format knows one condition of a kind; make one of them.")
                continue
            }
            add(part, &report)
        }
        if report.findings[before...].contains(where: { $0.severity == .error }) { return nil }
    }

    private mutating func add(_ condition: Condition, _ report: inout PolicyReport) {
        let place = "\(path).when.\(condition.key)"
        switch condition {
        case .platform(let names):
            limit(to: names)
            if let foreign = names.first(where: { !PrinceOfVersions.platforms.contains($0) }) {
                report.refuse(place, "The format does not know \(foreign.displayName).")
            }
        case .os(let ranges):
            limit(to: Array(ranges.keys))
            for (platform, range) in ranges.sorted(by: { $0.key.description < $1.key.description }) {
                guard let version = range.floor, version.build == nil, Self.isWritable(version) else {
                    report.refuse(place, "The format knows the oldest system, as in `>=15`, not `\(range)`.")
                    continue
                }
                systems[platform] = version.version
            }
        case .attribute(let name, let values, let ifMissing): add(name, values, ifMissing, place, &report)
        case .version(let range):
            if let versions = Self.versions(range) {
                self.versions = versions
            } else {
                report.refuse(place, "The format knows everything below a version, not `\(range)`.")
            }
        default: report.refuse(place, "The format cannot say \"\(condition.key)\".")
        }
    }

    private mutating func add(
        _ name: String, _ values: [JSONValue], _ ifMissing: Truth, _ place: String, _ report: inout PolicyReport
    ) {
        let path = "\(place).\(name)"
        if values.count != 1 { report.refuse(path, "A requirement is one value; make a rule of each.") }
        if ifMissing != .false {
            report.refuse(path, "A requirement without a check is unmet; write \"ifMissing\": false beside it.")
        }
        if PrinceOfVersions.camelCased(name) != name || name == "requiredOsVersion" {
            report.refuse(
                path, "Clients look requirements up in camel case, and requiredOsVersion is the system's; rename it.")
        }
        if let value = values.first, let other = attributes[name], other != value {
            report.refuse(path, "It cannot have two values at once.")
        }
        attributes[name] = values.first
    }

    private mutating func limit(to names: [Platform]) {
        platforms = platforms.map { $0.filter { names.contains($0) } } ?? names
    }

    /// Whether the format can write it: major, minor and patch, and a whole number for the build.
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
