import AirworthyPolicy

/// The policy to sign: as it was read, and as it is to travel.
struct SigningSource {
    let file: InputFile
    let policy: Policy
    let json: JSONValue
    private let document: DocumentNode
    private let isOurs: Bool

    /// Reads a policy strictly and tells its findings on standard error.
    ///
    /// The author's own tree is what travels. Other formats travel as the policy they were read as.
    /// - Throws: ``ToolError`` with status 66 if it cannot be read, 65 if it cannot be used.
    init(_ path: String) throws(ToolError) {
        let file = try InputFile(path)
        try self.init(file, file.openDocument())
    }

    /// Takes what was read.
    /// - Parameters:
    ///   - file: The file.
    ///   - document: What is in it.
    ///   - isReadAgain: Whether somebody else will read it and tell what it finds, so that only errors are told here.
    /// - Throws: ``ToolError`` with status 65 if it cannot be used.
    init(_ file: InputFile, _ document: DocumentNode, isReadAgain: Bool = false) throws(ToolError) {
        self.file = file
        self.document = document
        let kind = DocumentKind(of: document)
        isOurs = kind == .policy || kind == .unknown
        switch kind {
        case .policy, .unknown:
            let read = PolicyReader.read(document)
            policy = try file.accept((read.policy, isReadAgain && read.policy != nil ? [] : read.findings))
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

    /// The text to publish: a JSON policy as its author wrote it, everything else as JSON.
    var text: [UInt8] {
        guard isOurs, file.isJSON else { return json.jsonBytes(pretty: true) + [UInt8(ascii: "\n")] }
        return file.textBytes
    }

    /// Where the author finds what the server finds in ``text``.
    var authored: AuthoredDocument {
        AuthoredDocument(name: file.name, document: isOurs ? document : nil, isSentAsWritten: isOurs && file.isJSON)
    }

    private func located(_ finding: Finding) -> Finding {
        Finding(
            code: finding.code, severity: finding.severity, path: finding.path,
            position: document.position(ofPath: finding.path),
            message: finding.message)
    }
}
