package import Foundation

/// The known releases of an app as they are stored.
package struct CatalogRecord: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// The catalog, JSON as UTF-8.
    package let text: [UInt8]
    /// SHA-256 of ``text``, in hexadecimal: its entity tag.
    package let digest: String
    /// SHA-256 of what of it goes into a manifest, in hexadecimal. A difference to ``Head/catalogDigest`` is drift.
    package let manifestDigest: String
    /// Who said so: `manual`.
    package let source: String
    /// The instant the facts are from, if they say so.
    package let asOf: Date?
    /// When it was stored.
    package let updatedAt: Date
    /// The name of the token that stored it.
    package let author: String

    /// Makes a record.
    package init(
        app: String, text: [UInt8], digest: String, manifestDigest: String, source: String, asOf: Date?,
        updatedAt: Date, author: String
    ) {
        self.app = app
        self.text = text
        self.digest = digest
        self.manifestDigest = manifestDigest
        self.source = source
        self.asOf = asOf
        self.updatedAt = updatedAt
        self.author = author
    }
}
