public import AirworthyPolicy

/// A format of another update checker. Airworthy reads all of them and writes some.
///
/// ```swift
/// let file = LegacyFormat.princeOfVersions.read(json: bytes, appleID: 42)
/// for finding in file.findings { print(finding.path, finding.message) }
/// if let manifest = file.manifest { decide(manifest, for: installation, at: .now) }
/// ```
public enum LegacyFormat: String, Hashable, Sendable, CaseIterable {
    /// A plain `config.json`.
    case configJSON = "config-json"
    /// Prince of Versions. Airworthy reads v1 and v2, and writes v2.
    case princeOfVersions = "prince-of-versions"
    /// LaunchGate.
    case launchGate = "launchgate"
    /// rwbutler/Updates.
    case updates
    /// A response of the App Store lookup: releases without rules.
    case lookup

    /// Creates the format of a document; `nil` for Airworthy's own documents and for unknown ones.
    /// - Parameter kind: The kind of the document.
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

    /// Whether Airworthy can write policies in this format.
    public var isWritable: Bool { self == .configJSON || self == .princeOfVersions }

    /// The options for reading JSON text. Some files have trailing commas, which existing clients accept.
    public static let readerOptions = JSONReader.Options(allowsTrailingCommas: true)

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The root node.
    ///   - appleID: The Apple ID of the app, for formats without a URL of the update.
    ///   - platforms: The platforms to read, for formats that have several.
    ///   - storefront: The storefront of the request, for lookup responses.
    /// - Returns: The policy, the releases and the findings.
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
    ///   - appleID: The Apple ID of the app, for formats without a URL of the update.
    ///   - platforms: The platforms to read, for formats that have several.
    ///   - storefront: The storefront of the request, for lookup responses.
    /// - Returns: The policy, the releases and the findings. Invalid JSON is one finding.
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

    /// Writes a policy, or reports why the format cannot express it.
    ///
    /// Nothing is written if the format cannot express which installations a rule matches or what it requires of them.
    /// Texts and other details of a prompt are left out with a warning.
    ///
    /// ```swift
    /// let (json, findings) = LegacyFormat.configJSON.write(policy)
    /// ```
    /// - Parameters:
    ///   - policy: The policy.
    ///   - catalog: The known releases, which determine `latest`.
    ///   - platforms: The platforms to write, for formats that have several; `nil` means those that the rules or the
    ///     catalog name.
    /// - Returns: The file, or `nil` if any finding is an error, and the findings. Their paths refer to the policy.
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
                        message: "The format \(rawValue) can be read but not written.")
                ]
            )
        }
    }
}
