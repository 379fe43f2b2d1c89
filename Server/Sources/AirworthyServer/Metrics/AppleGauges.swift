import AirworthyPolicy
import ControlPlane
import Foundation
import ReleaseCatalog

/// What can be seen of the asking of Apple at an instant.
enum AppleGauges {
    /// The most apps whose sources have series of their own, those whose facts are oldest first.
    static let maximumApps = 100
    /// The most keys that have series of their own.
    static let maximumKeys = 20

    static func families(_ served: ServedApps, _ apple: AppleSide, at now: Date) -> [MetricFamily] {
        let known = served.all.compactMap { app in app.catalog.map { (slug: app.app.slug, merged: $0.merged) } }
        let shown = known.sorted { ($0.merged.asOf ?? now, $0.slug) < ($1.merged.asOf ?? now, $1.slug) }
            .prefix(maximumApps).sorted { $0.slug < $1.slug }
        let keys = apple.keys().prefix(maximumKeys)
        return [
            MetricFamily(
                name: MetricNames.sourceAge, kind: .gauge, help: help(MetricNames.sourceAge),
                samples: shown.flatMap { app in
                    app.merged.sources.filter(\.source.isApple).map { age in
                        MetricFamily.Sample(
                            labels: [
                                .init(name: "app", value: app.slug),
                                .init(name: "source", value: age.source.description),
                            ], value: max(0, now.timeIntervalSince(age.checkedAt)))
                    }
                }),
            MetricFamily(
                name: MetricNames.appleKey, kind: .gauge, help: help(MetricNames.appleKey),
                samples: keys.flatMap { key in
                    KeyState.Condition.names.map { name in
                        MetricFamily.Sample(
                            labels: [.init(name: "key", value: key.state.keyID), .init(name: "state", value: name)],
                            value: key.state.condition.name == name ? 1 : 0)
                    }
                }),
            family(MetricNames.appleCalls, keys) { Double($0.used) },
            family(MetricNames.appleCallsAllowed, keys) { Double($0.state.allowedPerHour) },
        ]
    }

    private static func family(
        _ name: String, _ keys: ArraySlice<AppleSide.Key>, _ value: (AppleSide.Key) -> Double
    ) -> MetricFamily {
        MetricFamily(
            name: name, kind: .gauge, help: help(name),
            samples: keys.map { .init(labels: [.init(name: "key", value: $0.state.keyID)], value: value($0)) })
    }

    private static func help(_ name: String) -> String { MetricNames.help[name] ?? "" }
}

extension KeyState.Condition {
    /// The names of all conditions.
    static let names = ["unproven", "working", "failed", "agreements-missing"]

    /// The name, for metrics.
    var name: String {
        switch self {
        case .unproven: "unproven"
        case .working: "working"
        case .failed: "failed"
        case .agreementsMissing: "agreements-missing"
        }
    }
}
