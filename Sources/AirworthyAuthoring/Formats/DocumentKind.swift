public import AirworthyPolicy

/// The probable kind of a document, recognised by its top-level keys.
///
/// ```swift
/// let kind = DocumentKind(of: try JSONReader.read(bytes))
/// ```
public enum DocumentKind: String, Hashable, Sendable, CaseIterable {
    /// An Airworthy policy.
    case policy
    /// A plain `config.json`: a minimum version and a list of bad ones.
    case configJSON
    /// An Airworthy catalog.
    case catalog
    /// A response of the App Store lookup.
    case lookup
    /// A signed envelope around a manifest.
    case envelope
    /// An Airworthy manifest.
    case manifest
    /// A Prince of Versions file, v1 or v2.
    case princeOfVersions
    /// A LaunchGate file.
    case launchGate
    /// A configuration of rwbutler/Updates.
    case updates
    /// Any other document.
    case unknown

    /// Recognises a document by the names of its top-level keys and of the keys below a platform. Nothing else is checked.
    /// - Parameter document: The root node.
    public init(of document: DocumentNode) {
        guard case .object(let members) = document.value else {
            self = .unknown
            return
        }
        let keys = Set(members.map(\.key))
        func has(_ wanted: String...) -> Bool { keys.isSuperset(of: wanted) }
        func hasAny(_ wanted: String...) -> Bool { !keys.isDisjoint(with: wanted) }

        self =
            if has("payload", "payloadType") {
                .envelope
            } else if has("policy"), hasAny("issuedAt", "revision") {
                .manifest
            } else if hasAny("resultCount", "results"), !hasAny("schema", "rules") {
                .lookup
            } else if has("rules") {
                .policy
            } else if has("releases") {
                .catalog
            } else if hasAny("minimum_version", "specific_versions") || has("version", "url") && !has("schema") {
                .configJSON
            } else if hasAny("updates", "check-for", "min-required-app-version", "min-optional-app-version") {
                .updates
            } else if Self.has(LaunchGate.keys, under: "ios", in: members) {
                .launchGate
            } else if Self.isPrinceOfVersions(members) {
                .princeOfVersions
            } else {
                .unknown
            }
    }

    /// Many files have a member `ios`. Only a list of entries or a v1 object is specific to the format.
    private static func isPrinceOfVersions(_ members: [DocumentNode.Member]) -> Bool {
        ["ios", "macos", "android", "jvm"].contains { platform in
            members.contains { member in
                if member.key == "\(platform)2" { return true }
                guard member.key == platform, case .array = member.value.value else { return false }
                return true
            } || has(["minimum_version", "latest_version"], under: platform, in: members)
        }
    }

    private static func has(_ wanted: [String], under key: String, in members: [DocumentNode.Member]) -> Bool {
        guard case .object(let inside)? = members.first(where: { $0.key == key })?.value.value else { return false }
        return inside.contains { wanted.contains($0.key) }
    }
}
