public import AirworthyPolicy

/// A configuration file of Prince of Versions, v1 or v2.
///
/// For each platform the first of these counts: an array under `ios`, an array or an object under `ios2`, a v1 object
/// under `ios`. In v2 the first entry whose requirements are all met decides, even if it demands nothing, so each entry
/// ends in a rule that exempts. Versions have the form `V-N`: version V and build N.
///
/// ```swift
/// let document = try JSONReader.read(bytes, options: LegacyFormat.readerOptions)
/// let file = PrinceOfVersions.read(document, appleID: 42)
/// if let manifest = file.manifest { decide(manifest, for: installation, at: .now) }
/// ```
public enum PrinceOfVersions {
    /// The platforms that both the format and Airworthy support.
    public static let platforms: [Platform] = [.ios, .macos]

    /// Reads a file as a policy and the releases it asserts.
    ///
    /// - Parameters:
    ///   - document: The root node. Read it with ``LegacyFormat/readerOptions``, because real files have trailing commas.
    ///   - platforms: The platforms to read, of ``platforms``. The others are reported.
    ///   - appleID: The Apple ID of the app, which leads to its page. The format has no URL.
    /// - Returns: The import, without a policy if no platform has a readable entry. An unreadable entry is left out with a
    ///   warning.
    public static func read(
        _ document: DocumentNode, platforms: [Platform] = PrinceOfVersions.platforms, appleID: Int? = nil
    ) -> LegacyImport {
        PrinceReader().read(DocumentField(document), platforms: platforms, appleID: appleID)
    }

    /// Writes a policy as v2 and, if it can express the same, a v1 object for older clients.
    ///
    /// Consecutive rules with the same requirements become an entry: a required update below a version, then a
    /// recommended one below another, then `update: none`, because every entry of the format ends the search.
    /// - Parameters:
    ///   - policy: The policy.
    ///   - catalog: The known releases, which determine `latest`.
    ///   - platforms: The platforms to write, of ``platforms``; `nil` means those that the rules or the catalog name, else
    ///     iOS.
    /// - Returns: The file, or `nil` if any finding is an error, and the findings with paths into the policy. A rule that
    ///   the format cannot express is an error; texts and features are left out with a warning.
    public static func write(
        _ policy: Policy, catalog: Catalog = .empty, platforms: [Platform]? = nil
    ) -> (json: JSONValue?, findings: [Finding]) {
        var writer = PrinceWriter(policy: policy, catalog: catalog)
        let json = writer.write(platforms)
        // Not a conditional expression: there, nil would be the JSON null.
        guard !writer.report.hasErrors else { return (Optional.none, writer.report.findings) }
        return (json, writer.report.findings)
    }

    /// The spelling in which clients of the format look up keys: `required_os_version` becomes `requiredOsVersion`.
    static func camelCased(_ key: String) -> String {
        let words = key.split(separator: "_")
        guard let first = words.first, words.count > 1 else { return key }
        return first.lowercased()
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined()
    }
}
