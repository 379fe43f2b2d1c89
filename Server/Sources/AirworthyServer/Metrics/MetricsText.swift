import ControlPlane
import Foundation

/// The body of `/metrics`.
struct MetricsText: Sendable {
    let registry: MetricsRegistry
    let served: ServedApps
    var sync = CatalogSync.none
    /// The version of the server.
    let version: String
    /// Returns the number of log lines that were dropped.
    var droppedLogLines: @Sendable () -> Int = { 0 }
    let now: @Sendable () -> Date
    private let drift = CatalogDrift()

    /// Returns the current metrics in the text format of Prometheus.
    func text() -> String {
        let build = MetricFamily(
            name: MetricNames.version, kind: .gauge,
            samples: [.init(labels: [.init(name: "version", value: version)], value: 1)])
        let lostLines = MetricFamily(
            name: MetricNames.droppedLogLines, kind: .counter, samples: [.init(value: Double(droppedLogLines()))])
        var text = ""
        let now = now()
        let gauges =
            AppMetrics.families(served: served, drift: drift, at: now)
            + AppleGauges.families(served: served, sync: sync, at: now)
        for family in gauges + [build, lostLines] + registry.families() { family.write(to: &text) }
        return text
    }
}
