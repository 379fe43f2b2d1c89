/// The plain `config.json` that many teams host: `{"url", "version", "minimum_version", "specific_versions"}`.
///
/// The versions in `specific_versions` must update, and every version below `minimum_version`. Without a
/// `minimum_version`, `version` is the minimum. The rules assert the author's URL, so they need no catalog.
///
/// ```swift
/// let (policy, findings) = ConfigJSON.read(try JSONReader.read(bytes))
/// if let policy { decide(Manifest(policy: policy), for: installation, at: .now) }
/// ```
public enum ConfigJSON {
    /// The id of the rule for `specific_versions`.
    public static let specificVersionsID = "specific-versions"
    /// The id of the rule for `minimum_version` or `version`.
    public static let minimumVersionID = "minimum-version"

    /// Reads a file as a policy.
    ///
    /// - Parameter document: The root node.
    /// - Returns: The policy, or `nil` if any finding is an error, and the findings in the order of the text. Unknown keys
    ///   are warnings, because existing clients ignore them.
    public static func read(_ document: DocumentNode) -> (policy: Policy?, findings: [Finding]) {
        let reader = ConfigReader()
        let policy = reader.policy(DocumentField(document))
        let findings = reader.document.findings
        return (findings.hasErrors ? nil : policy, findings.sorted)
    }

    /// Writes a policy whose rules all require an update, of exact versions or of everything below one.
    ///
    /// The minimum is written twice: as `minimum_version`, and as `version` for the oldest clients.
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

private struct ConfigReader {
    let document = DocumentReader()
    private var values: ValueReader { ValueReader(document) }

    func policy(_ root: DocumentField) -> Policy? {
        guard let object = document.object(root, wanted: "an object with \"url\" and versions") else { return nil }
        document.checkKeys(
            of: object, known: ["url", "version", "minimum_version", "specific_versions"], severity: .warning)
        let url = document.required("url", in: object, help: "write the URL of the update.") { values.url($0) }
        let current = document.optional("version", in: object) { values.version($0) }
        let minimum = document.optional("minimum_version", in: object) { values.version($0) }
        let specific = document.optional("specific_versions", in: object) { field in
            document.list(field, of: "versions")?.compactMap { values.version($0) }
        }
        func rule(id: String, for ranges: [VersionRange]) -> Rule {
            var effect = Effect(update: .required)
            effect.url = url
            return Rule(id: id, when: .version(ranges.count == 1 ? ranges[0] : .any(ranges)), effect: effect)
        }

        var rules: [Rule] = []
        let exact = (specific ?? []).compactMap { try? VersionRange($0.description) }
        if !exact.isEmpty { rules.append(rule(id: ConfigJSON.specificVersionsID, for: exact)) }
        if let floor = object["minimum_version"] == nil ? current : minimum,
            let below = try? VersionRange("<\(floor.description)")
        {
            rules.append(rule(id: ConfigJSON.minimumVersionID, for: [below]))
        }
        if rules.isEmpty, !document.findings.hasErrors {
            document.findings.report(
                "no-effect", severity: .warning, at: object.field,
                message: "The file names no version, so it requires no update.")
        }
        return Policy(appleID: url.flatMap { OpenableURL.appStoreID(in: $0) }, rules: rules)
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
        writer.add("version", value: floor?.description)
        writer.add("minimum_version", value: floor?.description)
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
