import AirworthyPolicy
import ReleaseCatalog

extension CatalogService {
    /// The predicted result of importing a catalog.
    package struct Preflight: Sendable {
        /// The catalog afterwards, merged with the data of the other sources.
        package let record: CatalogRecord
        /// The differences between the stored catalog and ``record``.
        package let diff: PolicyDiff
        /// Whether this catalog is imported already.
        package let changesNothing: Bool
        /// The entity tag of the stored catalog; `nil` without one.
        package let basedOn: String?
    }

    /// Predicts the result of importing a catalog. Changes nothing.
    /// - Parameters:
    ///   - text: The catalog, JSON as UTF-8.
    ///   - slug: The app's slug.
    /// - Returns: The catalog afterwards and the differences.
    /// - Throws: ``ControlPlaneError`` `invalid` with findings, `wrongApp`, `notFound` or `gone`; ``StoreError``.
    package func preflight(_ text: [UInt8], for slug: String) async throws -> Preflight {
        let document = try CatalogDocument(text)
        let (app, stored, records) = try await store.read { transaction in
            (try transaction.liveApp(slug), try transaction.catalog(slug), try transaction.sources(slug))
        }
        let now = now().storable
        var data = ReleaseData(app: slug, records: records)
        let changed = data.update(with: .manual(try document.catalog(for: app)), at: now, by: "")
        let record = CatalogRecord.merging(
            data.merged(for: app.target, at: now), for: app, replacing: stored, author: "", at: now)
        return Preflight(
            record: record,
            diff: PolicyDiff(
                from: Manifest(app: slug, policy: Policy(rules: []), catalog: stored?.catalog ?? .empty),
                to: Manifest(app: slug, policy: Policy(rules: []), catalog: record.catalog ?? .empty)),
            changesNothing: changed.isEmpty, basedOn: stored?.digest)
    }
}
