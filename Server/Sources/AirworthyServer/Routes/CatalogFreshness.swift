import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog
import ServerSupport

/// The age of the release data in a response, and its sources.
struct CatalogFreshness: Sendable {
    let live: LiveCatalog
    let statuses: [SourceStatus]
    let now: Date

    /// Returns the `catalog` member of a response for a channel, or for all. Only App Store Connect has data for
    /// TestFlight, and lookups in other storefronts are not considered.
    func jsonValue(for channel: Channel? = nil, in storefront: Storefront? = nil) -> JSONValue {
        let apple = live.merged.sources.filter(\.source.isApple)
        let relevant = apple.filter { Self.isRelevant($0.source, channel: channel, storefront: storefront) }
        let sources = live.merged.sources.filter { $0.source != .operator }
        return [
            "asOf": .of((relevant.isEmpty ? apple : relevant).map(\.checkedAt).min() ?? live.asOf),
            "stale": .bool(relevant.contains { isStale($0) }),
            "sources": .array(
                sources.map { age in
                    [
                        "name": .string(age.source.description), "asOf": .of(age.checkedAt),
                        "stale": .bool(isStale(age)),
                    ]
                }),
        ]
    }

    private func isStale(_ age: SourceAge) -> Bool { live.merged.isStale(age, at: now, statuses: statuses) }

    private static func isRelevant(_ source: CatalogSource, channel: Channel?, storefront: Storefront?) -> Bool {
        guard case .lookup(let country) = source else { return true }
        if channel?.isTestFlight ?? false { return false }
        return storefront.map { $0 == country } ?? true
    }
}

/// The JSON of the sources of an app's release data: their age, and how querying them goes.
struct CatalogSourcesPayload: Sendable {
    private let live: LiveCatalog?
    private let statuses: [SourceStatus]
    private let now: Date

    init(of served: ServedApp, sync: CatalogSync, at now: Date) {
        live = served.catalog
        statuses = sync.status(served.app.slug)
        self.now = now
    }

    var members: JSONObject {
        let known = live?.merged.sources ?? []
        let all = Set(known.map(\.source) + statuses.map(\.source)).sorted()
        return [
            "asOf": .of(live?.asOf),
            "stale": .bool(live?.merged.isStale(at: now, statuses: statuses) ?? false),
            "sources": .array(all.map { source in value(of: source, age: known.first { $0.source == source }) }),
        ]
    }

    private func value(of source: CatalogSource, age: SourceAge?) -> JSONValue {
        let status = statuses.first { $0.source == source } ?? SourceStatus(source: source, interval: .zero)
        return [
            "name": .string(source.description), "asOf": .of(age?.checkedAt), "changedAt": .of(age?.changedAt),
            "stale": .bool(age.map { live?.merged.isStale($0, at: now, statuses: statuses) ?? false } ?? false),
            "interval": status.interval > .zero ? .of(Int(status.interval.seconds.rounded())) : .null,
            "lastAttempt": .of(status.lastAttempt), "problem": .of(status.problem),
        ]
    }
}
