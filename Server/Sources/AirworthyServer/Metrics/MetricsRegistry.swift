package import CoreMetrics
import Synchronization

/// Keeps what is measured, as the factory behind swift-metrics, and writes it as Prometheus text.
///
/// Of bounded size: once there are ``maximumSeries``, further ones are counted in one number and forgotten.
package final class MetricsRegistry: MetricsFactory {
    private struct Key: Hashable {
        let name: String
        let labels: [MetricFamily.Label]
    }

    private enum Series {
        case number(NumberSeries)
        case duration(DurationSeries)
    }

    private struct Family {
        let kind: MetricFamily.Kind
        var series: [[MetricFamily.Label]: Series] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var count = 0
        var dropped = 0
    }

    /// The most series that are kept. Ours need a few hundred.
    static let maximumSeries = 2_000

    private let state = Mutex(State())
    private let help: [String: String]

    /// - Parameter help: What to say of each family, by name.
    package init(help: [String: String] = MetricNames.help) { self.help = help }

    private func number(_ label: String, _ dimensions: [(String, String)], _ kind: MetricFamily.Kind) -> NumberSeries {
        let series = series(label, dimensions, kind) { .number(NumberSeries()) }
        // Of a name that is taken by another type nothing is kept.
        if case .number(let series) = series { return series }
        return NumberSeries()
    }

    private func series(
        _ label: String, _ dimensions: [(String, String)], _ kind: MetricFamily.Kind, make: () -> Series
    ) -> Series? {
        let name = MetricFamily.sanitized(label)
        let labels = dimensions.map { MetricFamily.Label(name: MetricFamily.sanitized($0.0), value: $0.1) }
        return state.withLock { state in
            if let family = state.families[name] {
                guard family.kind == kind else { return nil }
                if let series = family.series[labels] { return series }
            }
            guard state.count < Self.maximumSeries else {
                state.dropped += 1
                return nil
            }
            let series = make()
            state.families[name, default: Family(kind: kind)].series[labels] = series
            state.count += 1
            return series
        }
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        number(label, dimensions, .counter)
    }

    package func makeFloatingPointCounter(
        label: String, dimensions: [(String, String)]
    ) -> any FloatingPointCounterHandler {
        number(label, dimensions, .counter)
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        number(label, dimensions, .gauge)
    }

    package func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler {
        number(label, dimensions, .gauge)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let series = series(label, dimensions, .histogram) { .duration(DurationSeries()) }
        if case .duration(let series) = series { return series }
        return DurationSeries()
    }

    // Series live as long as the process: a counter that starts again from nothing is read as a restart.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// Everything that was measured, by name.
    func families() -> [MetricFamily] {
        let (families, dropped) = state.withLock { ($0.families, $0.dropped) }
        let kept = families.sorted { $0.key < $1.key }.map { name, family in
            let series = family.series.sorted { text($0.key) < text($1.key) }
            return MetricFamily(
                name: name, kind: family.kind, help: help[name] ?? "Measured by a library.",
                samples: series.flatMap { labels, series in
                    switch series {
                    case .number(let number): [MetricFamily.Sample(labels: labels, value: number.current)]
                    case .duration(let duration): duration.samples(labels)
                    }
                })
        }
        let name = MetricNames.droppedSeries
        return kept + [
            MetricFamily(
                name: name, kind: .counter, help: help[name] ?? "", samples: [.init(value: Double(dropped))])
        ]
    }

    private func text(_ labels: [MetricFamily.Label]) -> String {
        labels.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    }
}
