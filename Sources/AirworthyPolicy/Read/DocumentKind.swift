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
    /// None of these.
    case unknown

    /// Recognises a document. Nothing in it is checked beyond the names of its top keys.
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
            } else {
                .unknown
            }
    }
}
