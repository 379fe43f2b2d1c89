import ControlPlane
import Foundation

/// The body of `/metrics`.
struct MetricsText: Sendable {
    let registry: MetricsRegistry
    let served: ServedApps
    /// The reported shares of the newest publications beside the predicted ones.
    var stuckShares = StuckShares()
    var sync = CatalogSync.none
    /// The version of the server.
    let version: String
    /// Returns the number of log lines that were dropped.
    var droppedLogLines: @Sendable () -> Int = { 0 }
    /// Returns the time since the apps and tokens were read from the store; `nil` before the first time.
    var timeSinceRead: @Sendable () -> Duration? = { nil }
    /// The state of this node among others.
    var node = NodeState.single
    /// Returns the metrics that other parts of the program measure.
    var readings: @Sendable () -> [MetricReading] = { [] }
    let now: @Sendable () -> Date
    private let drift = CatalogDrift()

    /// Returns the current metrics in the text format of Prometheus.
    func text() -> String {
        let build = Metric.version.family([.init(labels: [.init(name: "version", value: version)], value: 1)])
        let lostLines = Metric.droppedLogLines.family([.init(value: Double(droppedLogLines()))])
        let readAge = Metric.storeReadAge.family(timeSinceRead().map { [.init(value: $0 / .seconds(1))] } ?? [])
        var text = ""
        let now = now()
        let gauges =
            AppMetrics.families(served: served, drift: drift, stuck: stuckShares, at: now)
            + AppleGauges.families(served: served, sync: sync, at: now)
        let measured = node.families + MetricReading.families(of: readings())
        for family in gauges + [build, lostLines, readAge] + measured + registry.families() { family.write(to: &text) }
        return text
    }
}
