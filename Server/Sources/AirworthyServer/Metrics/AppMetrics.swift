import AirworthyPolicy
import ControlPlane
import Foundation
import Synchronization

enum AppMetrics {
    /// The number of apps that have their own series: degraded apps first, then those whose manifests expire first.
    static let maximumApps = 200

    /// Returns the metrics. Removes the cached results of apps without their own series from `drift`.
    static func families(served: ServedApps, drift: CatalogDrift, stuck: StuckShares, at now: Date) -> [MetricFamily] {
        let apps = served.all
        let shown = apps.map { (app: $0, urgency: urgency(of: $0, at: now)) }
            .sorted { ($0.urgency, $0.app.app.slug) < ($1.urgency, $1.app.app.slug) }
            .prefix(maximumApps).map(\.app).sorted { $0.app.slug < $1.app.slug }
        drift.forgetAll(except: Set(shown.map(\.app.slug)))
        return [
            gauge(.appRevision, of: shown) { $0.liveHead.map { Double($0.revision) } },
            gauge(.appExpiry, of: shown) { app in
                app.liveHead?.manifest.expiresAt.map { $0.timeIntervalSince(now) }
            },
            gauge(.appDegraded, of: shown) { $0.isDegraded ? 1 : 0 },
            gauge(.appDrift, of: shown) { drift.isDrifted($0).map { $0 ? 1 : 0 } },
            gauge(.stuckPredicted, of: shown) { stuck.share(of: $0)?.predicted },
            gauge(.stuckReported, of: shown) { stuck.share(of: $0)?.reported },
            Metric.apps.family(
                by: "state",
                ["degraded", "live", "unpublished"].map { state in
                    (state, Double(apps.count { $0.stateName == state }))
                }),
            Metric.alarms.family(
                by: "name", served.alarms.sorted { $0.key < $1.key }.map { ($0.key, Double($0.value)) }),
            Metric.publishes.family(
                by: "cause",
                served.publishes.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                    ($0.key.rawValue, Double($0.value))
                }),
        ]
    }

    /// Returns the sort value of an app. The most urgent app has the lowest one.
    private static func urgency(of app: ServedApp, at now: Date) -> Double {
        if app.isDegraded { return -.infinity }
        return app.liveHead?.manifest.expiresAt.map { $0.timeIntervalSince(now) } ?? .infinity
    }

    private static func gauge(
        _ metric: Metric, of apps: [ServedApp], value: (_ app: ServedApp) -> Double?
    ) -> MetricFamily {
        metric.family(by: "app", apps.compactMap { app in value(app).map { (app.app.slug, $0) } })
    }
}

/// Caches, for each app, whether the stored catalog differs from that of the manifest in a way that affects devices.
final class CatalogDrift: Sendable {
    private struct Result {
        let manifest: String
        let catalog: String
        let isDrifted: Bool
    }

    private let results = Mutex<[String: Result]>([:])

    /// Returns whether the catalog of an app has drifted; `nil` without a manifest or a catalog.
    /// - Complexity: O(releases) after a change, otherwise O(1).
    func isDrifted(_ app: ServedApp) -> Bool? {
        guard let head = app.liveHead, let catalog = app.catalog else { return nil }
        let slug = app.app.slug
        let known = results.withLock { $0[slug] }
        if let known, known.manifest == head.digest, known.catalog == catalog.digest { return known.isDrifted }
        let isDrifted = ManifestCatalog.hasDrifted(catalog.catalog, from: head.manifest.catalog, of: app.app)
        let result = Result(manifest: head.digest, catalog: catalog.digest, isDrifted: isDrifted)
        results.withLock { $0[slug] = result }
        return isDrifted
    }

    func forgetAll(except slugs: Set<String>) { results.withLock { $0 = $0.filter { slugs.contains($0.key) } } }
}
