package import Foundation

/// A stored session. The store keeps the SHA-256 of its text, never the text itself.
package struct SessionRecord: Hashable, Sendable {
    /// SHA-256 of the session's text, in hexadecimal.
    package let digest: String
    /// The id of the token that it was opened with.
    package let tokenID: String
    /// The date of opening.
    package let openedAt: Date
    /// The date of expiry.
    package let expiresAt: Date

    /// Creates a record.
    package init(digest: String, tokenID: String, openedAt: Date, expiresAt: Date) {
        self.digest = digest
        self.tokenID = tokenID
        self.openedAt = openedAt
        self.expiresAt = expiresAt
    }
}
