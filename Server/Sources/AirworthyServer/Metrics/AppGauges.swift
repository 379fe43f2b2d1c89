import AirworthyPolicy
import ControlPlane
import Foundation

/// What can be seen of the apps at an instant.
enum AppGauges {
    /// The most apps that have series of their own, those in trouble first.
    static let maximumApps = 200

    static func families(_ served: ServedApps, _ drift: CatalogDrift, at now: Date) -> [MetricFamily] {
        let apps = served.all
        let shown = apps.map { ($0, urgency($0, now)) }
            .sorted { ($0.1, $0.0.app.slug) < ($1.1, $1.0.app.slug) }.prefix(maximumApps).map(\.0)
            .sorted { $0.app.slug < $1.app.slug }
        drift.keep(only: Set(shown.map(\.app.slug)))
        return [
            family(MetricNames.appRevision, shown) { $0.liveHead.map { Double($0.revision) } },
            family(MetricNames.appExpiry, shown) { app in
                app.liveHead?.manifest.expiresAt.map { $0.timeIntervalSince(now) / 86_400 }
            },
            family(MetricNames.appDegraded, shown) { $0.isDegraded ? 1 : 0 },
            family(MetricNames.appDrift, shown) { drift.isDrifted($0).map { $0 ? 1 : 0 } },
            MetricFamily(
                name: MetricNames.apps, kind: .gauge, help: help(MetricNames.apps),
                samples: ["degraded", "live", "unpublished"].map { state in
                    let count = apps.count { $0.stateName == state }
                    return .init(labels: [.init(name: "state", value: state)], value: Double(count))
                }),
            MetricFamily(
                name: MetricNames.alarms, kind: .counter, help: help(MetricNames.alarms),
                samples: served.alarms.sorted { $0.key < $1.key }.map { name, count in
                    .init(labels: [.init(name: "name", value: name)], value: Double(count))
                }),
            MetricFamily(
                name: MetricNames.ready, kind: .gauge, help: help(MetricNames.ready),
                samples: [.init(value: served.isReady ? 1 : 0)]),
        ]
    }

    private static func family(
        _ name: String, _ apps: [ServedApp], _ value: (ServedApp) -> Double?
    ) -> MetricFamily {
        MetricFamily(
            name: name, kind: .gauge, help: help(name),
            samples: apps.compactMap { app in
                value(app).map { .init(labels: [.init(name: "app", value: app.app.slug)], value: $0) }
            })
    }

    /// The degraded first, then those that expire first.
    private static func urgency(_ app: ServedApp, _ now: Date) -> Double {
        if app.isDegraded { return -.infinity }
        return app.liveHead?.manifest.expiresAt.map { $0.timeIntervalSince(now) } ?? .infinity
    }

    private static func help(_ name: String) -> String { MetricNames.help[name] ?? "" }
}

extension ServedApp {
    fileprivate var liveHead: LoadedHead? { if case .live(let head) = state { head } else { nil } }
    fileprivate var isDegraded: Bool { if case .degraded = state { true } else { false } }
    fileprivate var stateName: String {
        switch state {
        case .live: "live"
        case .degraded: "degraded"
        case .unpublished: "unpublished"
        }
    }
}
