package import Foundation

/// The manifest that is in force for an app: its revision, its policy and its catalog.
///
/// Each app has one head, like the head of a branch. Every publish locks it and moves it to the next revision.
package struct Head: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// The revision in force; 0 before the first.
    ///
    /// The head stays stored after the app is deleted, so that the server never serves a lower revision under this
    /// slug.
    package var revision: Int
    /// The version number of the policy in force; 0 before the first.
    package var policyVersion: Int
    /// The lowest next revision; above `revision + 1` only after a restore or `heads bump`.
    package var nextRevision: Int
    /// Whether the server has to sign the same content again, because ``nextRevision`` was raised or the app changed.
    package var needsReissue: Bool
    /// SHA-256 of the catalog in the manifest in force, in hexadecimal; `nil` without one.
    package var catalogDigest: String?
    /// The date of the last automatic publish of a changed catalog.
    package var catalogPublishedAt: Date?

    /// Creates a head; the defaults are those of a new app.
    package init(
        app: String, revision: Int = 0, policyVersion: Int = 0, nextRevision: Int = 1, needsReissue: Bool = false,
        catalogDigest: String? = nil, catalogPublishedAt: Date? = nil
    ) {
        self.app = app
        self.revision = revision
        self.policyVersion = policyVersion
        self.nextRevision = nextRevision
        self.needsReissue = needsReissue
        self.catalogDigest = catalogDigest
        self.catalogPublishedAt = catalogPublishedAt
    }

    /// Whether the manifest in force contains another catalog than the stored one, so that the server has to publish.
    /// Pass ``CatalogRecord/manifestDigest`` of the stored catalog. Returns `false` also if CI signs the app, if no
    /// policy is in force, or if no catalog is stored.
    func differs(fromStoredCatalog manifestDigest: String?, of app: App) -> Bool {
        guard let manifestDigest, app.signing == .server, policyVersion > 0 else { return false }
        return manifestDigest != catalogDigest
    }
}
