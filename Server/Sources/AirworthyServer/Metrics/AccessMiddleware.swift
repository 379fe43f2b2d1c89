import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Counts and logs every request by its route template. Paths, queries and tokens are never logged.
struct AccessMiddleware: RouterMiddleware {
    let metrics: RequestMetrics

    func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
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
