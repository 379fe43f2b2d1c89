import ControlPlane
import Foundation

/// The body of `/metrics`.
struct MetricsText: Sendable {
    let registry: MetricsRegistry
    let served: ServedApps
    /// The reported shares of the newest publications beside the predicted ones.
    var stuckShares = StuckShares()
    var sync = CatalogSync.none
    var readings: @Sendable () -> [MetricReading] = { [] }
    let now: @Sendable () -> Date
    private let drift = CatalogDrift()

    /// Returns the current metrics in the text format of Prometheus.
    func text() -> String {
        var text = ""
        let now = now()
        let gauges =
            AppMetrics.families(served: served, drift: drift, stuck: stuckShares, at: now)
            + AppleGauges.families(served: served, sync: sync, at: now)
        let measured = MetricReading.families(of: readings())
        for family in gauges + measured + registry.families() { family.write(to: &text) }
        return text
    }
}
