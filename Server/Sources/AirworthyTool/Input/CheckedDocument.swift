import AirworthyPolicy
import AirworthyTrust
import Foundation

/// A document of any kind, checked as strictly as its kind can be.
struct CheckedDocument {
    private let document: DocumentNode

    init(_ document: DocumentNode) {
        self.document = document
    }

    /// - Parameters:
    ///   - catalogs: The facts to check a policy with.
    ///   - now: The instant the policy is to act.
    /// - Returns: What its reader and the linter found.
    /// - Throws: ``ToolError`` for catalogs that cannot be read or used.
    func findings(catalogs: [CatalogArgument], at now: Date) throws(ToolError) -> [Finding] {
        switch DocumentKind(of: document) {
        case .policy, .unknown: return try lint(PolicyReader.read(document), catalogs, now)
        case .configJSON: return try lint(ConfigJSON.read(document), catalogs, now)
        case .princeOfVersions: return try lint(LegacyFormat.princeOfVersions.read(document), catalogs, now)
        case .launchGate: return try lint(LegacyFormat.launchGate.read(document), catalogs, now)
        case .updates: return try lint(LegacyFormat.updates.read(document), catalogs, now)
        case .catalog: return CatalogReader.read(document).findings
        case .lookup: return AppStoreLookup.read(document, storefront: nil).findings
        case .manifest: return try manifestFindings(catalogs, now)
        case .envelope: return try envelopeFindings(catalogs, now)
        }
    }

    /// What is inside a signed envelope. Its places are those of the payload, which nobody sees, so they are left out.
    private func envelopeFindings(_ catalogs: [CatalogArgument], _ now: Date) throws(ToolError) -> [Finding] {
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
            message: "The content was checked, the signature was not; `verify` does that.")
        return try CheckedDocument(payload).manifestFindings(catalogs, now).map { finding in
            Finding(code: finding.code, severity: finding.severity, path: finding.path, message: finding.message)
        } + [unchecked]
    }

    private func lint(
        _ result: (policy: Policy?, findings: [Finding]), _ catalogs: [CatalogArgument], _ now: Date
    ) throws(ToolError) -> [Finding] {
        guard let policy = result.policy else { return result.findings }
        return result.findings + located(try lint(Manifest(policy: policy), catalogs, now), under: "")
    }

    /// The rules are not the author's text, so what the linter finds in them has no place in it.
    private func lint(
        _ file: LegacyImport, _ catalogs: [CatalogArgument], _ now: Date
    ) throws(ToolError) -> [Finding] {
        guard let manifest = file.manifest else { return file.findings }
        return file.findings + (try lint(manifest, catalogs, now))
    }

    /// A device reads a manifest tolerantly; here what it would pass over is found.
    private func manifestFindings(_ catalogs: [CatalogArgument], _ now: Date) throws(ToolError) -> [Finding] {
        let manifest: Manifest
        do throws(DocumentError) {
            manifest = try ManifestReader.read(document)
        } catch {
            return [error.finding]
        }
        let strict =
            part("policy") { PolicyReader.read($0).findings } + part("catalog") { CatalogReader.read($0).findings }
        guard !strict.contains(where: { $0.severity == .error }) else { return strict }
        return strict + located(try lint(manifest, catalogs, now), under: "policy")
    }

    /// What is wrong with a part of a manifest, which has no `schema` of its own.
    private func part(_ key: String, _ findings: (DocumentNode) -> [Finding]) -> [Finding] {
        guard case .object(let parts) = document.value, let part = parts.first(where: { $0.key == key }),
            case .object(var members) = part.value.value
        else { return [] }
        if !members.contains(where: { $0.key == "schema" }) {
            let schema = DocumentNode(.number(JSONNumber(1)), at: part.value.position)
            members.append(DocumentNode.Member(key: "schema", keyPosition: part.value.position, value: schema))
        }
        return findings(DocumentNode(.object(members), at: part.value.position)).map { finding in
            Finding(
                code: finding.code, severity: finding.severity, path: Self.path(finding.path, under: key),
                position: finding.position,
                message: finding.message)
        }
    }

    private func lint(
        _ manifest: Manifest, _ catalogs: [CatalogArgument], _ now: Date
    ) throws(ToolError) -> [Finding] {
        let facts = try manifest.adding(catalogs).catalog
        let isKnown = !catalogs.isEmpty || facts != .empty
        return Linter.findings(policy: manifest.policy, catalog: isKnown ? facts : nil, now: now)
    }

    /// The linter looks at rules, not at text: finds the places its paths name.
    private func located(_ findings: [Finding], under key: String) -> [Finding] {
        findings.map { finding in
            let path = Self.path(finding.path, under: key)
            return Finding(
                code: finding.code, severity: finding.severity, path: path, position: document.position(ofPath: path),
                message: finding.message)
        }
    }

    private static func path(_ path: String, under key: String) -> String {
        [key, path].filter { !$0.isEmpty }.joined(separator: ".")
    }
}
