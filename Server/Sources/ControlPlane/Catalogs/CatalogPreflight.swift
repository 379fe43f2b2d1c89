import AirworthyPolicy
package import ReleaseCatalog

extension CatalogService {
    /// The predicted result of a change of the catalog.
    package struct Preflight: Sendable {
        /// The catalog afterwards, merged with the data of the other sources.
        package let record: CatalogRecord
        /// The differences between the stored catalog and ``record``.
        package let diff: PolicyDiff
        /// Whether the change was made already.
        package let changesNothing: Bool
        /// The entity tag of the stored catalog; `nil` without one.
        package let basedOn: String?
        /// The effect on the known installations under the policy in force; `nil` where the server publishes nothing.
        package let impact: ImpactForecast?
    }

    /// Predicts the result of importing a catalog, JSON as UTF-8. Changes nothing. Counts the check-ins of a number of
    /// days in ``AdoptionService/countedDays``.
    package func preflight(
        _ text: [UInt8], for slug: String, days: Int = AdoptionLimit.usualDays
    ) async throws -> Preflight {
        let document = try CatalogDocument(text)
        return try await preflight(for: slug, days: days) { .manual(try document.catalog(for: $0)) }
    }

    /// Predicts the result of withdrawing releases, or of undoing that. Changes nothing. Counts the check-ins of a
    /// number of days in ``AdoptionService/countedDays``.
    package func preflight(
        _ order: OperatorOrder, for slug: String, days: Int = AdoptionLimit.usualDays
    ) async throws -> Preflight {
        try await preflight(for: slug, days: days) { _ in .order(order) }
    }

    private func preflight(
        for slug: String, days: Int, observe: @Sendable (App) throws -> Observation
    ) async throws -> Preflight {
        let (app, stored, records) = try await store.read { transaction in
            (try transaction.liveApp(slug), try transaction.catalog(slug), try transaction.sources(slug))
        }
        let now = now().storable
        var data = ReleaseData(app: slug, records: records)
        let changed = data.update(with: try observe(app), at: now, by: "")
        let record = CatalogRecord.merging(
            data.merged(for: app.target, at: now), for: app, replacing: stored, author: "", at: now)
        return Preflight(
            record: record,
            diff: PolicyDiff(
                from: Manifest(app: slug, policy: Policy(rules: []), catalog: stored?.catalog ?? .empty),
                to: Manifest(app: slug, policy: Policy(rules: []), catalog: record.catalog ?? .empty)),
            changesNothing: changed.isEmpty, basedOn: stored?.digest,
            impact: try await publishing.forecast(of: record.catalog ?? .empty, for: slug, days: days))
    }
}
