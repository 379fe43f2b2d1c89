/// Reads policies strictly and reports every mistake with its position and a remedy.
///
/// ```swift
/// let (policy, findings) = PolicyReader.read(json: fileBytes)
/// for finding in findings { print(finding.path, finding.message) }
/// guard let policy else { return }  // at least one finding is an error
/// ```
///
/// Use ``Policy/init(json:)`` where an error is enough.
public struct PolicyReader {
    static let keys = [
        "schema", "app", "bundleID", "appleID", "rules", "features", "defaultLanguage", "links", "support",
        "betaReminder", "withdrawn", "checkIns", "meta",
    ]

    private enum CheckIns: String, CaseIterable {
        case on, off
    }

    private let document: DocumentReader
    private let values: ValueReader

    init(_ document: DocumentReader) {
        self.document = document
        values = ValueReader(document)
    }

    /// Reads a policy from a document of any syntax.
    ///
    /// - Parameter document: The root node.
    /// - Returns: The policy, or `nil` if any finding is an error, and the findings in the order of the text.
    /// - Complexity: Linear in the size of the document, apart from objects with very many keys.
    public static func read(_ document: DocumentNode) -> (policy: Policy?, findings: [Finding]) {
        let reader = DocumentReader()
        let root = DocumentField(document)
        guard let object = reader.object(root, wanted: "a policy, which is an object with \"schema\" and \"rules\""),
            reader.checkSchema(of: object, supported: Policy.currentSchema)
        else { return (nil, reader.findings.sorted) }
        let policy = PolicyReader(reader).policy(object)
        return (reader.findings.hasErrors ? nil : policy, reader.findings.sorted)
    }

    /// Reads a policy from JSON text.
    ///
    /// - Parameter bytes: The text as UTF-8. The caller limits the size.
    /// - Returns: The policy, or `nil` if any finding is an error, and the findings. Broken JSON is one finding.
    public static func read(json bytes: some Collection<UInt8>) -> (policy: Policy?, findings: [Finding]) {
        do throws(DocumentError) {
            return read(try JSONReader.read(bytes))
        } catch {
            return (nil, [error.finding])
        }
    }

    /// Reads the readable parts of a policy. The caller checks `schema`.
    func policy(_ object: DocumentObject) -> Policy {
        document.checkKeys(of: object, known: Self.keys)
        let rules = document.required(
            "rules", in: object, help: "write [] if there are none yet.", read: RuleReader(document).rules)
        var policy = Policy(rules: rules ?? [])
        policy.app = document.optional("app", in: object, read: values.slug)
        policy.bundleID = document.optional("bundleID", in: object, read: values.bundleID)
        policy.appleID = document.optional("appleID", in: object) { document.integer($0, in: 1...Int.max) }
        policy.features = document.optional("features", in: object, read: FeatureReader(document).features) ?? [:]
        policy.defaultLanguage =
            document.optional("defaultLanguage", in: object, read: values.languageTag) ?? policy.defaultLanguage
        policy.links = document.optional("links", in: object, read: links) ?? [:]
        policy.support = document.optional("support", in: object, read: values.supportURL)
        policy.betaReminder =
            document.optional("betaReminder", in: object, read: values.period) ?? policy.betaReminder
        policy.withdrawn = document.optional("withdrawn", in: object, read: values.versionRange)?.values.first
        // A value that cannot be read may be a later version's limit on what is sent, so nothing is sent.
        policy.allowsCheckIns = object["checkIns"].map { document.word($0, as: CheckIns.self) == .on } ?? true
        policy.meta = document.optional("meta", in: object, read: document.opaqueObject)
        return policy
    }

    private static let linkKeys = [
        "appstore", "testflight", "web", "enterprise", "play", "play.internal", "play.closed", "play.open", "sideload",
        "marketplace", "marketplace:<id>",
    ]

    private func links(_ field: DocumentField) -> [String: String] {
        guard let object = document.object(field, wanted: "an object with a URL for each channel") else { return [:] }
        var links: [String: String] = [:]
        for entry in object.entries {
            let isMarketplace = entry.key.hasPrefix("marketplace:") && entry.key.utf8.count > 12
            guard isMarketplace || Self.linkKeys.dropLast().contains(entry.key) else {
                document.reportUnknownKey(entry, known: Self.linkKeys)
                continue
            }
            links[entry.key] = values.url(entry.field)
        }
        return links
    }
}

extension DocumentReader {
    /// Checks the `schema` of a policy or a catalog.
    /// - Returns: `false` if a later version wrote the file, so that reading the rest makes no sense.
    func checkSchema(of object: DocumentObject, supported: Int) -> Bool {
        guard let field = object["schema"] else {
            reportMissingKey("schema", in: object, help: "write \"schema\": \(supported).")
            return true
        }
        guard let schema = integer(field, in: 1...Int.max), schema > supported else { return true }
        findings.report(
            "bad-schema", at: field,
            message: "This file has schema \(schema), and this version reads schema \(supported); it needs a newer "
                + "airworthy.")
        return false
    }
}

extension Policy {
    /// Creates a policy from JSON text, which is read strictly.
    ///
    /// ```swift
    /// let policy = try Policy(json: Data(contentsOf: url))
    /// ```
    /// - Parameter bytes: The text as UTF-8. The caller limits the size.
    /// - Throws: ``FindingsError`` with everything that is wrong. Warnings alone do not throw.
    public init(json bytes: some Collection<UInt8>) throws(FindingsError) {
        let (policy, findings) = PolicyReader.read(json: bytes)
        guard let policy else { throw FindingsError(findings) }
        self = policy
    }
}
