package import ControlPlane
package import Foundation

/// What `/metrics` answers.
package struct MetricsText: Sendable {
    private let registry: MetricsRegistry
    private let served: ServedApps
    private let drift = CatalogDrift()
    private let apple: AppleSide
    private let version: String
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - registry: What was measured.
    ///   - served: The apps.
    ///   - apple: Those who ask Apple.
    ///   - version: The version of the server.
    ///   - now: The clock.
    package init(
        _ registry: MetricsRegistry, served: ServedApps, apple: AppleSide = .none, version: String,
        now: @escaping @Sendable () -> Date
    ) {
        self.registry = registry
        self.served = served
        self.apple = apple
        self.version = version
        self.now = now
    }

    /// Everything, in the text format of Prometheus.
    package func text() -> String {
        let build = MetricFamily(
            name: MetricNames.version, kind: .gauge, help: MetricNames.help[MetricNames.version] ?? "",
            samples: [.init(labels: [.init(name: "version", value: version)], value: 1)])
        var text = ""
        let now = now()
        let apps = AppGauges.families(served, drift, at: now) + AppleGauges.families(served, apple, at: now)
        for family in apps + [build] + registry.families() {
            family.write(to: &text)
        }
        return text
    }
}
