package import Foundation

/// A policy of an app as its author wrote it. It is never changed and never removed.
package struct PolicyRecord: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// The version number, from 1.
    package let version: Int
    /// The author's text, JSON as UTF-8.
    package let text: [UInt8]
    /// SHA-256 of ``text``, in hexadecimal.
    package let digest: String
    /// The version it replaced; 0 for the first. Distinguishes a retry after a lost response from a lost race.
    package let base: Int
    /// The name of the publishing token.
    package let author: String
    /// The author's note.
    package let note: String?
    /// The restored version, if this is a rollback.
    package let rollbackOf: Int?
    /// The reason for accepting its errors, if they were accepted.
    package let forced: String?
    /// The date of publishing.
    package let createdAt: Date

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

    /// The entity tag for `If-Match`, without quotes. Catalogs and renewals do not change it.
    package var entityTag: String { Self.entityTag(version: version, digest: digest) }

    fileprivate static func entityTag(version: Int, digest: String) -> String { "\(version)-\(digest.prefix(16))" }
}

/// A policy of an app without its text, for listings.
package struct PolicySummary: Hashable, Sendable {
    /// The version number, from 1.
    package let version: Int
    /// SHA-256 of the text, in hexadecimal.
    package let digest: String
    /// The version it replaced; 0 for the first.
    package let base: Int
    /// The name of the publishing token.
    package let author: String
    /// The author's note.
    package let note: String?
    /// The restored version, if this is a rollback.
    package let rollbackOf: Int?
    /// The reason for accepting its errors, if they were accepted.
    package let forced: String?
    /// The date of publishing.
    package let createdAt: Date

    package init(
        version: Int, digest: String, base: Int, author: String, note: String? = nil, rollbackOf: Int? = nil,
        forced: String? = nil, createdAt: Date
    ) {
        self.version = version
        self.digest = digest
        self.base = base
        self.author = author
        self.note = note
        self.rollbackOf = rollbackOf
        self.forced = forced
        self.createdAt = createdAt
    }

    /// Creates the summary of a policy.
    package init(_ policy: PolicyRecord) {
        self.init(
            version: policy.version, digest: policy.digest, base: policy.base, author: policy.author,
            note: policy.note, rollbackOf: policy.rollbackOf, forced: policy.forced, createdAt: policy.createdAt)
    }

    /// The entity tag for `If-Match`, without quotes.
    package var entityTag: String { PolicyRecord.entityTag(version: version, digest: digest) }
}
