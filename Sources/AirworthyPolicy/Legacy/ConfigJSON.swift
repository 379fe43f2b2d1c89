/// The plain `config.json` that many teams host: `{"url", "version", "minimum_version", "specific_versions"}`.
///
/// The versions in `specific_versions` must update, and every version below `minimum_version`. Without a
/// `minimum_version`, `version` is the minimum. Nothing is below `0`, which stands for no minimum. The rules assert the author's URL, so they need no catalog.
///
/// ```swift
/// let (policy, findings) = ConfigJSON.read(json: bytes)
/// if let policy { decide(Manifest(policy: policy), for: installation, at: .now) }
/// ```
public enum ConfigJSON {
    /// The id of the rule for `specific_versions`.
    public static let specificVersionsID = "specific-versions"
    /// The id of the rule for `minimum_version` or `version`.
    public static let minimumVersionID = "minimum-version"

    /// Reads a file as a policy.
    ///
    /// - Parameters:
    ///   - document: The root node.
    ///   - channels: The channels to which the file applies; `nil` for those that its link fits, so only the App Store if the link leads
    ///     there. In TestFlight the rules send testers to the app's page in TestFlight.
    /// - Returns: The policy, or `nil` if any finding is an error, and the findings in the order of the text. Unknown keys
    ///   are warnings, because existing clients ignore them.
    public static func read(
        _ document: DocumentNode, channels: [Channel]? = nil
    ) -> (policy: Policy?, findings: [Finding]) {
        let reader = ConfigReader(channels: channels)
        let policy = reader.policy(DocumentField(document))
        let findings = reader.document.findings
        return (findings.hasErrors ? nil : policy, findings.sorted)
    }

    /// Reads a file's text as a policy. Trailing commas are allowed, because existing clients accept them.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8. The caller limits the size.
    ///   - channels: The channels to which the file applies; `nil` for those that its link fits.
    /// - Returns: The policy, or `nil` if any finding is an error, and the findings. Invalid JSON is one finding.
    public static func read(
        json bytes: some Collection<UInt8>, channels: [Channel]? = nil
    ) -> (policy: Policy?, findings: [Finding]) {
        do throws(DocumentError) {
            let options = JSONReader.Options(allowsTrailingCommas: true)
            return read(try JSONReader.read(bytes, options: options), channels: channels)
        } catch {
            return (nil, [error.finding])
        }
    }
}

private struct ConfigReader {
    let channels: [Channel]?
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
        let appleID = url.flatMap { OpenableURL.appStoreID(in: $0) }
        var rules: [Rule] = []
        let exact = (specific ?? []).compactMap { try? VersionRange($0.description) }
        if !exact.isEmpty {
            rules += self.rules(ConfigJSON.specificVersionsID, for: exact, url: url, appleID: appleID)
        }
        if let floor = object["minimum_version"] == nil ? current : minimum,
            let below = try? VersionRange("<\(floor.description)"), !below.isEmpty
        {
            rules += self.rules(ConfigJSON.minimumVersionID, for: [below], url: url, appleID: appleID)
        }
        if rules.isEmpty, !document.findings.hasErrors {
            document.findings.report(
                "no-effect", severity: .warning, at: object.field,
                message: "The file names no version, so it requires no update.")
        }
        return Policy(appleID: appleID, rules: rules)
    }

    /// Returns the rule that requires an update of some versions, and the one for TestFlight, where the file's link leads nowhere.
    private func rules(_ id: String, for ranges: [VersionRange], url: String?, appleID: Int?) -> [Rule] {
        let versions = Condition.version(ranges.count == 1 ? ranges[0] : .any(ranges))
        func rule(_ id: String, when condition: Condition, url: String?) -> Rule {
            var effect = Effect(update: .required)
            effect.url = url
            return Rule(id: id, when: condition, effect: effect)
        }
        guard let channels else { return [rule(id, when: versions, url: url)] }
        let beta = channels.filter(\.isTestFlight)
        let others = channels.filter { !$0.isTestFlight }
        var rules: [Rule] = []
        if !others.isEmpty { rules.append(rule(id, when: .all([.channel(others), versions]), url: url)) }
        if !beta.isEmpty {
            rules.append(
                rule("\(id)-testflight", when: .all([.channel(beta), versions]), url: UpdateLink.testFlight(appleID)))
        }
        return rules
    }
}
