import AirworthyPolicy
package import Foundation

/// The release data of one app, by source.
///
/// A value without I/O: read it from stored rows, update it with observations, and store its ``records``.
package struct ReleaseData: Sendable {
    /// The app's slug.
    package let app: String
    /// The problems of rows that could not be read.
    package private(set) var problems: [String] = []

    private(set) var connect: SourceRow<ConnectData>?
    private(set) var lookups: [Storefront: SourceRow<LookupData>] = [:]
    private(set) var manual: SourceRow<ManualData>?
    private(set) var orders: SourceRow<OperatorData>?

    /// Reads stored rows.
    /// - Parameters:
    ///   - app: The app's slug.
    ///   - records: The rows in any order. An unreadable one counts as absent and is named in ``problems``.
    package init(app: String, records: [SourceRecord] = []) {
        self.app = app
        for record in records.sorted(by: { $0.source < $1.source }) {
            do throws(UnreadableBody) {
                switch record.source {
                case .connect: connect = try SourceRow(record)
                case .lookup(let storefront): lookups[storefront] = try SourceRow(record)
                case .manual: manual = try SourceRow(record)
                case .operator: orders = try SourceRow(record)
                }
            } catch {
                problems.append("the stored data of \(record.source) for \"\(app)\" is unreadable: \(error.detail)")
            }
        }
    }

    /// The rows to store, by source.
    package var records: [SourceRecord] {
        let rows =
            [
                connect?.record(app: app, source: .connect), manual?.record(app: app, source: .manual),
                orders?.record(app: app, source: .operator),
            ] + lookups.map { $1.record(app: app, source: .lookup($0)) }
        return rows.compactMap { $0 }.sorted { $0.source < $1.source }
    }

    /// Adopts an observation.
    ///
    /// Equal data changes only ``SourceRecord/checkedAt``, and a lookup without a release not even that. A lower version
    /// is held back until lookups showed it for three days. A build is dropped when two complete listings lack it.
    /// - Parameters:
    ///   - observation: The statement of one source.
    ///   - now: The time of the statement.
    ///   - author: The author of the change.
    /// - Returns: The sources whose body changed.
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
            data.update(with: release, at: now) { connect?.content.isHighestOnSale($0, on: release.platform) ?? true }
            return SourceRow.update(&lookups[storefront], with: data, at: now, by: author)
                ? [.lookup(storefront)] : []
        case .manual(let catalog):
            return SourceRow.update(&manual, with: ManualData(catalog), at: now, by: author) ? [.manual] : []
        case .order(let order):
            return carryOut(order, at: now, by: author)
        }
    }

    private mutating func carryOut(_ order: OperatorOrder, at now: Date, by author: String) -> Set<CatalogSource> {
        var changed: Set<CatalogSource> = []
        var data = OperatorData()
        switch order {
        case .withdraw(let version, let build, let platform):
            data = orders?.content ?? data
            data.withdraw(OperatorData.Withdrawal(platform: platform, version: version, build: build))
        case .reset:
            for storefront in lookups.keys {
                guard var lookup = lookups[storefront]?.content else { continue }
                lookup.acceptNextVersions()
                if SourceRow.replaceContent(of: &lookups[storefront], with: lookup) {
                    changed.insert(.lookup(storefront))
                }
            }
        }
        if SourceRow.update(&orders, with: data, at: now, by: author) { changed.insert(.operator) }
        return changed
    }

    /// Merges the data of all sources.
    /// - Parameters:
    ///   - target: The app with its countries and platforms.
    ///   - now: The current time.
    /// - Returns: The catalog, the builds, and the age of each source.
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

    /// Returns the ages of the sources whose data is merged. A country that is no longer looked up does not count.
    private func ages(for target: AppTarget) -> [SourceAge] {
        records.compactMap { record in
            switch record.source {
            case .lookup(let storefront) where !target.storefronts.contains(storefront): nil
            case .operator where orders?.content.withdrawals.isEmpty ?? true: nil
            default: SourceAge(source: record.source, checkedAt: record.checkedAt, changedAt: record.changedAt)
            }
        }
    }
}
