package import CoreMetrics
import Synchronization

/// Counts requests. Every label comes from a list that does not grow with what callers send.
package final class RequestMetrics: Sendable {
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

    /// - Parameter factory: Where the numbers are kept.
    package init(factory: any MetricsFactory) { self.factory = factory }

    /// Counts a request.
    /// - Parameters:
    ///   - route: The template of its route.
    ///   - method: Its method, or `OTHER`.
    ///   - status: The status it was answered with.
    ///   - nanoseconds: How long that took.
    func record(route: String, method: String, status: Int, nanoseconds: Int64) {
        let key = Key(route: route, method: method, statusClass: status / 100)
        let (counter, timer) = state.withLock { state in
            let counter = state.counters[key] ?? makeCounter(key)
            let timer =
                state.timers[route]
                ?? factory.makeTimer(label: MetricNames.requestSeconds, dimensions: [("route", route)])
            state.counters[key] = counter
            state.timers[route] = timer
            return (counter, timer)
        }
        counter.increment(by: 1)
        timer.recordNanoseconds(nanoseconds)
    }

    private func makeCounter(_ key: Key) -> any CounterHandler {
        factory.makeCounter(
            label: MetricNames.requests,
            dimensions: [("route", key.route), ("method", key.method), ("status", "\(key.statusClass)xx")])
    }
}
