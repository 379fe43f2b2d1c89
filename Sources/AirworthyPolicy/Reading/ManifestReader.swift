/// Reads manifests tolerantly: what this engine does not know must not stop what it knows.
///
/// Unknown keys are ignored, unknown or unreadable conditions are undecided, effects that cannot be read do nothing, and
/// everything stays in its place. Catalog entries that cannot be read are left out one by one.
public enum ManifestReader {
    /// The shortest and longest time between two checks, in seconds.
    static let refreshLimits = 60...86_400

    /// Reads a manifest from a document.
    ///
    /// - Parameter document: The root node.
    /// - Returns: The manifest.
    /// - Throws: ``DocumentError`` only if it is no object, `schema` is missing or no positive integer, `schema` is
    ///   above 1 (code `schema-too-new`), or `policy` is no object.
    public static func read(_ document: DocumentNode) throws(DocumentError) -> Manifest {
        var walker = DocumentWalker()
        let root = DocumentField(document)
        guard let object = walker.object(root, wanted: "a manifest, which is an object") else {
            throw walker.refusal(at: root)
        }
        let schema = walker.mandatory("schema", in: object, "a manifest has schema 1.") {
            $0.integer($1, in: 1...Int.max)
        }
        guard let schema else { throw walker.refusal(at: root) }
        if schema > Manifest.currentSchema, let field = object["schema"] {
            walker.report(
                "schema-too-new", at: field,
                "The manifest has schema \(schema); it needs a newer airworthy, this one reads schema "
                    + "\(Manifest.currentSchema).")
            throw walker.refusal(at: root)
        }
        let policy = walker.mandatory("policy", in: object, "a manifest has a policy.") {
            $0.object($1, wanted: "a policy, which is an object")
        }
        guard let policy else { throw walker.refusal(at: root) }
        return walker.manifest(object, policy)
    }

    /// Reads a manifest from JSON text.
    ///
    /// - Parameter bytes: The text as UTF-8. The caller limits the size.
    /// - Returns: The manifest.
    /// - Throws: ``DocumentError`` if the text is not JSON, or for the reasons of ``read(_:)``.
    public static func read(json bytes: some Collection<UInt8>) throws(DocumentError) -> Manifest {
        try read(try JSONReader.read(bytes))
    }
}

extension DocumentWalker {
    fileprivate func refusal(at root: DocumentField) -> DocumentError {
        let finding = findings.last { $0.severity == .error }
        return DocumentError(
            code: finding?.code ?? "wrong-type", position: finding?.position ?? root.node.position,
            path: finding?.path ?? "", message: finding?.message ?? "This is not a manifest.")
    }

    fileprivate mutating func manifest(_ object: DocumentObject, _ policy: DocumentObject) -> Manifest {
        let count = 0...Int.max
        let refreshEvery = optional("refreshEvery", in: object) { $0.integer($1, in: count) }
        // A rollout algorithm that cannot be read is an unknown one, not the usual one.
        let bucketing = object["bucketing"].map { text($0) ?? "" }
        let facts = object["catalog"].flatMap { self.object($0) }
        return Manifest(
            app: optional("app", in: object) { $0.text($1) },
            audience: optional("audience", in: object) { $0.text($1) },
            lineage: optional("lineage", in: object) { $0.text($1) },
            revision: optional("revision", in: object) { $0.integer($1, in: count) },
            policyVersion: optional("policyVersion", in: object) { $0.integer($1, in: count) },
            issuedAt: optional("issuedAt", in: object) { $0.date($1) },
            refreshEvery: refreshEvery.map {
                min(max($0, ManifestReader.refreshLimits.lowerBound), ManifestReader.refreshLimits.upperBound)
            },
            expiresAt: optional("expiresAt", in: object) { $0.date($1) },
            bucketing: bucketing ?? RolloutBucket.algorithm,
            policy: self.policy(policy),
            catalog: facts.map { catalog($0) } ?? .empty)
    }
}
