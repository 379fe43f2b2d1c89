package import AirworthyPolicy
package import Foundation
package import ReleaseCatalog

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

    /// The release data.
    package var catalog: Catalog { merged.catalog }
    /// The sources, such as `appStoreConnect,lookup:JP`.
    package var source: String { CatalogRecord.source(of: merged) }

    /// Creates a live catalog.
    /// - Returns: `nil` if no source provides a release. An operator's withdrawals alone provide none.
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
