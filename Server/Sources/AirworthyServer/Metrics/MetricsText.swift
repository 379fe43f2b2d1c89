package import ControlPlane
package import Foundation

/// The body of `/metrics`.
package struct MetricsText: Sendable {
    private let registry: MetricsRegistry
    private let served: ServedApps
    private let apps: AppGauges
    private let sync: CatalogSync
    private let version: String
    private let now: @Sendable () -> Date

    /// Creates the body's source.
    /// - Parameters:
    ///   - registry: The counters and timers.
    ///   - served: The apps.
    ///   - sync: The catalog synchronisation.
    ///   - version: The version of the server.
    ///   - now: The clock.
    package init(
        registry: MetricsRegistry, served: ServedApps, sync: CatalogSync = .none, version: String,
        now: @escaping @Sendable () -> Date
    ) {
        self.registry = registry
        self.served = served
        apps = AppGauges(served: served)
        self.sync = sync
        self.version = version
        self.now = now
    }

    /// Returns the current metrics in the text format of Prometheus.
    package func text() -> String {
        let build = MetricFamily(
            name: MetricNames.version, kind: .gauge,
            samples: [.init(labels: [.init(name: "version", value: version)], value: 1)])
        var text = ""
        let now = now()
        let gauges = apps.families(at: now) + AppleGauges.families(served: served, sync: sync, at: now)
        for family in gauges + [build] + registry.families() { family.write(to: &text) }
        return text
    }
}
