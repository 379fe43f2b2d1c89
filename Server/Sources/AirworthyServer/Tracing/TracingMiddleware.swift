import HTTPTypes
import Hummingbird
import Tracing

/// Records a span for each request, in the trace of the caller if it names one in `traceparent`.
struct RequestSpanMiddleware: RouterMiddleware {
    private struct HeaderExtractor: Extractor {
        func extract(key: String, from fields: HTTPFields) -> String? {
            guard let name = HTTPField.Name(key) else { return nil }
            // Of several headers none counts.
            let values = fields[values: name]
            return values.count == 1 ? values[0] : nil
        }
    }

    let tracer: SpanRecorder

    func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var parent = InstrumentationContext.topLevel
        tracer.extract(request.headers, into: &parent, using: HeaderExtractor())
        return try await tracer.withSpan("request", context: parent, ofKind: .server) { span in
            let response = try await next(request, context)
            let entry = AccessLogEntry(
                endpoint: context.endpointPath, method: request.method, status: response.status.code, nanoseconds: 0)
            span.operationName = "\(entry.method) \(entry.route)"
            span.attributes["http.request.method"] = entry.method
            span.attributes["http.route"] = entry.route
            span.attributes["http.response.status_code"] = entry.status
            span.attributes["request.id"] = context.requestID
            if response.status.code >= 500 { span.setStatus(SpanStatus(code: .error)) }
            return response
        }
    }
}
