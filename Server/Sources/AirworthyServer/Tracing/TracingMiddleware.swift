import HTTPTypes
import Hummingbird
import NIOCore
package import OutgoingHTTP
import Tracing

/// Records a span for each request, in the trace that a trusted proxy names in `traceparent`.
struct RequestSpanMiddleware: RouterMiddleware {
    let tracer: SpanRecorder
    let proxies: TrustedProxies

    func handle(_ request: Request, context: AppRequestContext, next: NextHandler) async throws -> Response {
        let parents = HTTPField.Name(TraceParent.field).map { request.headers[values: $0] } ?? []
        let parent = SpanRecorder.context(parents: parents, from: context.remoteAddress, trusting: proxies)
        return try await tracer.withSpan(SpanRecorder.requestName, context: parent, ofKind: .server) { span in
            let response = try await next(request, context)
            let entry = AccessLogEntry(
                endpoint: context.endpointPath, method: request.method, status: response.status.code, nanoseconds: 0)
            span.describe(entry, requestID: context.requestID)
            return response
        }
    }
}

extension SpanRecorder {
    /// The name of the span of a request until its route is known.
    static let requestName = "request"

    /// Returns the context of a request from the values of `traceparent`. Of several none counts, nor does one of a peer
    /// that is no trusted proxy: anybody could fill the collector with it, or write into traces of others.
    static func context(
        parents: [String], from peer: SocketAddress?, trusting proxies: TrustedProxies
    ) -> ServiceContext {
        var context = ServiceContext.topLevel
        if parents.count == 1, let peer = peer.flatMap(IPAddress.init), proxies.trusts(peer) {
            context.traceParent = TraceParent(parents[0])
        }
        return context
    }

    /// Begins the span of a request that the router does not answer.
    func requestSpan(
        parents: [String], from peer: SocketAddress?, trusting proxies: TrustedProxies
    ) -> RecordedSpan {
        let context = Self.context(parents: parents, from: peer, trusting: proxies)
        return startSpan(Self.requestName, context: context, ofKind: .server)
    }
}

extension RecordedSpan {
    /// Names the span after the route of a request, and notes the outcome.
    func describe(_ entry: AccessLogEntry, requestID: String) {
        operationName = "\(entry.method) \(entry.route)"
        attributes["http.request.method"] = entry.method
        attributes["http.route"] = entry.route
        attributes["http.response.status_code"] = entry.status
        attributes["request.id"] = requestID
        if entry.status >= 500 { setStatus(SpanStatus(code: .error)) }
    }

    func finish(_ entry: AccessLogEntry, requestID: String) {
        describe(entry, requestID: requestID)
        end()
    }
}

extension HTTPTransport {
    /// Returns this transport with a span, such as `lookup`, for each request, which is passed on in `traceparent`.
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
