/// The plain `config.json` teams host today: `{"url", "version", "minimum_version", "specific_versions"}`.
///
/// `specific_versions` come first, each one exactly; then everything below `minimum_version`. `version` is what the
/// oldest clients read: a floor only where there is no `minimum_version`. The author names a URL, so the rules assert it.
public enum ConfigJSON {
    /// The id of the rule made of `specific_versions`.
    public static let specificVersionsID = "specific-versions"
    /// The id of the rule made of `minimum_version` or `version`.
    public static let minimumVersionID = "minimum-version"

    /// Reads a file as a policy.
    ///
    /// - Parameter document: The root node.
    /// - Returns: The policy, or `nil` if any finding is an error, and the findings in the order of the text. Unknown keys
    ///   are warnings: clients in the field ignore them.
    public static func read(_ document: DocumentNode) -> (policy: Policy?, findings: [Finding]) {
        let reader = ConfigJSONReader()
        guard
            let object = reader.document.object(DocumentField(document), wanted: "an object with \"url\" and versions")
        else {
            return (nil, reader.findings.all)
        }
        let policy = reader.configJSON(object)
        return (reader.findings.hasErrors ? nil : policy, reader.findings.sorted)
    }
}

private struct ConfigJSONReader {
    let document = DocumentReader()
    private var values: ValueReader { ValueReader(document) }
    var findings: FindingCollector { document.findings }

    func configJSON(_ object: DocumentObject) -> Policy {
        document.checkKeys(
            of: object, known: ["url", "version", "minimum_version", "specific_versions"], severity: .warning)
        let url = document.required("url", in: object, help: "write where the update can be had.") { values.url($0) }
        let current = document.optional("version", in: object) { values.version($0) }
        let minimum = document.optional("minimum_version", in: object) { values.version($0) }
        let specific = document.optional("specific_versions", in: object) { field in
            document.list(field, of: "versions")?.compactMap { values.version($0) }
        }
        func rule(_ id: String, _ ranges: [VersionRange]) -> Rule {
            var effect = Effect(update: .required)
            effect.url = url
            return Rule(id: id, when: .version(ranges.count == 1 ? ranges[0] : .any(ranges)), effect: effect)
        }

        var rules: [Rule] = []
        let exact = (specific ?? []).compactMap { try? VersionRange($0.description) }
        if !exact.isEmpty { rules.append(rule(ConfigJSON.specificVersionsID, exact)) }
        if let floor = object["minimum_version"] == nil ? current : minimum,
            let below = try? VersionRange("<\(floor.description)")
        {
            rules.append(rule(ConfigJSON.minimumVersionID, [below]))
        }
        if rules.isEmpty, !findings.hasErrors {
            findings.report(
                "no-effect", severity: .warning, at: object.field,
                message: "No version is named; nobody will be asked to update.")
        }
        return Policy(appleID: url.flatMap { OpenableURL.appStoreID(in: $0) }, rules: rules)
    }
}
