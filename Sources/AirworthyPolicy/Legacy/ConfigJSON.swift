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
        var walker = DocumentWalker()
        guard let object = walker.object(DocumentField(document), wanted: "an object with \"url\" and versions") else {
            return (nil, walker.findings)
        }
        let policy = walker.configJSON(object)
        return (walker.hasErrors ? nil : policy, walker.sortedFindings)
    }
}

extension DocumentWalker {
    fileprivate mutating func configJSON(_ object: DocumentObject) -> Policy {
        checkKeys(of: object, known: ["url", "version", "minimum_version", "specific_versions"], .warning)
        let url = mandatory("url", in: object, "write where the update can be had.") { $0.url($1) }
        let current = optional("version", in: object) { $0.version($1) }
        let minimum = optional("minimum_version", in: object) { $0.version($1) }
        let specific = optional("specific_versions", in: object) { walker, field in
            walker.list(field, of: "versions")?.compactMap { walker.version($0) }
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
        if rules.isEmpty, !hasErrors {
            report("no-effect", .warning, at: object.field, "No version is named; nobody will be asked to update.")
        }
        return Policy(appleID: url.flatMap { OpenableURL.appStoreID(in: $0) }, rules: rules)
    }
}
