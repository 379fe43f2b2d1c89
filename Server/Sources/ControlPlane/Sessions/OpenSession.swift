package import Foundation

/// A session as lists show it.
package struct OpenSession: Hashable, Sendable {
    package let id: String
    /// The token that it was opened with.
    package let token: TokenRecord
    package let openedAt: Date
    package let expiresAt: Date

    init(_ record: SessionRecord, token: TokenRecord) {
        id = record.id
        self.token = token
        openedAt = record.openedAt
        expiresAt = record.expiresAt
    }
}
