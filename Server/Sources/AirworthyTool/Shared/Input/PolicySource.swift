import AirworthyAuthoring
import AirworthyPolicy
import Foundation

/// A policy to sign or publish: its parsed form, and the JSON that the manifest will contain.
struct PolicySource {
    let file: InputFile
    let policy: Policy
    /// The policy as JSON, with the keys of its author in their order. For other formats, the policy converted to JSON.
    let json: JSONValue
    private let document: DocumentNode
    private let isPolicy: Bool

    /// Reads a policy strictly and reports its findings on standard error.
    init(_ path: String) throws(ToolError) {
        let file = try InputFile(path)
        try self.init(file: file, document: file.openDocument())
    }

    /// Creates a source from a file that was read already. `reportsWarnings` is `false` where the server reports them
    /// itself, when a policy is published.
    init(file: InputFile, document: DocumentNode, reportsWarnings: Bool = true) throws(ToolError) {
        self.file = file
        self.document = document
        let kind = DocumentKind(of: document)
        isPolicy = kind == .policy || kind == .unknown
        switch kind {
        case .policy, .unknown:
            let read = PolicyReader.read(document)
            policy = try file.accept((read.policy, reportsWarnings || read.policy == nil ? read.findings : []))
            json = PolicyJSON.json(of: document)
        case .configJSON:
            policy = try file.accept(ConfigJSON.read(document))
            json = policy.jsonValue
        case .princeOfVersions, .launchGate, .updates:
            throw .badData("\(file.name): not a policy; convert it with `airworthy convert` and check the result")
        case .catalog, .lookup: throw .badData("\(file.name): a catalog, not a policy; give it with --catalog")
        case .manifest, .envelope:
            throw .badData("\(file.name): a manifest, not a policy; give the policy it was created from")
        }
    }

    /// Lints the policy, reports all findings and rejects errors.
    func lint(with catalog: Catalog?, at now: Date) throws(ToolError) {
        let findings = Linter.findings(policy: policy, catalog: catalog, now: now).map { finding in
            finding.moved(to: document.position(ofPath: finding.path))
        }
        let report = FindingReport(file: file.name, findings: findings)
        report.printToStandardError()
        guard report.errors == 0 else { throw .badData("not signed: \(report.summary)") }
    }

    /// The text to publish: the text of a JSON policy, or any other format converted to JSON.
    var text: [UInt8] {
        guard isPolicy, file.isJSON else { return json.jsonBytes(pretty: true) + [UInt8(ascii: "\n")] }
        return file.textBytes
    }

    /// Whether a policy of a server, as JSON, has the same values, however they are written.
    func says(_ published: [UInt8]) -> Bool {
        published == text || (try? JSONReader.read(published).jsonValue) == json
    }

    /// The file that findings of the server about ``text`` refer to.
    var sourceDocument: SourceDocument {
        SourceDocument(
            name: file.name, document: isPolicy ? document : nil, isSentAsWritten: isPolicy && file.isJSON)
    }
}
