package import AirworthyPolicy
package import Foundation

/// What the App Store said last, kept so that no lagging edge takes back a version.
package struct FactsMemory: Hashable, Sendable {
    /// Which store was asked; `nil` where nobody knew.
    package var storefront: Storefront?
    /// What is known.
    package var catalog: Catalog
    /// When it was last confirmed, by the corrected clock.
    package var askedAt: Date
    /// Since when the answers have been lower than what is known.
    package var lowerSince: Date?

    /// How long lower answers must agree until they are believed: edges lag up to three days.
    static let patience: TimeInterval = 72 * 3_600

    package init(storefront: Storefront?, catalog: Catalog, askedAt: Date, lowerSince: Date? = nil) {
        self.storefront = storefront
        self.catalog = catalog
        self.askedAt = askedAt
        self.lowerSince = lowerSince
    }

    /// What is known after an answer.
    /// - Parameters:
    ///   - answer: The answer; an empty one tells nothing and takes nothing back.
    ///   - storefront: Which store was asked.
    ///   - memory: What was known.
    ///   - now: When, by the corrected clock.
    /// - Returns: What to remember from now on.
    package static func after(
        _ answer: Catalog, storefront: Storefront?, memory: FactsMemory?, at now: Date
    ) -> FactsMemory? {
        let known = memory.flatMap { $0.storefront == storefront ? $0 : nil }
        guard let newest = answer.releases.first else { return known }
        var fresh = FactsMemory(storefront: storefront, catalog: answer, askedAt: now)
        fresh.catalog.asOf = now
        guard let known, let highest = known.catalog.releases.first(where: { $0.platform == newest.platform }),
            newest.version < highest.version
        else { return fresh }
        let since = known.lowerSince.map { min($0, now) } ?? now
        if now.timeIntervalSince(since) >= patience { return fresh }
        var kept = known
        kept.askedAt = now
        kept.lowerSince = since
        return kept
    }
}

extension FactsMemory {
    var jsonValue: JSONValue {
        var object: JSONObject = ["catalog": catalog.jsonValue, "askedAt": .string(Timestamp.format(askedAt))]
        object["storefront"] = storefront.map { .string($0.code) }
        object["lowerSince"] = lowerSince.map { .string(Timestamp.format($0)) }
        return .object(object)
    }

    init?(_ json: JSONValue) {
        guard let askedAt = json["askedAt"].date, let stored = json["catalog"],
            let catalog = CatalogReader.read(json: stored.jsonBytes()).catalog
        else { return nil }
        self.init(
            storefront: json["storefront"]?.stringValue.flatMap(Storefront.init), catalog: catalog, askedAt: askedAt,
            lowerSince: json["lowerSince"].date)
    }
}
