/// What a token is for; its text begins with this and an underscore.
package enum TokenKind: String, Hashable, Sendable, CaseIterable {
    /// Devices. In every binary, so no secret.
    case device = "pub"
    /// Other servers that ask for decisions and the full facts.
    case server = "srv"
    /// People and their tools.
    case admin = "adm"
    /// Pipelines that publish.
    case ci = "ci"

    /// The rights a token of this kind can have at most.
    package var rights: Rights {
        switch self {
        case .device: []
        case .server: [.explain]
        case .ci: [.explain, .read, .publish, .catalog]
        case .admin: .all
        }
    }
}
