package import AirworthyPolicy
package import Foundation
package import ReleaseCatalog

/// The live catalog: what is known now, also between two revisions.
package struct LiveCatalog: Sendable {
    /// What comes of all that the sources said, and how old that is.
    package let merged: MergedCatalog
    /// SHA-256 of the stored text, in hexadecimal.
    package let digest: String
    /// Rises with each change of anything in it, the ages too; no two of one process are the same.
    package let generation: Int
    /// The instant the facts are from: that of the oldest source.
    package let asOf: Date

    /// The facts.
    package var catalog: Catalog { merged.catalog }
    /// Who said so, e.g. `appStoreConnect,lookup:JP`.
    package var source: String { CatalogRecord.source(of: merged) }
}

extension LiveCatalog {
    /// Takes what comes of what sources said.
    /// - Returns: `nil` if none said anything yet: what operators say about releases is no release.
    init?(_ records: [SourceRecord], _ merged: MergedCatalog, stored: CatalogRecord?, generation: Int) {
        guard let stored, records.contains(where: { $0.source != .operator }) else { return nil }
        self.merged = merged
        digest = stored.digest
        self.generation = generation
        asOf = merged.asOf ?? stored.asOf ?? stored.updatedAt
    }
}
