package import Foundation

/// A policy of an app as its author wrote it. It is never changed and never removed.
@dynamicMemberLookup
package struct PolicyRecord: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// The author's text, JSON as UTF-8.
    package let text: [UInt8]
    /// Everything else; each of its members is one of the record's, too.
    package let summary: PolicySummary

    package init(app: String, text: [UInt8], summary: PolicySummary) {
        self.app = app
        self.text = text
        self.summary = summary
    }

    package subscript<Value>(dynamicMember member: KeyPath<PolicySummary, Value>) -> Value { summary[keyPath: member] }
}

/// A policy of an app without its text, for listings.
package struct PolicySummary: Hashable, Sendable {
    /// The version number, from 1.
    package let version: Int
    /// SHA-256 of the text, in hexadecimal.
    package let digest: String
    /// The version it replaced; 0 for the first. Distinguishes a retry after a lost response from a lost race.
    package let base: Int
    /// The name of the publishing token.
    package let author: String
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

    /// The entity tag for `If-Match`, without quotes. Catalogs and renewals do not change it.
    package var entityTag: String { "\(version)-\(digest.prefix(16))" }
}
