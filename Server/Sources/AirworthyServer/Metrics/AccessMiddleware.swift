import CoreMetrics
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// Counts and logs every request by its route template. Paths, queries and tokens are never logged.
struct AccessMiddleware: RouterMiddleware {
    let metrics: RequestMetrics

    func handle(_ request: Request, context: AppRequestContext, next: NextHandler) async throws -> Response {
        let start = NIODeadline.now()
        do {
            let response = try await next(request, context)
            record(request, context: context, status: response.status.code, duration: .now() - start)
            return response
        } catch {
            // Only an error that ends the connection arrives here; ProblemMiddleware handles all others.
            record(request, context: context, status: 400, duration: .now() - start)
            throw error
        }
    }

    private func record(_ request: Request, context: AppRequestContext, status: Int, duration: TimeAmount) {
        let entry = AccessLogEntry(
            endpoint: context.endpointPath, method: request.method, status: status, nanoseconds: duration.nanoseconds)
        metrics.record(entry)
        entry.log(to: context.logger)
    }
}

/// A request in logs and metrics, with values from fixed lists only.
struct AccessLogEntry {
    /// The duration above which every request is logged.
    static let slowNanoseconds: Int64 = 1_000_000_000

    /// The template of the route, or `unmatched`.
    let route: String
    /// The method, or `OTHER`.
    let method: String
    let status: Int
    /// The time from the head of the request to its response.
    let nanoseconds: Int64
}

extension AccessLogEntry {
    init(endpoint: String?, method: HTTPRequest.Method, status: Int, nanoseconds: Int64) {
        self.init(
            route: endpoint.flatMap { $0 == ProblemMiddleware.unmatchedEndpoint ? nil : $0 } ?? "unmatched",
            method: Self.methods.contains(method) ? method.rawValue : "OTHER", status: status, nanoseconds: nanoseconds)
    }

    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    /// The log level: `debug` for fast, successful public requests, otherwise `info`.
    ///
    /// A public 503 is `debug` too, because its cause is logged once where it occurs while a whole fleet may retry.
    var level: Logger.Level {
        let isPublic = !route.hasPrefix("/v1/admin") && !route.hasPrefix("/hooks/")
        let isExpected = (200..<300).contains(status) || status == 304 || status == 503
        return isPublic && isExpected && nanoseconds <= Self.slowNanoseconds ? .debug : .info
    }

    func log(to logger: Logger) {
        logger.log(
            level: level, "request",
            metadata: [
                "route": .string(route), "method": .string(method), "status": .stringConvertible(status),
                "microseconds": .stringConvertible(nanoseconds / 1_000),
            ])
    }
}

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
