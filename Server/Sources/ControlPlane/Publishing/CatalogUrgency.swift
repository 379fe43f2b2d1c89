import AirworthyPolicy
import AirworthyTrust
import Foundation
import ServerSupport

/// Decides whether a changed catalog is published at once.
///
/// Additions wait for the pause after the last automatic publish. A release that became unavailable does not, because rules may
/// require it. Only one that comes and goes waits: each release is taken away at once for the first time in a pause.
package struct CatalogUrgency {
    /// The shortest time between two automatic publishes of a changed catalog.
    package static let pause = Duration.seconds(600)
    /// The number of revisions in which a release is searched that came back.
    private static let searchedRevisions = 64

    let context: PublishingContext
    let transaction: any WriteTransaction

    /// Whether the catalog takes something away that was not taken away before within the pause.
    func takesSomethingAway() throws -> Bool {
        guard let signed = context.verified?.manifest.catalog, let live = context.stored.catalog?.catalog else {
            return false
        }
        let removed = OfferedReleases(signed, at: context.now)
            .missing(in: OfferedReleases(visibleIn: live, of: context.app, at: context.now))
        guard !removed.isEmpty else { return false }
        let earlier = try catalogsOfPause().map { OfferedReleases($0, at: context.now) }
        return !removed.allSatisfy { offer in
            let wasThere = earlier.map { $0.replace(offer) }
            guard let absence = wasThere.firstIndex(of: false) else { return false }
            return wasThere[absence...].contains(true)
        }
    }

    /// Returns the catalogs of the manifests that were in force within the pause before the current one, newest first.
    private func catalogsOfPause() throws -> [Catalog] {
        let (app, start) = (context.app.slug, context.now.addingTimeInterval(-Self.pause.seconds))
        var catalogs: [Catalog] = []
        let earlier = try transaction.manifests(app, before: context.head.revision, limit: Self.searchedRevisions)
        for record in earlier {
            if let bytes = try transaction.manifest(app, revision: record.revision)?.bytes,
                let envelope = try? SignedManifest(json: bytes).envelope,
                let manifest = try? ManifestReader.read(json: envelope.payload)
            {
                catalogs.append(manifest.catalog)
            }
            // This one was in force when the pause began.
            if record.issuedAt <= start { break }
        }
        return catalogs
    }
}

extension Head {
    /// Returns the earliest date of the next automatic publish of a changed catalog, or `nil` if it may happen at once.
    func nextCatalogPublish(after now: Date) -> Date? {
        let pause = CatalogUrgency.pause.seconds
        guard let end = catalogPublishedAt?.addingTimeInterval(pause), end > now else { return nil }
        // If the clock was set back, the time since the last publish is unknown, so the publish does not wait.
        return end.timeIntervalSince(now) <= pause ? end : nil
    }
}
