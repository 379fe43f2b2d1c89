import AirworthyAuthoring
import AirworthyPolicy
import AirworthyTrust
import Foundation

/// A strict check of a document of any kind.
struct DocumentCheck {
    let document: DocumentNode
    let catalogs: [CatalogArgument]
    let now: Date

    /// Returns the findings of the document's reader and of the linter.
    func findings() throws(ToolError) -> [Finding] {
        switch DocumentKind(of: document) {
        case .unknown where document.hasUnknownFormat: return [.unknownFormat(at: document.position)]
        case .policy, .unknown: return try policyFindings(PolicyReader.read(document))
        case .configJSON: return try policyFindings(ConfigJSON.read(document)).map(\.inFormatWithoutChannels)
        case .princeOfVersions: return try legacyFindings(.princeOfVersions)
        case .launchGate: return try legacyFindings(.launchGate)
        case .updates: return try legacyFindings(.updates)
        case .catalog: return CatalogReader.read(document).findings
        case .lookup: return AppStoreLookup.read(document, storefront: nil).findings
        case .manifest: return try manifestFindings()
        case .envelope: return try envelopeFindings()
        }
    }

    private func policyFindings(_ result: (policy: Policy?, findings: [Finding])) throws(ToolError) -> [Finding] {
        guard let policy = result.policy else { return result.findings }
        return result.findings + located(try lint(Manifest(policy: policy)), under: "")
    }

    /// Findings of the linter have no positions here, because they are about rules that the file does not contain.
    private func legacyFindings(_ format: LegacyFormat) throws(ToolError) -> [Finding] {
        let file = format.read(document)
        guard let manifest = file.manifest else { return file.findings }
        return file.findings + (try lint(manifest)).map(\.inFormatWithoutChannels)
    }

    /// Returns the findings in a signed manifest, without positions, because they are about the encoded payload.
    private func envelopeFindings() throws(ToolError) -> [Finding] {
        let payload: DocumentNode
        do {
            payload = try JSONReader.read(SignedManifest(json: document.jsonValue.jsonBytes()).envelope.payload)
        } catch let refusal as VerificationError {
            return [
                Finding(
                    code: refusal.code, severity: .error, path: "", position: document.position,
                    message: refusal.description)
            ]
        } catch {
            return [
                Finding(
                    code: "malformed-manifest", severity: .error, path: "payload",
                    message: "The signed content is not JSON: \(error)")
            ]
        }
        let unchecked = Finding(
            code: "signature-not-checked", severity: .note, path: "",
            message: "The content was checked, but not the signature; check it with `verify`.")
        return try DocumentCheck(document: payload, catalogs: catalogs, now: now).manifestFindings()
            .map { $0.moved(to: nil) } + [unchecked]
    }

    /// Returns the findings in a manifest, including those that a device would ignore.
    private func manifestFindings() throws(ToolError) -> [Finding] {
        let manifest: Manifest
        do throws(DocumentError) {
            manifest = try ManifestReader.read(document)
        } catch {
            return [error.finding]
        }
        let strict =
            findings(inPart: "policy") { PolicyReader.read($0).findings }
            + findings(inPart: "catalog") { CatalogReader.read($0).findings }
        guard !strict.contains(where: { $0.severity == .error }) else { return strict }
        return strict + located(try lint(manifest), under: "policy")
    }

    /// Returns the findings in a part of a manifest. The part gets the `schema` member that its reader requires.
    private func findings(inPart key: String, reader: (DocumentNode) -> [Finding]) -> [Finding] {
        guard case .object(let parts) = document.value, let part = parts.first(where: { $0.key == key }),
            case .object(var members) = part.value.value
        else { return [] }
        let position = part.value.position
        if !members.contains(where: { $0.key == "schema" }) {
            let schema = DocumentNode(.number(JSONNumber(1)), at: position)
            members.append(DocumentNode.Member(key: "schema", keyPosition: position, value: schema))
        }
        return reader(DocumentNode(.object(members), at: position)).map { finding in
            finding.moved(to: finding.position, path: Self.path(finding.path, under: key))
        }
    }

    private func lint(_ manifest: Manifest) throws(ToolError) -> [Finding] {
        let catalog = try manifest.adding(catalogs).catalog
        let isKnown = !catalogs.isEmpty || catalog != .empty
        return Linter.findings(policy: manifest.policy, catalog: isKnown ? catalog : nil, now: now)
    }

    /// Returns findings of the linter with the positions of their paths in the document.
    private func located(_ findings: [Finding], under key: String) -> [Finding] {
        findings.map { finding in
            let path = Self.path(finding.path, under: key)
            return finding.moved(to: document.position(ofPath: path), path: path)
        }
    }

    private static func path(_ path: String, under key: String) -> String {
        [key, path].filter { !$0.isEmpty }.joined(separator: ".")
    }
}

extension DocumentNode {
    /// Whether this is an object of no known format: nothing says that a policy was meant.
    var hasUnknownFormat: Bool {
        guard DocumentKind(of: self) == .unknown, case .object(let members) = value else { return false }
        return !members.contains { ["schema", "features", "bundleID", "appleID"].contains($0.key) }
    }
}

extension Finding {
    static func unknownFormat(at position: TextPosition?) -> Finding {
        Finding(
            code: "unknown-format", severity: .error, path: "", position: position,
            message:
                "This is no policy, and none of the other known formats (see airworthy convert --help). To use a file of "
                + "your own, read it in the app: .json(url) { … }. If it is a known one, name it: airworthy convert --from."
        )
    }

    /// The finding with advice that somebody can follow whose format has neither channels nor a catalog.
    fileprivate var inFormatWithoutChannels: Finding {
        guard code == "app-store-only" else { return self }
        return Finding(
            code: code, severity: .note, path: "",
            message:
                "It blocks installations from the App Store only. This format has no channels: debug builds and TestFlight "
                + "carry on. To block these, too, continue with a policy: airworthy convert.")
    }
}
