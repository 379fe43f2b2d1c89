package import CoreMetrics
import Synchronization

/// The factory of swift-metrics that keeps all metrics in memory for `/metrics`.
///
/// The number of series is bounded by ``maximumSeries``. Each attempt to create a further one is counted.
package final class MetricsRegistry: MetricsFactory {
    private enum Series {
        case number(NumberSeries)
        case duration(DurationSeries)
    }

    private struct Family {
        let kind: MetricFamily.Kind
        let help: String
        var series: [[MetricFamily.Label]: Series] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var count = 0
        var dropped = 0
    }

    /// The largest number of series. The server itself has a few hundred.
    static let maximumSeries = 2_000

    private let state = Mutex(State())

    package init() {}

    func counter(_ metric: Metric, labels: [(String, String)] = []) -> any CounterHandler {
        number(metric, labels: labels)
    }

    func timer(_ metric: Metric, labels: [(String, String)] = []) -> any TimerHandler {
        duration(metric, labels: labels)
    }

    private func number(_ metric: Metric, labels: [(String, String)]) -> NumberSeries {
        let series = series(metric, labels: labels) { .number(NumberSeries()) }
        // Beyond the limit, and under a name of another kind, the caller gets a series that `/metrics` does not show.
        if case .number(let series) = series { return series }
        return NumberSeries()
    }

    private func duration(_ metric: Metric, labels: [(String, String)]) -> DurationSeries {
        let series = series(metric, labels: labels) { .duration(DurationSeries()) }
        if case .duration(let series) = series { return series }
        return DurationSeries()
    }

    private func series(
        _ metric: Metric, labels: [(String, String)], create: () -> Series
    ) -> Series? {
        let name = MetricFamily.sanitized(metric.name)
        let labels = labels.map { MetricFamily.Label(name: MetricFamily.sanitized($0.0), value: $0.1) }
        return state.withLock { state in
            if let family = state.families[name] {
                guard family.kind == metric.kind else { return nil }
                if let series = family.series[labels] { return series }
            }
            guard state.count < Self.maximumSeries else {
                state.dropped += 1
                return nil
            }
            let series = create()
            state.families[name, default: Family(kind: metric.kind, help: metric.help)].series[labels] = series
            state.count += 1
            return series
        }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        number(.ofLibrary(label, kind: .counter), labels: dimensions)
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        number(.ofLibrary(label, kind: .counter), labels: dimensions)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        number(.ofLibrary(label, kind: .gauge), labels: dimensions)
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        number(.ofLibrary(label, kind: .gauge), labels: dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        duration(.ofLibrary(label, kind: .histogram), labels: dimensions)
    }

    // Series live as long as the process: Prometheus reads a counter that restarts at 0 as a restart of the server.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Returns all metrics by name.
    func families() -> [MetricFamily] {
        let (families, dropped) = state.withLock { ($0.families, $0.dropped) }
        let kept = families.sorted { $0.key < $1.key }.map { name, family in
            let series = family.series.sorted { Self.sortKey($0.key) < Self.sortKey($1.key) }
            return MetricFamily(
                name: name, kind: family.kind, help: family.help,
                samples: series.flatMap { labels, series in
                    switch series {
                    case .number(let number): [MetricFamily.Sample(labels: labels, value: number.current)]
                    case .duration(let duration): duration.samples(labels: labels)
                    }
                })
        }
        return kept + [Metric.droppedSeries.family([.init(value: Double(dropped))])]
    }

    private static func sortKey(_ labels: [MetricFamily.Label]) -> String {
        labels.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    }
}
