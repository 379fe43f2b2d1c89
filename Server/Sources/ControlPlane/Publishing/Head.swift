package import Foundation

/// The one row of an app that a publish locks: which revision is in force, and what it was made from.
package struct Head: Hashable, Sendable {
    /// The app's slug.
    package let app: String
    /// The revision in force; 0 before the first. It outlives the app, so that a name is never served with a lower one.
    package var revision: Int
    /// The policy in force; 0 before the first.
    package var policyVersion: Int
    /// The lowest number the next revision may have; above `revision + 1` only after a restore or a bump.
    package var nextRevision: Int
    /// Whether the same content has to be issued anew, because the counter was raised.
    package var needsReissue: Bool
    /// SHA-256 of the catalog as it stands in the manifest in force, in hexadecimal; `nil` without one.
    package var catalogDigest: String?
    /// When a change of the catalog was last published by itself.
    package var catalogPublishedAt: Date?

    /// Makes a head; a new app has the default of everything.
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
}
