import CoreMetrics
import Synchronization

/// The number and duration of requests. All labels come from lists that callers cannot extend.
final class RequestMetrics: Sendable {
    private struct Key: Hashable {
        let route: String
        let method: String
        let statusClass: Int
    }

    private struct State {
        var counters: [Key: any CounterHandler] = [:]
        var timers: [String: any TimerHandler] = [:]
    }

    private let factory: any MetricsFactory
    private let state = Mutex(State())

    /// Creates metrics.
    /// - Parameter factory: The factory of the counters and timers.
    init(factory: any MetricsFactory) { self.factory = factory }

    /// Counts a request.
    func record(_ entry: AccessLogEntry) {
        let key = Key(route: entry.route, method: entry.method, statusClass: entry.status / 100)
        let (counter, timer) = state.withLock { state in
            let counter = state.counters[key] ?? makeCounter(for: key)
            let timer =
                state.timers[key.route]
                ?? factory.makeTimer(label: MetricNames.requestSeconds, dimensions: [("route", key.route)])
            state.counters[key] = counter
            state.timers[key.route] = timer
            return (counter, timer)
        }
        counter.increment(by: 1)
        timer.recordNanoseconds(entry.nanoseconds)
    }

    private func makeCounter(for key: Key) -> any CounterHandler {
        factory.makeCounter(
            label: MetricNames.requests,
            dimensions: [("route", key.route), ("method", key.method), ("status", "\(key.statusClass)xx")])
    }
}
