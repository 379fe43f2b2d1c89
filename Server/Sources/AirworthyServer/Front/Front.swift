import ControlPlane
import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1

/// The way out for answers that need no router: prepared ones (manifests, keys, health checks, cached answers) at once, decisions
/// when they are computed, and check-ins once they are counted.
///
/// It reads the same rows as the router. Each answer comes from the same handlers, has the header fields of the same middleware, and
/// is counted, logged and traced in the same way. Everything else is left to the router, which is slower, because it hands a request from
/// the event loop to a task and back.
struct Front: Sendable {
    private let handlers: RouteHandlers
    private let matcher: RouteMatcher
    private let served: ServedApps
    private let answers: PublicAnswers
    private let readiness: Readiness
    /// The limit of requests for each client behind a trusted proxy.
    private let requestLimit: AddressShareMiddleware
    private let metrics: RequestMetrics
    /// Records a span for each request; `nil` for none.
    private let tracer: SpanRecorder?
    /// The value of `Date`.
    private let date: DateField
    private let logger: Logger

    init(
        routes: ListenerRoutes, served: ServedApps, options: APIOptions, requestLimit: AddressShareMiddleware,
        metrics: RequestMetrics, tracer: SpanRecorder?, date: DateField, logger: Logger
    ) {
        handlers = routes.handlers
        matcher = routes.matcher
        self.served = served
        answers = PublicAnswers(caches: options.answers, evaluations: options.evaluations, now: options.now)
        readiness = routes.handlers.health.readiness
        self.requestLimit = requestLimit
        self.metrics = metrics
        self.tracer = tracer
        self.date = date
        self.logger = logger
    }

    /// Reads the head of a request; `nil` for one that only the router answers.
    func request(_ head: HTTPRequestHead, from peer: SocketAddress?) -> FrontRequest? {
        guard var request = FrontRequest(head, from: peer, by: matcher) else { return nil }
        if let tracer {
            request.span = tracer.requestSpan(
                parents: request.traceParents, from: peer, trusting: requestLimit.proxies)
        }
        if request.route.part == .health { return request }
        guard readiness.isLoaded else { return nil }
        if !request.route.hasApp {
            guard let slug = served.onlySlug else { return nil }
            request.app = slug
        }
        return request
    }

    /// Returns the whole response to a request with a prepared answer; `nil` for any other request. `start` is the time
    /// when its head was read. Call ``record(_:)`` when the response is sent.
    func response(to request: FrontRequest, since start: NIODeadline, on channel: any Channel) -> FrontResponse? {
        guard hasRoom(for: request), let answer = answer(to: request) else { return nil }
        return response(of: answer, to: request, since: start, allocator: channel.allocator)
    }

    /// Computes the response to a request for a decision, on a thread for evaluations, unless the client has left.
    /// `start` is the time when its head was read. `completion` is called on that thread, with `nil` if only the router
    /// can answer, e.g. a mistake.
    /// - Returns: `false` if the router has to answer, because the request is none for a decision or too many wait.
    func compute(
        _ request: FrontRequest, since start: NIODeadline, on channel: any Channel, unless departure: Departure,
        completion: @escaping @Sendable (FrontResponse?) -> Void
    ) -> Bool {
        guard let compute = request.route.computed, let version = served.edition(of: request.app) else { return false }
        let client = limitedClient(of: request)
        if let client, !requestLimit.shares.enter(client) { return false }
        let asked = AskedTarget(key: request.askedKey, version: version)
        let allocator = channel.allocator
        let evaluate: @Sendable () -> FrontResponse? = { [self] in
            guard !departure.hasHappened else { return nil }
            return compute(handlers, request, asked).map { answer in
                response(of: answer, to: request, since: start, allocator: allocator)
            }
        }
        let isAccepted = answers.evaluations.submit(evaluate) { response in
            if let client { requestLimit.shares.leave(client) }
            completion(response)
        }
        if !isAccepted, let client { requestLimit.shares.leave(client) }
        return isAccepted
    }

    /// Counts, logs and traces a response.
    func record(_ response: FrontResponse) {
        metrics.record(response.entry)
        response.span?.finish(response.entry, requestID: response.requestID)
        guard logger.logLevel <= response.entry.level else { return }
        response.entry.log(to: RequestIDMiddleware.logger(logger, of: response.requestID))
    }

    private func response(
        of answer: PreparedAnswer, to request: FrontRequest, since start: NIODeadline, allocator: ByteBufferAllocator
    ) -> FrontResponse {
        let id = RequestIDMiddleware.id(for: request.requestID)
        let (head, body) = bytes(of: answer, id: id, target: request.target, allocator: allocator)
        let entry = AccessLogEntry(
            route: request.route.path, method: request.route.method.rawValue, status: answer.status.code,
            nanoseconds: (.now() - start).nanoseconds)
        return FrontResponse(head: head, body: body, requestID: id, entry: entry, span: request.span)
    }

    private func answer(to request: FrontRequest) -> PreparedAnswer? {
        if let prepared = request.route.prepared { return prepared(handlers, request) }
        guard let version = served.edition(of: request.app) else { return nil }
        let edition = AnswerEdition(version: version)
        return answers.caches.asked.answer(to: request.askedKey, edition: edition, at: answers.now())?.answer
    }

    // MARK: Limits

    /// Returns whether a client behind a proxy may have one more request in progress. This one ends at once, so it is
    /// not counted.
    private func hasRoom(for request: FrontRequest) -> Bool {
        guard let client = limitedClient(of: request) else { return true }
        guard requestLimit.shares.enter(client) else { return false }
        requestLimit.shares.leave(client)
        return true
    }

    private func limitedClient(of request: FrontRequest) -> IPAddress? {
        request.forwardedFor.flatMap { requestLimit.limitedClient(forwarded: $0, peer: request.peer) }
    }

    // MARK: Bytes

    /// Returns the head of a response, followed by a short body. A longer one is sent as it is: it is in memory once, however many
    /// clients have not read it yet.
    private func bytes(
        of answer: PreparedAnswer, id: String, target: String, allocator: ByteBufferAllocator
    ) -> (head: ByteBuffer, body: ByteBuffer?) {
        let isShort = (answer.body?.readableBytes ?? 0) <= Self.shortBody
        let length = answer.head.readableBytes + (isShort ? answer.body?.readableBytes ?? 0 : 0)
        var buffer = allocator.buffer(capacity: length + Self.mostBytesOfRequest)
        buffer.writeImmutableBuffer(answer.head)
        if PublicCORSMiddleware.isPublic(target) { buffer.writeImmutableBuffer(Self.publicFields) }
        buffer.writeStaticString("X-Request-Id: ")
        buffer.writeString(id)
        buffer.writeStaticString("\r\nDate: ")
        buffer.writeString(date.current)
        buffer.writeStaticString("\r\n\r\n")
        if isShort, let body = answer.body { buffer.writeImmutableBuffer(body) }
        return (buffer, isShort ? nil : answer.body)
    }

    /// The longest body that is copied behind its head, which costs less than a buffer of its own.
    private static let shortBody = 1_024

    /// The header fields of public routes as bytes.
    private static let publicFields = {
        var buffer = ByteBuffer()
        buffer.writeFields(PublicCORSMiddleware.fields)
        return buffer
    }()

    /// The space for the header fields that are not prepared.
    private static let mostBytesOfRequest = 256
}

/// A whole response that the router did not make, and its entry in logs and metrics.
struct FrontResponse: Sendable {
    /// The head, and the body if that is short.
    let head: ByteBuffer
    /// The body otherwise; `nil` if it is in ``head`` or there is none.
    let body: ByteBuffer?
    fileprivate let requestID: String
    fileprivate let entry: AccessLogEntry
    fileprivate let span: RecordedSpan?
}
