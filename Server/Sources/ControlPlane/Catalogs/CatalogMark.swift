package import Foundation

/// As much of a stored catalog as is needed to see that it changed.
package struct CatalogMark: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// SHA-256 of the stored text, in hexadecimal.
    package let digest: String
    /// ``CatalogRecord/manifestDigest``.
    package let manifestDigest: String
    /// When it was stored.
    package let updatedAt: Date

    /// Makes a mark.
    package init(app: String, digest: String, manifestDigest: String, updatedAt: Date) {
        self.app = app
        self.digest = digest
        self.manifestDigest = manifestDigest
        self.updatedAt = updatedAt
    }
}
