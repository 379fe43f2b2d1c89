/// What a document seems to be, told by the keys at its top.
public enum DocumentKind: String, Hashable, Sendable, CaseIterable {
    /// A policy of ours.
    case policy
    /// A plain `config.json`: a minimum version and a list of bad ones.
    case configJSON
    /// A catalog of ours.
    case catalog
    /// An answer of the App Store lookup.
    case lookup
    /// A signed envelope around a manifest.
    case envelope
    /// A manifest of ours.
    case manifest
    /// A Prince of Versions file, v1 or v2.
    case princeOfVersions
    /// A LaunchGate file.
    case launchGate
    /// A configuration of rwbutler/Updates.
    case updates
    /// None of these.
    case unknown

    /// Recognises a document. Nothing in it is checked beyond the names of its top keys and of those under a
    /// platform's.
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
            } else if Self.has(members, "ios", LaunchGate.keys) {
                .launchGate
            } else if Self.isPrinceOfVersions(members) {
                .princeOfVersions
            } else {
                .unknown
            }
    }

    /// Many files have something under `ios`: only a list of entries or a v1 object is telling.
    private static func isPrinceOfVersions(_ members: [DocumentNode.Member]) -> Bool {
        ["ios", "macos", "android", "jvm"].contains { platform in
            members.contains { member in
                if member.key == "\(platform)2" { return true }
                guard member.key == platform, case .array = member.value.value else { return false }
                return true
            } || has(members, platform, ["minimum_version", "latest_version"])
        }
    }

    private static func has(_ members: [DocumentNode.Member], _ key: String, _ wanted: [String]) -> Bool {
        guard case .object(let inside)? = members.first(where: { $0.key == key })?.value.value else { return false }
        return inside.contains { wanted.contains($0.key) }
    }
}
