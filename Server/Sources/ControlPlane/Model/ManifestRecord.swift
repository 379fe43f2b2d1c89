package import Foundation

/// A signed manifest of an app. Its bytes are signed once and served unchanged.
package struct ManifestRecord: Hashable, Sendable {
    /// The reason for a revision.
    package enum Cause: OpenWord {
        /// A publish of a policy or an envelope.
        case publish
        /// A rollback to an earlier policy.
        case rollback
        /// A changed catalog.
        case catalog
        /// An approaching expiry, or a raised counter.
        case renewal
        /// A word of a later version.
        case other(String)

        package static let allCases: [Self] = [.publish, .rollback, .catalog, .renewal]

        package var rawValue: String {
            switch self {
            case .publish: "publish"
            case .rollback: "rollback"
            case .catalog: "catalog"
            case .renewal: "renewal"
            case .other(let word): word
            }
        }
    }

    /// The app's slug.
    package let app: String
    /// The revision number; rises, with gaps.
    package let revision: Int
    /// The version of its policy; 0 for an app that CI signs.
    package let policyVersion: Int
    /// SHA-256 of the envelope, in hexadecimal: the manifest's entity tag.
    package let digest: String
    /// SHA-256 of the signed payload, in hexadecimal: the identity of the content.
    package let payloadDigest: String
    /// The envelope; `nil` after it was pruned.
    package var bytes: [UInt8]?
    /// The size of the envelope in bytes, also after it was pruned.
    package let size: Int
    /// The reason for the revision.
    package let cause: Cause
    /// The date of signing.
    package let issuedAt: Date
    /// The date after which it no longer blocks the app, if it has one.
    package let expiresAt: Date?
    /// The name of the publishing token, or `airworthy` for the server itself.
    package let author: String
    package let note: String?

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
