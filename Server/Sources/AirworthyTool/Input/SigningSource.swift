import AirworthyPolicy

/// The policy to sign: as it was read, and as it is to travel.
struct SigningSource {
    let file: InputFile
    let policy: Policy
    let json: JSONValue
    private let document: DocumentNode

    /// Reads a policy strictly and tells its findings on standard error.
    ///
    /// The author's own tree is what travels. Other formats travel as the policy they were read as.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it cannot be used.
    init(_ path: String) throws(ToolError) {
        file = try InputFile(path)
        document = try file.openDocument()
        switch DocumentKind(of: document) {
        case .policy, .unknown:
            policy = try file.accept(PolicyReader.read(document))
            json = AuthoredTree.json(of: document)
        case .configJSON:
            policy = try file.accept(ConfigJSON.read(document))
            json = policy.jsonValue
        case .princeOfVersions, .launchGate, .updates:
            throw ToolError(
                .badData,
                "\(file.name): is of another format; make it a policy with `airworthy convert` and look it over")
        case .catalog, .lookup: throw ToolError(.badData, "\(file.name): is a catalog; give it with --catalog")
        case .manifest, .envelope:
            throw ToolError(.badData, "\(file.name): is a manifest already; give the policy it was made from")
        }
    }

    /// Lints the policy and refuses what must not be published.
    /// - Throws: ``ToolError`` with status 65, after telling every finding.
    func lint(_ manifest: Manifest, isCatalogKnown: Bool, at now: Clock.Instant) throws(ToolError) {
        let found = Linter.findings(
            policy: policy, catalog: isCatalogKnown ? manifest.catalog : nil, now: now)
        let report = FindingReport(file: file.name, findings: found.map(located))
        report.printToStandardError()
        guard report.errors == 0 else { throw ToolError(.badData, "not signed: \(report.summary)") }
    }

    private func located(_ finding: Finding) -> Finding {
        Finding(
            finding.code, finding.severity, at: finding.path, position: document.position(ofPath: finding.path),
            finding.message)
    }
}
