package import Foundation

/// One signed manifest of an app. Its bytes are signed once and served as they are.
package struct ManifestRecord: Hashable, Sendable {
    /// Why a revision was made.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// Somebody published a policy.
        case publish
        /// Somebody brought an old policy back.
        case rollback
        /// The known releases changed.
        case catalog
        /// The lifetime was running out, or the counter was raised.
        case renewal
    }

    /// The app's slug.
    package let app: String
    /// Its number; rises, with gaps.
    package let revision: Int
    /// The policy in it; 0 for an app that CI signs.
    package let policyVersion: Int
    /// SHA-256 of the envelope, in hexadecimal: its entity tag.
    package let digest: String
    /// SHA-256 of the signed payload, in hexadecimal: the identity of what was said.
    package let payloadDigest: String
    /// The envelope; `nil` after it was pruned.
    package var bytes: [UInt8]?
    /// The length of the envelope in bytes, also after it was pruned.
    package let size: Int
    /// Why it was made.
    package let cause: Cause
    /// When it was signed.
    package let issuedAt: Date
    /// When its blocks soften, if it says so.
    package let expiresAt: Date?
    /// The name of the token that made it, or `airworthy` when the server did it by itself.
    package let author: String
    /// Why, in the author's words.
    package let note: String?

    /// Makes a record.
    package init(
        app: String, revision: Int, policyVersion: Int, digest: String, payloadDigest: String, bytes: [UInt8]?,
        size: Int, cause: Cause, issuedAt: Date, expiresAt: Date?, author: String, note: String? = nil
    ) {
        self.app = app
        self.revision = revision
        self.policyVersion = policyVersion
        self.digest = digest
        self.payloadDigest = payloadDigest
        self.bytes = bytes
        self.size = size
        self.cause = cause
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.author = author
        self.note = note
    }
}
