package import Foundation

/// A stored token. The store keeps the SHA-256 of its text, never the text itself.
package struct TokenRecord: Hashable, Sendable {
    /// A public name, such as for `tokens revoke`: 12 letters and digits.
    package let id: String
    /// SHA-256 of the token's text, in hexadecimal.
    package let digest: String
    package let kind: TokenKind
    /// The display name; the author in histories.
    package let name: String
    package let rights: Rights
    /// The slugs it is limited to; `nil` is every app.
    package let apps: Set<String>?
    package let createdAt: Date
    /// The name of the token that created it.
    package let createdBy: String
    /// The id of the token that created it; `nil` if the server or its operator did, or a version that did not note it.
    package let createdWith: String?
    /// The id of the first token of the chain of creations, with which it shares limits: a token cannot have more by creating
    /// others. A token that may do everything with every app begins no chain; those that it creates do, one each.
    package let chain: String
    package let expiresAt: Date?
    package var revokedAt: Date?
    /// The date of the last known use. Servers store it every ten minutes.
    package var lastUsedAt: Date?

    package init(
        id: String, digest: String, kind: TokenKind, name: String, rights: Rights, apps: Set<String>?,
        createdAt: Date, createdBy: String, createdWith: String? = nil, chain: String? = nil, expiresAt: Date? = nil,
        revokedAt: Date? = nil, lastUsedAt: Date? = nil
    ) {
        self.id = id
        self.digest = digest
        self.kind = kind
        self.name = name
        self.rights = rights
        self.apps = apps
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.createdWith = createdWith
        self.chain = chain ?? id
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
        self.lastUsedAt = lastUsedAt
    }

    /// The principal that the token identifies.
    package var principal: Principal {
        Principal(.token(id, kind: kind, chain: chain), name: name, rights: rights, apps: apps)
    }

    /// Whether the token is neither revoked nor expired.
    package func isValid(at now: Date) -> Bool { revokedAt == nil && expiresAt.map { $0 > now } ?? true }

    /// Throws ``ControlPlaneError`` `unauthorized` if the token was revoked or has expired.
    func requireValid(at now: Date) throws(ControlPlaneError) {
        guard revokedAt == nil else { throw ControlPlaneError(.unauthorized, detail: "this token was revoked") }
        guard isValid(at: now) else {
            throw ControlPlaneError(.unauthorized, detail: "this token has expired; create a new one")
        }
    }

    /// Whether a principal may see and revoke the token: it is limited to apps of the principal.
    func isVisible(to principal: Principal) -> Bool {
        guard let allowed = principal.apps else { return true }
        return apps?.isSubset(of: allowed) ?? false
    }
}

extension ControlPlaneError {
    static let unknownToken = ControlPlaneError(.unauthorized, detail: "this token is unknown")
}

/// The purpose of a token; its text begins with the raw value and an underscore.
package enum TokenKind: String, Hashable, Sendable, CaseIterable {
    /// Devices. The token is in every binary, so it is no secret.
    case device = "pub"
    /// Other servers that read decisions and the full release data.
    case server = "srv"
    /// People and their tools.
    case admin = "adm"
    /// Pipelines that publish.
    case ci = "ci"

    /// The most rights that a token of this kind can have.
    package var rights: Rights {
        switch self {
        case .device: []
        case .server: [.explain]
        case .ci: [.explain, .read, .publish, .catalog]
        case .admin: .all
        }
    }
}
