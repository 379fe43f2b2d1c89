import AirworthyPolicy
import Foundation
import ReleaseCatalog

extension CatalogRecord {
    /// The facts; none if they cannot be read.
    var catalog: Catalog? { CatalogReader.read(json: text).catalog }

    /// The sources of a catalog in one text, e.g. `appStoreConnect,lookup:JP`.
    static func source(of merged: MergedCatalog) -> String {
        merged.sources.map(\.source.description).joined(separator: ",")
    }

    /// What is to be stored of a merged catalog.
    /// - Parameters:
    ///   - merged: What is known.
    ///   - app: The app.
    ///   - before: What is stored now. The same facts are not stored again, however much younger they are.
    ///   - author: The name of the token that brought something new.
    ///   - now: The clock.
    /// - Returns: The record; `before` if it says the same.
    static func of(
        _ merged: MergedCatalog, for app: App, instead before: CatalogRecord?, author: String, at now: Date
    ) -> CatalogRecord {
        let asOf = merged.catalog.asOf.map(Instant.stored)
        let catalog = Catalog(app: app.slug, asOf: asOf, releases: merged.catalog.releases)
        let text = catalog.jsonValue.jsonBytes() + [UInt8(ascii: "\n")]
        let manifestDigest = ManifestCatalog.digest(of: ManifestCatalog.trimmed(catalog, for: app))
        let source = source(of: merged)
        if let before, before.text == text, before.manifestDigest == manifestDigest, before.source == source {
            return before
        }
        return CatalogRecord(
            app: app.slug, text: text, digest: ContentDigest.hex(text), manifestDigest: manifestDigest, source: source,
            asOf: asOf, updatedAt: now, author: author)
    }
}

extension WriteTransaction {
    /// Stores what differs between two states of what the sources of an app said.
    func keep(_ records: [SourceRecord], instead before: [SourceRecord]) throws {
        let old = Dictionary(before.map { ($0.source, $0) }) { $1 }
        for record in records {
            if let known = old[record.source], known.isSameSaying(as: record) {
                guard known.checkedAt != record.checkedAt else { continue }
                try touchSource(record.source, of: record.app, checkedAt: record.checkedAt)
            } else {
                try replaceSource(record)
            }
        }
        let left = Set(records.map(\.source))
        for record in before where !left.contains(record.source) { try deleteSource(record.source, of: record.app) }
    }
}

extension SourceRecord {
    /// Whether only the age may differ.
    fileprivate func isSameSaying(as other: SourceRecord) -> Bool {
        body == other.body && changedAt == other.changedAt && author == other.author
    }

    /// The same with times as they read after they were stored.
    var storable: SourceRecord {
        SourceRecord(
            app: app, source: source, body: body, checkedAt: Instant.stored(checkedAt),
            changedAt: Instant.stored(changedAt), author: author)
    }
}
