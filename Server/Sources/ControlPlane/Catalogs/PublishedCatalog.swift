import AirworthyPolicy
import AirworthyTrust
package import Foundation

/// The catalog of the manifest in force beside the known releases.
package struct PublishedCatalog: Sendable {
    /// The changes that wait to be published.
    package struct Waiting: Sendable {
        /// The change for installations. Empty if only details such as notes or links differ.
        package let change: AvailabilityChange
        /// The end of the pause, after which it is published within a minute; `nil` if it is over.
        package let publishesAt: Date?
    }

    /// The revision in force; 0 before the first.
    package let revision: Int
    /// The waiting changes; `nil` without a difference, for an app that CI signs, and before the first policy.
    package let waiting: Waiting?
    private let app: App
    /// The catalog of the manifest in force; empty without one.
    private let signed: Catalog
    /// The known releases.
    private let live: Catalog
    private let now: Date

    init(_ context: PublishingContext) {
        let stored = context.stored.catalog
        (app, revision, now) = (context.app, context.head.revision, context.now)
        (signed, live) = (context.verified?.manifest.catalog ?? .empty, stored?.catalog ?? .empty)
        waiting =
            context.catalogWaits
            ? Waiting(
                change: AvailabilityChange(from: signed, to: live, of: app, at: now),
                publishesAt: context.head.nextCatalogPublish(after: now)) : nil
    }

    /// Returns what was published since an earlier state; `nil` if no revision was.
    package func change(since earlier: PublishedCatalog) -> AvailabilityChange? {
        revision > earlier.revision ? AvailabilityChange(from: earlier.signed, to: live, of: app, at: now) : nil
    }
}

extension CatalogService {
    /// Returns what is published of the known releases of an app, and what waits.
    package func publishedCatalog(of app: String) async throws -> PublishedCatalog {
        PublishedCatalog(try await publishing.context(of: app))
    }

    /// Publishes what waits, without waiting for the end of the pause. Returns `nil` if nothing waited.
    package func publishWaiting(of app: String, by principal: Principal) async throws -> Publication? {
        try principal.require(.catalog, for: app)
        let reissued = try await publishing.publishIfDue(
            app, by: principal, isCatalogOnly: true, ignoringPause: true, isPredicted: true)
        if reissued?.alert != nil { served.raise(.catalogAlert) }
        return reissued?.publication
    }
}
