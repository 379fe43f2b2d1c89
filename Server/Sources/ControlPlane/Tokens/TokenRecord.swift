package import Foundation

/// A token as it is stored: everything but its text, of which only the SHA-256 is kept.
package struct TokenRecord: Hashable, Sendable {
    /// A public name for it, e.g. in `tokens revoke`: 12 letters and digits.
    package let id: String
    /// SHA-256 of the token's text, in hexadecimal.
    package let digest: String
    /// What it is for.
    package let kind: TokenKind
    /// What people call it; the author in histories.
    package let name: String
    /// What its bearer may do.
    package let rights: Rights
    /// The slugs it is limited to; `nil` is every app.
    package let apps: Set<String>?
    /// When it was made.
    package let createdAt: Date
    /// The name of the token it was made with.
    package let createdBy: String
    /// When it ends, if it does.
    package let expiresAt: Date?
    /// When it was revoked, if it was.
    package var revokedAt: Date?

    /// Makes a record.
    package init(
        id: String, digest: String, kind: TokenKind, name: String, rights: Rights, apps: Set<String>?,
        createdAt: Date, createdBy: String, expiresAt: Date? = nil, revokedAt: Date? = nil
    ) {
        self.id = id
        self.digest = digest
        self.kind = kind
        self.name = name
        self.rights = rights
        self.apps = apps
        self.createdAt = createdAt
        self.createdBy = createdBy
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
    }
}
