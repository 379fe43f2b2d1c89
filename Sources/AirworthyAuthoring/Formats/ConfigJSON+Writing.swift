public import AirworthyPolicy

extension ConfigJSON {
    /// Writes a policy whose rules all require an update, of exact versions or of everything below one.
    ///
    /// The minimum is written twice: as `minimum_version`, and as `version` for the oldest clients. Without a minimum both are `0`, because
    /// clients of other authors cannot read a file that lacks one.
    /// - Parameter policy: The policy. The URL is that of the rules, else the policy's App Store page or link.
    /// - Returns: The file, or `nil` if any finding is an error, and the findings with paths into the policy. A rule that
    ///   the format cannot express is an error; texts and features are left out with a warning.
    public static func write(_ policy: Policy) -> (json: JSONValue?, findings: [Finding]) {
        var writer = ConfigWriter(policy: policy)
        let json = writer.write()
        // Not a conditional expression: there, nil would be the JSON null.
        guard !writer.report.hasErrors else { return (Optional.none, writer.report.findings) }
        return (json, writer.report.findings)
    }
}

private struct ConfigWriter {
    let policy: Policy
    private(set) var report = ExportReport()
    private var exact: [AppVersion] = []
    private var floor: AppVersion?
    private var url: String?

    init(policy: Policy) { self.policy = policy }

    mutating func write() -> JSONValue {
        report.check(policy)
        if policy.meta != nil { report.drop("meta", because: "It is left out: the format has no place for it.") }
        for (index, rule) in policy.rules.enumerated() { add(rule, at: "rules[\(index)]") }
        let page = url ?? UpdateLink.choose(for: .appstore, policy: policy)
        if page == nil {
            report.refuse(
                "appleID", because: "The format needs a URL; give the rules a \"url\" or the policy an \"appleID\".")
        }
        var writer = ObjectWriter()
        writer.add("url", value: page)
        let minimum = floor?.description ?? "0"
        writer.add("version", value: minimum)
        writer.add("minimum_version", value: minimum)
        if !exact.isEmpty { writer.add("specific_versions", value: .array(exact.map { .text($0) })) }
        return writer.value
    }

    private mutating func add(_ rule: Rule, at path: String) {
        report.check(rule.effect, at: path)
        if rule.meta != nil { report.drop("\(path).meta", because: "It is left out: the format has no place for it.") }
        if rule.effect.target != nil { report.refuse("\(path).target", because: "The format cannot name a target.") }
        if rule.effect.update != .required, rule.effect.maintenance == nil, rule.effect.perChange.isEmpty {
            report.refuse("\(path).update", because: "The format can only require an update; leave the rule out.")
        }
        if let mine = rule.effect.url {
            if let url, url != mine {
                report.refuse("\(path).url", because: "The format has one URL; another rule names \(url).")
            }
            url = url ?? mine
        }
        var ranges: [VersionRange] = []
        for part in rule.when.conjuncts {
            if case .version(let range) = part {
                ranges.append(range)
            } else {
                report.refuse(
                    "\(path).when.\(part.key)", because: "The format only knows versions, not \"\(part.key)\".")
            }
        }
        if ranges.count != 1 {
            report.refuse(
                "\(path).when", because: "Write one \"version\" condition: exact versions, or everything below one.")
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
            report.refuse(path, because: "The format knows exact versions and everything below one, not `\(range)`.")
        }
    }
}
