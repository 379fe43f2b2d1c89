import HTTPTypes
package import Hummingbird
import Logging
import NIOCore

/// Counts and logs every request, by the template of its route. Paths, queries and tokens never get here.
package struct AccessMiddleware: RouterMiddleware {
    private let metrics: RequestMetrics
    private let now: @Sendable () -> NIODeadline

    /// - Parameter metrics: Where requests are counted.
    package init(metrics: RequestMetrics) { self.init(metrics: metrics, now: { .now() }) }

    init(metrics: RequestMetrics, now: @escaping @Sendable () -> NIODeadline) {
        self.metrics = metrics
        self.now = now
    }

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = now()
        do {
            let response = try await next(request, context)
            note(request, context, response.status.code, now() - start)
            return response
        } catch {
            // Only what ends the connection comes here as an error; everything else was made a problem.
            note(request, context, 400, now() - start)
            throw error
        }
    }

    private func note(_ request: Request, _ context: AppRequestContext, _ status: Int, _ time: TimeAmount) {
        let route = AccessRecord.route(context.endpointPath)
        let method = AccessRecord.method(request.method)
        metrics.record(route: route, method: method, status: status, nanoseconds: time.nanoseconds)
        let level = AccessRecord.level(
            isPublic: !AccessRecord.isAdmin(route), status: status, nanoseconds: time.nanoseconds)
        context.logger.log(
            level: level, "request",
            metadata: [
                "route": .string(route), "method": .string(method), "status": .stringConvertible(status),
                "microseconds": .stringConvertible(time.nanoseconds / 1_000),
            ])
    }
}

/// What is said of a request in logs and metrics: only words from fixed lists.
enum AccessRecord {
    /// What took longer than this is worth a line.
    static let slow: Int64 = 1_000_000_000

    /// The template of the route, or `unmatched`.
    static func route(_ endpoint: String?) -> String {
        // What Hummingbird calls the endpoint of a request that no route took.
        guard let endpoint, endpoint != "NotFound" else { return "unmatched" }
        return endpoint
    }

    /// The method, or `OTHER`.
    static func method(_ method: HTTPRequest.Method) -> String { methods.contains(method) ? method.rawValue : "OTHER" }

    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    /// Whether a route is for admins or for Apple: what comes there is rare, and worth a line.
    static func isAdmin(_ route: String) -> Bool { route.hasPrefix("/v1/admin") || route.hasPrefix("/hooks/") }

    /// How loud a request is logged: what happens all day and goes well is for debugging only. So is a public 503: its
    /// cause is told once where it arises, and counted here, while a whole fleet may be asking.
    static func level(isPublic: Bool, status: Int, nanoseconds: Int64) -> Logger.Level {
        let isFine = (200..<300).contains(status) || status == 304 || status == 503
        return isPublic && isFine && nanoseconds <= slow ? .debug : .info
    }
}
