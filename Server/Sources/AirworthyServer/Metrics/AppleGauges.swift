import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

/// The metrics of the catalog synchronisation.
enum AppleGauges {
    /// The number of apps whose sources have their own series. Apps with the oldest release data come first.
    static let maximumApps = 100
    /// The number of keys that have their own series.
    static let maximumKeys = 20

    static func families(served: ServedApps, sync: CatalogSync, at now: Date) -> [MetricFamily] {
        let known = served.all.compactMap { app in app.catalog.map { (slug: app.app.slug, merged: $0.merged) } }
        let shown = known.sorted { ($0.merged.asOf ?? now, $0.slug) < ($1.merged.asOf ?? now, $1.slug) }
            .prefix(maximumApps).sorted { $0.slug < $1.slug }
        let keys = sync.keys().prefix(maximumKeys)
        return [
            Metric.sourceAge.family(
                shown.flatMap { app in
                    app.merged.sources.filter(\.source.isApple).map { age in
                        MetricFamily.Sample(
                            labels: [
                                .init(name: "app", value: app.slug),
                                .init(name: "source", value: age.source.description),
                            ], value: max(0, now.timeIntervalSince(age.checkedAt)))
                    }
                }),
            Metric.appleKey.family(
                keys.flatMap { key in
                    KeyState.Condition.Name.allCases.map { name in
                        MetricFamily.Sample(
                            labels: [
                                .init(name: "key", value: key.state.keyID), .init(name: "state", value: name.rawValue),
                            ],
                            value: key.state.condition.name == name ? 1 : 0)
                    }
                }),
            Metric.appleCalls.family(by: "key", keys.map { ($0.state.keyID, Double($0.callsLastHour)) }),
            Metric.appleCallsAllowed.family(by: "key", keys.map { ($0.state.keyID, Double($0.state.allowedPerHour)) }),
        ]
    }
}
