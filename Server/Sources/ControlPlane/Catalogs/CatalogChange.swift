import AirworthyPolicy
import Foundation
import ReleaseCatalog

/// The reason for a change of a catalog, for the audit.
enum CatalogEvent: Sendable {
    /// A person or a pipeline imported a catalog.
    case imported
    /// A source returned data; `nil` if only time has passed.
    case observed(Observation?)
    /// An operator withdrew releases or undid that.
    case ordered(OperatorOrder)

    /// Whether a person caused the change, so that the history shows it even without an effect.
    var isByPerson: Bool { if case .observed = self { false } else { true } }

    /// Whether an operator withdrew releases, which never waits.
    var isWithdrawal: Bool { if case .ordered(.withdraw) = self { true } else { false } }

    func entry(of record: CatalogRecord, by principal: Principal, at now: Date) -> AuditEntry {
        let catalog = "catalog \(record.digest.prefix(16))"
        let (action, detail) =
            switch self {
            case .imported: ("catalog.replaced", catalog)
            case .observed(let observation):
                ("catalog.learnt", "\(observation?.source.description ?? "time"), \(catalog)")
            case .ordered(.withdraw(let version, let build, let platform)):
                ("catalog.withdrawn", "\(platform) \(UpdateTarget(version: version, build: build))")
            case .ordered(.reset): ("catalog.reset", catalog)
            }
        return AuditEntry(at: now, by: principal, action: action, app: record.app, detail: detail)
    }
}

extension CatalogRecord {
    /// Returns the record of a merged catalog; `stored` if only the age of the data differs. The author is the name of
    /// the token that caused the change.
    static func merging(
        _ merged: MergedCatalog, for app: App, replacing stored: CatalogRecord?, author: String, at now: Date
    ) -> CatalogRecord {
        let asOf = merged.catalog.asOf?.storable
        let catalog = Catalog(app: app.slug, asOf: asOf, releases: merged.catalog.releases)
        let text = catalog.jsonValue.jsonBytes() + [UInt8(ascii: "\n")]
        let manifestDigest = ManifestCatalog.digest(of: ManifestCatalog.trimmed(catalog, for: app))
        let source = source(of: merged)
        if let stored, stored.text == text, stored.manifestDigest == manifestDigest, stored.source == source {
            return stored
        }
        return CatalogRecord(
            app: app.slug, text: text, digest: ContentDigest.hex(text), manifestDigest: manifestDigest, source: source,
            asOf: asOf, updatedAt: now, author: author)
    }
}

extension WriteTransaction {
    /// Stores the records that differ between two states of the release data of an app.
    func replaceSources(_ old: [SourceRecord], with new: [SourceRecord]) throws {
        let stored = Dictionary(old.map { ($0.source, $0) }) { $1 }
        for record in new {
            var unchanged = stored[record.source]
            unchanged?.checkedAt = record.checkedAt
            guard unchanged == record else {
                try replaceSource(record)
                continue
            }
            guard stored[record.source] != record else { continue }
            try touchSource(record.source, of: record.app, checkedAt: record.checkedAt)
        }
        let kept = Set(new.map(\.source))
        for record in old where !kept.contains(record.source) { try deleteSource(record.source, of: record.app) }
    }
}
