package import AirworthyPolicy
package import Foundation

/// The App Store's last answer, kept so that an outdated edge server cannot take a version back.
package struct StoredLookup: Hashable, Sendable {
    /// The storefront that was asked; `nil` if it was unknown.
    package var storefront: Storefront?
    /// The known releases.
    package var catalog: Catalog
    /// The time of the last answer, by the corrected clock.
    package var askedAt: Date
    /// The time since which the answers have named a lower version than the known one.
    package var lowerSince: Date?

    /// The time, in seconds, after which a lower version is believed: edge servers lag up to three days.
    private static let patience: TimeInterval = 72 * 3_600

    package init(storefront: Storefront?, catalog: Catalog, askedAt: Date, lowerSince: Date? = nil) {
        self.storefront = storefront
        self.catalog = catalog
        self.askedAt = askedAt
        self.lowerSince = lowerSince
    }

    /// Merges an answer into the stored one.
    /// - Parameters:
    ///   - answer: The answer. An empty one means unknown, and changes nothing.
    ///   - storefront: The storefront that was asked.
    ///   - stored: The stored answer.
    ///   - now: The time of the answer, by the corrected clock.
    /// - Returns: The answer to store from now on.
    package static func merging(
        _ answer: Catalog, storefront: Storefront?, into stored: StoredLookup?, at now: Date
    ) -> StoredLookup? {
        let known = stored.flatMap { $0.storefront == storefront ? $0 : nil }
        guard let newest = answer.releases.first else { return known }
        var fresh = StoredLookup(storefront: storefront, catalog: answer, askedAt: now)
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

extension StoredLookup {
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
