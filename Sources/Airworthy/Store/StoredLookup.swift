package import AirworthyPolicy
package import Foundation

/// The App Store's answer in force. A lower version from an outdated server of Apple's does not replace it at once.
package struct StoredLookup: Hashable, Sendable {
    /// The storefront that was asked; `nil` if it was unknown.
    package var storefront: Storefront?
    /// The known releases.
    package var catalog: Catalog
    /// The time of the last answer, in force or not, by the corrected clock.
    package var askedAt: Date
    /// The time when the answers began to name a lower version than the known one; `nil` if the last one did not.
    package var lowerSince: Date?

    /// The time, in seconds, after which a lower version counts.
    private static let patience = Double(AppStoreLookup.longestLag) * 3_600

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
    ///   - stored: The stored answer. One for another storefront is ignored.
    ///   - now: The time of the answer, by the corrected clock.
    /// - Returns: The answer to store from now on; `nil` if nothing is known for this storefront.
    package static func merging(
        _ answer: Catalog, storefront: Storefront?, into stored: StoredLookup?, at now: Date
    ) -> StoredLookup? {
        let known = stored.flatMap { $0.storefront == storefront ? $0 : nil }
        // A lookup names one release; the catalog has it first.
        guard let newest = answer.releases.first else { return known }
        var fresh = StoredLookup(storefront: storefront, catalog: answer, askedAt: now)
        fresh.catalog.asOf = now
        guard let known, let highest = known.catalog.releases.first(where: { $0.platform == newest.platform }),
            newest.version < highest.version
        else { return fresh }
        // The clock may have been set back.
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
