import CoreMetrics
import Synchronization

/// The number and duration of requests. All labels come from lists that callers cannot extend.
final class RequestMetrics: Sendable {
    private struct Key: Hashable {
        let route: String
        let method: String
        let statusClass: Int
    }

    /// The counter of a route, method and status class, and the timer of the route.
    private struct Series {
        let counter: any CounterHandler
        let timer: any TimerHandler
    }

    private struct State {
        var series: [Key: Series] = [:]
        var timers: [String: any TimerHandler] = [:]
    }

    private let registry: MetricsRegistry
    private let state = Mutex(State())

    init(registry: MetricsRegistry) { self.registry = registry }

    func record(_ entry: AccessLogEntry) {
        let key = Key(route: entry.route, method: entry.method, statusClass: entry.status / 100)
        let series = state.withLock { state in
            if let known = state.series[key] { return known }
            let timer =
                state.timers[key.route]
                ?? registry.timer(.requestSeconds, labels: [("route", key.route)])
            let series = Series(counter: makeCounter(for: key), timer: timer)
            state.timers[key.route] = timer
            state.series[key] = series
            return series
        }
        series.counter.increment(by: 1)
        series.timer.recordNanoseconds(entry.nanoseconds)
    }

    private func makeCounter(for key: Key) -> any CounterHandler {
        registry.counter(
            .requests,
            labels: [("route", key.route), ("method", key.method), ("status", "\(key.statusClass)xx")])
    }
}
