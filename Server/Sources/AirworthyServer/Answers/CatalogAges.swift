package import AirworthyPolicy
package import ControlPlane
package import Foundation
package import ReleaseCatalog

/// How old the facts are that an answer rests on, and who told them.
package struct CatalogAges: Sendable {
    private let live: ServedApp.LiveCatalog
    private let statuses: [SourceStatus]
    private let now: Date

    /// - Parameters:
    ///   - live: What is known.
    ///   - statuses: How the asking goes.
    ///   - now: The clock.
    package init(_ live: ServedApp.LiveCatalog, _ statuses: [SourceStatus], at now: Date) {
        self.live = live
        self.statuses = statuses
        self.now = now
    }

    /// What goes with every answer.
    /// - Parameters:
    ///   - channel: The channel that was asked for; `nil` is all of them. App Store Connect alone speaks for TestFlight.
    ///   - storefront: The country that was asked for; the lookups of others do not matter then.
    /// - Returns: `asOf`, `stale` and `sources`.
    package func jsonValue(for channel: Channel? = nil, in storefront: Storefront? = nil) -> JSONValue {
        let apples = live.merged.sources.filter(\.source.isApple)
        let needed = apples.filter { Self.isNeeded($0.source, channel, storefront) }
        return [
            "asOf": .of((needed.isEmpty ? apples : needed).map(\.checkedAt).min() ?? live.asOf),
            "stale": .bool(needed.contains { isStale($0) }),
            "sources": .array(live.merged.sources.filter { $0.source != .operator }.map { $0.jsonValue(self) }),
        ]
    }

    /// Whether a source was confirmed too long ago.
    func isStale(_ age: SourceAge) -> Bool { live.merged.isStale(age, at: now, statuses: statuses) }

    private static func isNeeded(_ source: CatalogSource, _ channel: Channel?, _ storefront: Storefront?) -> Bool {
        guard case .lookup(let country) = source else { return true }
        if channel?.isTestFlight ?? false { return false }
        return storefront.map { $0 == country } ?? true
    }
}

extension SourceAge {
    fileprivate func jsonValue(_ ages: CatalogAges) -> JSONValue {
        ["name": .string(source.description), "asOf": .of(checkedAt), "stale": .bool(ages.isStale(self))]
    }
}
