package import AirworthyPolicy
package import Foundation
import ServerSupport

/// The merged release data of one app at one time.
package struct MergedCatalog: Hashable, Sendable {
    /// The number of a source's intervals for which its data count as fresh.
    private static let freshIntervals = 3.0

    /// The releases that decisions are made on. Equal data gives equal bytes: `asOf` is the time the data last changed,
    /// not the time it was last confirmed.
    package var catalog: Catalog
    /// Every known TestFlight build, expired ones too, newest first.
    package var builds: [TestFlightBuild]
    /// The merged sources, by name.
    package var sources: [SourceAge]
    /// The next time at which the catalog or the audience of a build changes without a new observation.
    package var nextChange: Date?

    /// The time at which the oldest of Apple's sources was last confirmed; of an import alone, the time of its data.
    package var asOf: Date? {
        sources.lazy.filter(\.source.isApple).map(\.checkedAt).min() ?? catalog.asOf
            ?? sources.first { $0.source == .manual }?.checkedAt
    }

    /// Whether an answer about a channel, even "no release", is based on data. TestFlight needs App Store Connect or an
    /// import; `nil` accepts any source.
    package func isLearnt(for channel: Channel? = nil) -> Bool {
        sources.contains { Self.isNeeded($0.source, for: channel) }
    }

    /// Whether responses about a channel (`nil` is all of them) have to be marked as stale: a source that it needs was
    /// last confirmed longer ago than three of its intervals. A source that is no longer polled counts with the default
    /// interval.
    package func isStale(at now: Date, statuses: [SourceStatus], for channel: Channel? = nil) -> Bool {
        sources.contains { age in
            guard age.source.isApple, Self.isNeeded(age.source, for: channel) else { return false }
            return isStale(age, at: now, statuses: statuses)
        }
    }

    /// Whether one source was last confirmed longer ago than three of its intervals.
    package func isStale(_ age: SourceAge, at now: Date, statuses: [SourceStatus]) -> Bool {
        guard age.source.isApple else { return false }
        let status = statuses.first { $0.source == age.source }
        let fallback = age.source == .connect ? PollingSettings.connectInterval : PollingSettings.lookupInterval
        let confirmed = max(age.checkedAt, status?.lastSuccess ?? .distantPast)
        return now.timeIntervalSince(confirmed) > Self.freshIntervals * (status?.interval ?? fallback).seconds
    }

    private static func isNeeded(_ source: CatalogSource, for channel: Channel?) -> Bool {
        switch source {
        case .operator: false
        case .lookup: !(channel?.isTestFlight ?? false)
        case .connect, .manual: true
        }
    }
}
