package import OutgoingHTTP
import Tracing

extension HTTPTransport {
    /// Returns this transport with a span of this name, such as `lookup`, for each request, which is passed on in
    /// `traceparent`.
    package func traced(by tracer: SpanRecorder, as name: String) -> HTTPTransport {
        HTTPTransport { request throws(Failure) in
            let span = tracer.startSpan(name, ofKind: .client)
            defer { span.end() }
            var request = request
            span.attributes["http.request.method"] = request.method
            if let place = span.context.traceParent { request.headers.append((TraceParent.field, place.text)) }
            do throws(Failure) {
                let response = try await send(request)
                span.attributes["http.response.status_code"] = response.status
                if response.status >= 400 { span.setStatus(SpanStatus(code: .error)) }
                return response
            } catch {
                span.setStatus(SpanStatus(code: .error))
                throw error
            }
        }
    }
}
