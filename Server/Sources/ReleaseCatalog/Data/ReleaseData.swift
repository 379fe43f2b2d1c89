import AirworthyPolicy
package import Foundation

/// The release data of one app, by source.
///
/// A value without I/O: create it from stored records, update it with observations, and store its ``records``.
package struct ReleaseData: Sendable {
    /// The app's slug.
    package let app: String
    /// The problems of stored records that could not be read.
    package private(set) var problems: [String] = []

    private(set) var connect: SourceRow<ConnectData>?
    private(set) var lookups: [Storefront: SourceRow<LookupData>] = [:]
    private(set) var manual: SourceRow<ManualData>?
    private(set) var operatorData: SourceRow<OperatorData>?

    /// Reads the stored records of an app, in any order. Unreadable ones count as absent; see ``problems``.
    package init(app: String, records: [SourceRecord] = []) {
        self.app = app
        for record in records.sorted(by: { $0.source < $1.source }) {
            do throws(UnreadableBody) {
                switch record.source {
                case .connect: connect = try SourceRow(record)
                case .lookup(let storefront): lookups[storefront] = try SourceRow(record)
                case .manual: manual = try SourceRow(record)
                case .operator: operatorData = try SourceRow(record)
                }
            } catch {
                problems.append("the stored data of \(record.source) for \"\(app)\" is unreadable: \(error.detail)")
            }
        }
    }

    /// The records to store, sorted by source.
    package var records: [SourceRecord] {
        let records =
            [
                connect?.record(app: app, source: .connect), manual?.record(app: app, source: .manual),
                operatorData?.record(app: app, source: .operator),
            ] + lookups.map { $1.record(app: app, source: .lookup($0)) }
        return records.compactMap { $0 }.sorted { $0.source < $1.source }
    }

    /// Updates the data with an observation, and returns the sources whose stored data changed.
    ///
    /// - Equal data changes only ``SourceRecord/checkedAt``. A lookup without a release changes nothing.
    /// - A lookup may show a lower version than before, because Apple's caches differ. That version counts only after
    ///   lookups have shown it for three days.
    /// - A build disappears after two complete listings in a row without it.
    package mutating func update(
        with observation: Observation, at now: Date, by author: String
    ) -> Set<CatalogSource> {
        let now = now.asStored
        switch observation {
        case .connect(let listing):
            var data = connect?.content ?? ConnectData()
            data.update(with: listing, at: now)
            return SourceRow.update(&connect, with: data, at: now, by: author) ? [.connect] : []
        case .lookup(_, nil):
            return []
        case .lookup(let storefront, let release?):
            var data = lookups[storefront]?.content ?? LookupData()
            let isHighest = { [connect] (version: AppVersion) in
                connect?.content.isHighestOnSale(version, on: release.platform) ?? true
            }
            data.update(with: release, at: now, isHighest: isHighest)
            return SourceRow.update(&lookups[storefront], with: data, at: now, by: author)
                ? [.lookup(storefront)] : []
        case .manual(let catalog):
            return SourceRow.update(&manual, with: ManualData(catalog), at: now, by: author) ? [.manual] : []
        case .order(let order):
            return apply(order, at: now, by: author)
        }
    }

    private mutating func apply(_ order: OperatorOrder, at now: Date, by author: String) -> Set<CatalogSource> {
        var changed: Set<CatalogSource> = []
        var data: OperatorData
        switch order {
        case .withdraw(let version, let build, let platform):
            data = operatorData?.content ?? OperatorData()
            data.withdraw(OperatorData.Withdrawal(platform: platform, version: version, build: build))
        case .reset:
            // Removes all withdrawals, and lets the next lookups replace the versions on sale, even by lower ones.
            data = OperatorData()
            for storefront in lookups.keys {
                guard var lookup = lookups[storefront]?.content else { continue }
                lookup.acceptNextVersions()
                if SourceRow.replaceContent(of: &lookups[storefront], with: lookup) {
                    changed.insert(.lookup(storefront))
                }
            }
        }
        if SourceRow.update(&operatorData, with: data, at: now, by: author) { changed.insert(.operator) }
        return changed
    }

    /// Merges the data of all sources into the catalog, the builds, and the age of each source.
    package func merged(for target: AppTarget, at now: Date) -> MergedCatalog {
        var merge = CatalogMerge(self, for: target, at: now)
        let (releases, builds, nextChange) = merge.run()
        let sources = ages(for: target)
        let isLive = sources.contains(where: \.source.isApple)
        let asOf = isLive ? sources.lazy.map(\.changedAt).max() : manual?.content.catalog.asOf
        return MergedCatalog(
            catalog: Catalog(app: target.slug, asOf: asOf, releases: releases), builds: builds, sources: sources,
            nextChange: nextChange)
    }

    /// Returns the ages of the sources whose data is merged. Countries that the app no longer looks up are left out.
    private func ages(for target: AppTarget) -> [SourceAge] {
        records.compactMap { record in
            switch record.source {
            case .lookup(let storefront) where !target.storefronts.contains(storefront): nil
            case .operator where operatorData?.content.withdrawals.isEmpty ?? true: nil
            default: SourceAge(source: record.source, checkedAt: record.checkedAt, changedAt: record.changedAt)
            }
        }
    }
}
