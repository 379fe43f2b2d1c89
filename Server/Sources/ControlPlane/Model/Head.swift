package import Foundation
import ServerSupport

/// The row of an app that a publish locks: the revision in force and its ingredients.
package struct Head: Hashable, Sendable {
    /// The pause after an automatic publish of a changed catalog.
    static let catalogPause = Duration.seconds(600)

    /// The app's slug.
    package let app: String
    /// The revision in force; 0 before the first. It outlives the app, so that a slug never serves a lower one.
    package var revision: Int
    /// The policy in force; 0 before the first.
    package var policyVersion: Int
    /// The lowest next revision; above `revision + 1` only after a restore or a bump.
    package var nextRevision: Int
    /// Whether the same content has to be reissued, because the counter was raised or the app changed.
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

    /// Whether the stored catalog differs from that of the manifest in force, so that the server has to publish it.
    /// - Parameters:
    ///   - manifestDigest: ``CatalogRecord/manifestDigest`` of the stored catalog.
    ///   - app: The app.
    /// - Returns: `false` also for an app that CI signs, or without a policy.
    func hasDrifted(from manifestDigest: String?, of app: App) -> Bool {
        guard let manifestDigest, app.signing == .server, policyVersion > 0 else { return false }
        return manifestDigest != catalogDigest
    }

    /// The earliest date of the next automatic publish of a changed catalog; `nil`: at once.
    func catalogWaits(at now: Date) -> Date? {
        let pause = Self.catalogPause.seconds
        guard let end = catalogPublishedAt?.addingTimeInterval(pause), end > now else { return nil }
        // If the clock was set back, the time since the last publish is unknown, so nothing waits.
        return end.timeIntervalSince(now) <= pause ? end : nil
    }
}
