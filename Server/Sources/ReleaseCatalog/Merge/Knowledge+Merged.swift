import AirworthyPolicy
package import Foundation

extension Knowledge {
    /// What all sources say together, fact by fact.
    /// - Parameters:
    ///   - target: The app: its countries, platforms and numbers.
    ///   - now: The clock.
    /// - Returns: The catalog, the builds, and how old each source is.
    package func merged(for target: AppTarget, at now: Date) -> MergedCatalog {
        var merger = Merger(self, target, now)
        let (releases, builds, nextChange) = merger.merge()
        let sources = ages(for: target)
        let live = sources.contains(where: \.source.isApple)
        let asOf = live ? sources.lazy.map(\.changedAt).max() : manual?.memory.catalog.asOf
        return MergedCatalog(
            catalog: Catalog(app: target.slug, asOf: asOf, releases: releases), builds: builds, sources: sources,
            nextChange: nextChange)
    }

    /// The sources whose facts are in the merge. A country that is asked no more does not count.
    private func ages(for target: AppTarget) -> [SourceAge] {
        var ages: [SourceAge] = []
        if let connect {
            ages.append(SourceAge(source: .connect, checkedAt: connect.checkedAt, changedAt: connect.changedAt))
        }
        for (storefront, row) in lookups where target.storefronts.contains(storefront) {
            ages.append(
                SourceAge(source: .lookup(storefront), checkedAt: row.checkedAt, changedAt: row.changedAt))
        }
        if let manual {
            ages.append(SourceAge(source: .manual, checkedAt: manual.checkedAt, changedAt: manual.changedAt))
        }
        if let orders, !orders.memory.withdrawals.isEmpty {
            ages.append(SourceAge(source: .operator, checkedAt: orders.checkedAt, changedAt: orders.changedAt))
        }
        return ages.sorted { $0.source < $1.source }
    }
}
