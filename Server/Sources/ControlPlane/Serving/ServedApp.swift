package import AirworthyPolicy
package import Foundation
package import ReleaseCatalog

/// The in-memory state of an app that public requests read.
package struct ServedApp: Sendable {
    /// The state of the manifest.
    package enum State: Sendable {
        /// Nothing was published yet.
        case unpublished
        /// A manifest is in force.
        case live(LoadedHead)
        /// Installed apps would reject the manifest, or it could not be loaded. The text is the reason.
        case degraded(String)
    }

    package var app: App
    /// The state of the manifest.
    package var state: State
    /// The revision in force according to the store, even if it cannot be served; 0 before the first.
    package var revision = 0
    /// The known releases, if there are any.
    package var catalog: LiveCatalog?
    /// A problem that will need an operator although the manifest in force is still good.
    package var warning: String?

    package init(app: App, state: State, catalog: LiveCatalog?, warning: String? = nil) {
        self.app = app
        self.state = state
        self.catalog = catalog
        self.warning = warning
    }

    /// The problem for operators: the reason for a degraded state, else ``warning``.
    package var problem: String? {
        if case .degraded(let reason) = state { reason } else { warning }
    }

    /// Whether a release of the app is known, which people can be sent to.
    package var knowsReleases: Bool {
        if let catalog { return !catalog.catalog.releases.isEmpty }
        return (try? head).map { !$0.manifest.catalog.releases.isEmpty } ?? false
    }

    /// The manifest in force.
    package var head: LoadedHead {
        get throws(ControlPlaneError) {
            switch state {
            case .live(let head): return head
            case .unpublished: throw ControlPlaneError.nothingPublished(app.slug)
            case .degraded(let reason): throw ControlPlaneError(.degraded, detail: reason)
            }
        }
    }
}

/// The current catalog of an app, which may be newer than that of the manifest in force.
package struct LiveCatalog: Sendable {
    /// The catalog that was merged from all sources, with the age of each.
    package private(set) var merged: MergedCatalog
    /// SHA-256 of the stored text, in hexadecimal.
    package let digest: String
    /// A number that rises with each change, of the ages too, and is unique within the process; see ``ServedApps/nextEdition()``.
    package private(set) var edition: Int
    /// The date of the oldest source's data.
    package private(set) var asOf: Date

    package var catalog: Catalog { merged.catalog }
    /// The sources, such as `appStoreConnect,lookup:JP`.
    package var source: String { CatalogRecord.source(of: merged) }

    /// Creates a live catalog; `nil` if no source provides a release. An operator's withdrawals alone provide none.
    init?(_ records: [SourceRecord], merged: MergedCatalog, stored: CatalogRecord?, edition: Int) {
        guard let stored, records.contains(where: { $0.source != .operator }) else { return nil }
        self.merged = merged
        digest = stored.digest
        self.edition = edition
        asOf = merged.asOf ?? stored.asOf ?? stored.updatedAt
    }

    /// Returns the same catalog with other ages of its sources; `nil` if they are the same.
    func with(ages: [CatalogSource: Date], edition: Int) -> LiveCatalog? {
        var live = self
        for index in live.merged.sources.indices {
            guard let date = ages[live.merged.sources[index].source] else { continue }
            live.merged.sources[index].checkedAt = date
        }
        guard live.merged.sources != merged.sources else { return nil }
        live.edition = edition
        live.asOf = live.merged.asOf ?? asOf
        return live
    }
}

/// The manifest in force, in memory: the bytes to serve and their content.
///
/// A class, because every request shares it and caches compare it by identity.
package final class LoadedHead: Sendable {
    package let revision: Int
    /// The epoch of its keyring; 0 without one.
    package let epoch: Int
    /// The version of its policy; 0 for an app that CI signs.
    package let policyVersion: Int
    /// The envelope, exactly as it was signed.
    package let envelope: [UInt8]
    /// The envelope as gzip; `nil` where that is not shorter.
    package let compressed: [UInt8]?
    /// SHA-256 of ``envelope``, in hexadecimal.
    package let digest: String
    /// The content, prepared for decisions.
    package let prepared: PreparedManifest
    package var manifest: Manifest { prepared.manifest }

    package init(
        revision: Int, epoch: Int = 0, policyVersion: Int, envelope: [UInt8], compressed: [UInt8]?, digest: String,
        manifest: Manifest
    ) {
        self.revision = revision
        self.epoch = epoch
        self.policyVersion = policyVersion
        self.envelope = envelope
        self.compressed = compressed
        self.digest = digest
        prepared = PreparedManifest(manifest)
    }

    /// The position among the manifests of the app.
    var order: HeadOrder { HeadOrder(epoch: epoch, revision: revision) }
}
