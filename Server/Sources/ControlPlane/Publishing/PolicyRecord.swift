package import Foundation

/// One policy of an app as its author wrote it. Never changed, never removed.
package struct PolicyRecord: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// Its number, from 1.
    package let version: Int
    /// The author's text, JSON as UTF-8.
    package let text: [UInt8]
    /// SHA-256 of ``text``, in hexadecimal.
    package let digest: String
    /// The version it was written on top of; 0 for the first. Tells a retry after a lost answer from a lost race.
    package let base: Int
    /// The name of the token that published it.
    package let author: String
    /// Why, in the author's words.
    package let note: String?
    /// The version it brought back, if it is a rollback.
    package let rollbackOf: Int?
    /// Why its errors were accepted, if they were.
    package let forced: String?
    /// When it was published.
    package let createdAt: Date

    /// Makes a record.
    package init(
        app: String, version: Int, text: [UInt8], digest: String, base: Int, author: String, note: String? = nil,
        rollbackOf: Int? = nil, forced: String? = nil, createdAt: Date
    ) {
        self.app = app
        self.version = version
        self.text = text
        self.digest = digest
        self.base = base
        self.author = author
        self.note = note
        self.rollbackOf = rollbackOf
        self.forced = forced
        self.createdAt = createdAt
    }

    /// The entity tag of this policy, without quotes: what `If-Match` names. Catalogs and renewals leave it alone.
    package var entityTag: String { "\(version)-\(digest.prefix(16))" }
}
