/// Reads manifests tolerantly, so that a manifest of a later version keeps working as far as this version knows it.
///
/// Unknown keys are ignored, unknown or unreadable conditions are undecided, effects that cannot be read do nothing, and
/// every rule stays in its place. Catalog entries that cannot be read are left out one by one.
///
/// ```swift
/// let manifest = try ManifestReader.read(json: verifiedPayload)
/// ```
public struct ManifestReader {
    /// The shortest and longest time between two checks, in seconds.
    private static let refreshLimits = 60...86_400

    private let document = DocumentReader()

    /// Reads a manifest from a document.
    ///
    /// - Parameter document: The root node.
    /// - Returns: The manifest.
    /// - Throws: ``DocumentError`` only if the document is not an object, `schema` is missing or not a positive integer,
    ///   `schema` is above 1 (code `schema-too-new`), or `policy` is not an object.
    public static func read(_ document: DocumentNode) throws(DocumentError) -> Manifest {
        let reader = ManifestReader()
        guard let manifest = reader.manifest(DocumentField(document)) else {
            let finding = reader.document.findings.lastError
            throw DocumentError(
                code: finding?.code ?? "wrong-type", position: finding?.position ?? document.position,
                path: finding?.path ?? "", message: finding?.message ?? "This is not a manifest.")
        }
        return manifest
    }

    /// Reads a manifest from JSON text.
    ///
    /// - Parameter bytes: The text as UTF-8. The caller limits the size.
    /// - Returns: The manifest.
    /// - Throws: ``DocumentError`` if the text is not JSON, or for the reasons of ``read(_:)``.
    public static func read(json bytes: some Collection<UInt8>) throws(DocumentError) -> Manifest {
        try read(try JSONReader.read(bytes))
    }

    /// Reads a manifest; returns `nil` after reporting the reason as the last error.
    private func manifest(_ root: DocumentField) -> Manifest? {
        guard let object = document.object(root, wanted: "a manifest, which is an object") else { return nil }
        let schema = document.required("schema", in: object, help: "a manifest has schema 1.") {
            document.integer($0, in: 1...Int.max)
        }
        guard let schema else { return nil }
        if schema > Manifest.currentSchema, let field = object["schema"] {
            document.findings.report(
                "schema-too-new", at: field,
                message:
                    "The manifest has schema \(schema), and this version reads schema \(Manifest.currentSchema); it "
                    + "needs a newer airworthy.")
            return nil
        }
        let policy = document.required("policy", in: object, help: "a manifest has a policy.") {
            document.object($0, wanted: "a policy, which is an object")
        }
        return policy.map { manifest(object, policy: $0) }
    }

    private func manifest(_ object: DocumentObject, policy: DocumentObject) -> Manifest {
        func text(_ key: String) -> String? { document.optional(key, in: object) { document.text($0) } }
        func count(_ key: String) -> Int? {
            document.optional(key, in: object) { document.integer($0, in: 0...Int.max) }
        }
        let values = ValueReader(document)
        let limits = Self.refreshLimits
        // An unreadable rollout algorithm is an unknown one, not the default.
        let bucketing = object["bucketing"].map { document.text($0) ?? "" }
        let catalog = object["catalog"].flatMap { document.object($0) }
        return Manifest(
            app: text("app"), audience: text("audience"), lineage: text("lineage"), revision: count("revision"),
            policyVersion: count("policyVersion"),
            issuedAt: document.optional("issuedAt", in: object, read: values.date),
            refreshEvery: count("refreshEvery").map { min(max($0, limits.lowerBound), limits.upperBound) },
            expiresAt: document.optional("expiresAt", in: object, read: values.date),
            bucketing: bucketing ?? RolloutBucket.algorithm,
            policy: PolicyReader(document).policy(policy),
            catalog: catalog.map { CatalogReader(document).catalog($0) } ?? .empty)
    }
}
