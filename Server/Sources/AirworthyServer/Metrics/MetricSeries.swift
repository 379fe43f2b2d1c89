import CoreMetrics
import Synchronization

/// A counter or a gauge.
final class NumberSeries: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, Sendable {
    private let value = Mutex(0.0)

    var current: Double { value.withLock { $0 } }

    func increment(by amount: Int64) { increment(by: Double(amount)) }
    func increment(by amount: Double) { value.withLock { $0 += amount } }
    func decrement(by amount: Double) { value.withLock { $0 -= amount } }
    func set(_ amount: Int64) { set(Double(amount)) }
    func set(_ amount: Double) { value.withLock { $0 = amount } }
    func record(_ amount: Int64) { set(Double(amount)) }
    func record(_ amount: Double) { set(amount) }
    func reset() { set(0.0) }
}

/// A histogram of durations.
final class DurationSeries: TimerHandler, Sendable {
    /// The upper bounds of the buckets in seconds.
    static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct State {
        var buckets = [Int](repeating: 0, count: bounds.count)
        var count = 0
        var sum = 0.0
    }

    private let state = Mutex(State())

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1e9
        let bucket = Self.bounds.firstIndex { seconds <= $0 }
        state.withLock { state in
            if let bucket { state.buckets[bucket] += 1 }
            state.count += 1
            state.sum += seconds
        }
    }

    /// Returns the samples for Prometheus, whose buckets are cumulative.
    func samples(labels: [MetricFamily.Label]) -> [MetricFamily.Sample] {
        let state = state.withLock { $0 }
        var samples: [MetricFamily.Sample] = []
        var total = 0
        for (bound, count) in zip(Self.bounds, state.buckets) {
            total += count
            let label = MetricFamily.Label(name: "le", value: "\(bound)")
            samples.append(.init(suffix: "_bucket", labels: labels + [label], value: Double(total)))
        }
        let all = MetricFamily.Label(name: "le", value: "+Inf")
        samples.append(.init(suffix: "_bucket", labels: labels + [all], value: Double(state.count)))
        samples.append(.init(suffix: "_sum", labels: labels, value: state.sum))
        samples.append(.init(suffix: "_count", labels: labels, value: Double(state.count)))
        return samples
    }
}
