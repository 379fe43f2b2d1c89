extension ConfigJSON {
    /// Writes a policy of which every rule requires, for exact versions or for everything below one.
    ///
    /// The floor is written twice: as `minimum_version` and as `version`, which is what the oldest clients read.
    /// - Parameter policy: The policy. Its URL is the rules' own, else the App Store's page or link of the policy.
    /// - Returns: The file, or `nil` if any finding is an error, and the findings with paths into the policy. What the
    ///   format cannot say is an error; texts and features are left out with a warning.
    public static func write(_ policy: Policy) -> (json: JSONValue?, findings: [Finding]) {
        var writer = ConfigWriter(policy)
        let json = writer.write()
        // Not a conditional expression: in one, nil would be the JSON null.
        guard !writer.report.hasErrors else { return (Optional.none, writer.report.findings) }
        return (json, writer.report.findings)
    }
}

private struct ConfigWriter {
    var report = PolicyReport()
    private let policy: Policy
    private var exact: [AppVersion] = []
    private var floor: AppVersion?
    private var url: String?

    init(_ policy: Policy) {
        self.policy = policy
    }

    mutating func write() -> JSONValue {
        report.check(policy)
        if policy.meta != nil { report.drop("meta", "It is left out: the format has no place for it.") }
        for (index, rule) in policy.rules.enumerated() { add(rule, at: "rules[\(index)]") }
        let page = url ?? UpdateLink.choose(for: .appstore, policy: policy)
        if page == nil {
            report.refuse("appleID", "The format needs a URL; give the rules a \"url\" or the policy an \"appleID\".")
        }
        var writer = ObjectWriter()
        writer.add("url", value: page)
        writer.add("version", value: floor?.description)
        writer.add("minimum_version", value: floor?.description)
        if !exact.isEmpty { writer.add("specific_versions", value: .array(exact.map(JSONValue.text))) }
        return writer.value
    }

    private mutating func add(_ rule: Rule, at path: String) {
        report.check(rule.effect, at: path)
        if rule.meta != nil { report.drop("\(path).meta", "It is left out: the format has no place for it.") }
        if rule.effect.target != nil { report.refuse("\(path).target", "The format cannot name a target.") }
        if rule.effect.update != .required, rule.effect.maintenance == nil, rule.effect.perChange.isEmpty {
            report.refuse("\(path).update", "The format can only require; leave the rule out.")
        }
        if let mine = rule.effect.url {
            if let url, url != mine {
                report.refuse("\(path).url", "The format has one URL; another rule names \(url).")
            }
            url = url ?? mine
        }
        var ranges: [VersionRange] = []
        for part in rule.when.conjuncts {
            if case .version(let range) = part {
                ranges.append(range)
            } else {
                report.refuse("\(path).when.\(part.key)", "The format only knows versions, not \"\(part.key)\".")
            }
        }
        if ranges.count != 1 {
            report.refuse("\(path).when", "Name one \"version\": exact ones, or everything below one.")
            return
        }
        for member in ranges[0].members { add(member, at: "\(path).when.version") }
    }

    private mutating func add(_ range: VersionRange, at path: String) {
        if let version = range.exactVersion, !version.hasSuffix {
            exact.append(version)
        } else if let below = range.ceiling, below.build == nil {
            floor = max(floor ?? below.version, below.version)
        } else {
            report.refuse(path, "The format knows exact versions and everything below one, not `\(range)`.")
        }
    }
}
