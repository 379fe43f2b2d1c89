/// The formats of others that can be read, and some of them written.
public enum LegacyFormat: String, Hashable, Sendable, CaseIterable {
    /// A plain `config.json`.
    case configJSON = "config-json"
    /// Prince of Versions; v1 and v2 are read, v2 is written.
    case princeOfVersions = "prince-of-versions"
    /// LaunchGate.
    case launchGate = "launchgate"
    /// rwbutler/Updates.
    case updates
    /// An answer of the App Store lookup: releases without rules.
    case lookup

    /// The format a document seems to be in.
    /// - Parameter kind: What the document was recognised as. `nil` is returned for what is no format of others.
    public init?(_ kind: DocumentKind) {
        switch kind {
        case .configJSON: self = .configJSON
        case .princeOfVersions: self = .princeOfVersions
        case .launchGate: self = .launchGate
        case .updates: self = .updates
        case .lookup: self = .lookup
        case .policy, .catalog, .envelope, .manifest, .unknown: return nil
        }
    }

    /// Whether policies can be written in it.
    public var isWritable: Bool { self == .configJSON || self == .princeOfVersions }

    /// How to read its JSON text. Clients in the field accept trailing commas, and some files have them.
    public static let readerOptions = JSONReader.Options(allowsTrailingCommas: true)

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The root node.
    ///   - appleID: The Apple ID of the app, for formats that do not say where the update is.
    ///   - platforms: The platforms to carry, for formats that have several.
    ///   - storefront: The storefront that was asked, for answers of the lookup.
    /// - Returns: The policy, the releases and the report.
    public func read(
        _ document: DocumentNode, appleID: Int? = nil, platforms: [Platform] = PrinceOfVersions.platforms,
        storefront: Storefront? = nil
    ) -> LegacyImport {
        switch self {
        case .configJSON:
            let (policy, findings) = ConfigJSON.read(document)
            return LegacyImport(policy: policy, findings: findings)
        case .princeOfVersions: return PrinceOfVersions.read(document, platforms: platforms, appleID: appleID)
        case .launchGate: return LaunchGate.read(document, appleID: appleID)
        case .updates: return UpdatesConfiguration.read(document, appleID: appleID)
        case .lookup:
            let (catalog, findings) = AppStoreLookup.read(document, storefront: storefront, appleID: appleID)
            return LegacyImport(
                policy: catalog.map { _ in Policy(appleID: appleID, rules: []) }, catalog: catalog ?? .empty,
                findings: findings)
        }
    }

    /// Reads JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text as UTF-8. The caller limits the size.
    ///   - appleID: The Apple ID of the app, for formats that do not say where the update is.
    ///   - platforms: The platforms to carry, for formats that have several.
    ///   - storefront: The storefront that was asked, for answers of the lookup.
    /// - Returns: The policy, the releases and the report. Broken JSON is one finding.
    public func read(
        json bytes: some Collection<UInt8>, appleID: Int? = nil,
        platforms: [Platform] = PrinceOfVersions.platforms, storefront: Storefront? = nil
    ) -> LegacyImport {
        do throws(DocumentError) {
            var options = Self.readerOptions
            if self == .lookup { options.duplicateKeys = .keepFirst }
            let document = try JSONReader.read(bytes, options: options)
            return read(document, appleID: appleID, platforms: platforms, storefront: storefront)
        } catch {
            return LegacyImport(policy: nil, findings: [error.finding])
        }
    }

    /// Writes a policy, or says why that cannot be done.
    ///
    /// What decides whom a rule hits, or how hard, is never dropped: if the format cannot say it, nothing is written.
    /// What only dresses a prompt is left out with a warning.
    /// - Parameters:
    ///   - policy: The policy.
    ///   - catalog: The known releases, which say what `latest` is.
    ///   - platforms: The platforms to write, for formats that have several; `nil` is those the rules or the catalog
    ///     name.
    /// - Returns: The file, or `nil` if any finding is an error, and the findings. Their paths are those of the policy.
    public func write(
        _ policy: Policy, catalog: Catalog = .empty, platforms: [Platform]? = nil
    ) -> (json: JSONValue?, findings: [Finding]) {
        switch self {
        case .configJSON: return ConfigJSON.write(policy)
        case .princeOfVersions: return PrinceOfVersions.write(policy, catalog: catalog, platforms: platforms)
        case .launchGate, .updates, .lookup:
            return (
                Optional.none,
                [
                    Finding(
                        code: "not-writable", severity: .error, path: "",
                        message: "The format \(rawValue) is only read, not written.")
                ]
            )
        }
    }
}
