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

/// A request that ``Front`` may answer: a `GET` of HTTP/1.1 without a body, or a `POST` with a short one, without a token or any
/// other unusual header, on a connection that stays open.
struct FrontRequest: Sendable {
    /// The row of the route.
    let route: Route
    /// The slug of the app, which short forms do not name; empty for health checks.
    var app: String
    /// The path and query.
    let target: String
    let peer: SocketAddress?
    /// The body of a `POST`, once it has been received.
    var body: [UInt8]?
    /// The span of the request; `nil` if none are recorded.
    var span: RecordedSpan?
    /// The value of `Accept-Encoding`.
    private(set) var acceptEncoding: String?
    /// The value of `If-None-Match`.
    private(set) var ifNoneMatch: String?
    /// The value of `X-Request-Id`.
    private(set) var requestID: String?
    /// The value of `X-Forwarded-For`.
    private(set) var forwardedFor: String?
    /// The values of `traceparent`.
    private(set) var traceParents: [String] = []
    private var contentType: String?
    private var contentLength: String?

    /// Reads a head; `nil` for a request that only the router answers.
    init?(_ head: HTTPRequestHead, from peer: SocketAddress?, by matcher: RouteMatcher) {
        guard head.version == .http1_1, let path = Self.usualPath(of: head.uri),
            let (entry, app) = matcher.match(path), let route = entry.route(head.method.rawValue),
            route.prepared != nil || route.work == .evaluation,
            // A query of a short form may name the app.
            route.hasApp || path.endIndex == head.uri.endIndex
        else { return nil }
        self.route = route
        self.app = app.map(String.init) ?? ""
        target = head.uri
        self.peer = peer
        for (name, value) in head.headers where !set(name, value) { return nil }
        guard hasExpectedBody else { return nil }
    }

    /// The identity of the answer to a question.
    var askedKey: AskedTarget.Key { AskedTarget.Key(app: app, target: target, body: body) }

    /// The text after the `?`.
    var query: String {
        target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[$0...].dropFirst()) } ?? ""
    }

    /// Returns the path of a target without a query; `nil` in an unusual spelling. The router decodes segments and has its own view
    /// of empty ones and of fragments.
    private static func usualPath(of target: String) -> Substring? {
        var (length, isInQuery, last) = (0, false, UInt8(ascii: "?"))
        for byte in target.utf8 {
            if byte == UInt8(ascii: "#") { return nil }
            if isInQuery { continue }
            switch byte {
            case UInt8(ascii: "?"): isInQuery = true
            case UInt8(ascii: "%"): return nil
            case UInt8(ascii: "/") where last == byte: return nil
            default: (length, last) = (length + 1, byte)
            }
        }
        return last == UInt8(ascii: "/") ? nil : Substring(target.utf8.prefix(length))
    }

    /// Whether there is no body, or the short JSON of a question or a check-in.
    private var hasExpectedBody: Bool {
        guard route.method == .post else { return contentLength == nil }
        let length = contentLength.flatMap(Int.init) ?? 0
        let longest = route.work == .evaluation ? min(route.body, AskedTarget.longestBody) : route.body
        return longest > 0 && (1...longest).contains(length) && JSONMediaType.matches(contentType)
    }

    /// Keeps the value of a header that the answer depends on.
    /// - Returns: `false` for a header that needs the router, and for a second one of the same name.
    private mutating func set(_ name: String, _ value: String) -> Bool {
        // Compared by length first: most headers are none of these.
        switch name.utf8.count {
        case 6: return !name.equalsASCII("expect") && !isFromPage(name, "origin")
        case 7: return !name.equalsASCII("upgrade")
        case 10: return !name.equalsASCII("connection") || value.equalsASCII("keep-alive")
        case 11 where name.equalsASCII("traceparent"): traceParents.append(value)
        case 12 where name.equalsASCII("content-type"): return Self.keep(value, in: &contentType)
        case 12 where name.equalsASCII("x-request-id"): return Self.keep(value, in: &requestID)
        case 13 where name.equalsASCII("if-none-match"): return Self.keep(value, in: &ifNoneMatch)
        case 13: return !name.equalsASCII("authorization")
        case 14 where name.equalsASCII("content-length"): return Self.keep(value, in: &contentLength)
        case 14: return !isFromPage(name, "sec-fetch-site")
        case 15 where name.equalsASCII("accept-encoding"): return Self.keep(value, in: &acceptEncoding)
        case 15 where name.equalsASCII("x-forwarded-for"): return Self.keep(value, in: &forwardedFor)
        case 17: return !name.equalsASCII("transfer-encoding")
        default: break
        }
        return true
    }

    /// Whether a header says that a browser sent the request, where the router refuses that.
    private func isFromPage(_ name: String, _ header: StaticString) -> Bool {
        route.method == .post && route.work != .evaluation && name.equalsASCII(header)
    }

    private static func keep(_ value: String, in place: inout String?) -> Bool {
        guard place == nil else { return false }
        place = value
        return true
    }
}

extension String {
    /// Whether the text equals another one in lower case, without regard to the case of ASCII letters.
    fileprivate func equalsASCII(_ lowercase: StaticString) -> Bool {
        guard utf8.count == lowercase.utf8CodeUnitCount else { return false }
        let other = lowercase.description.utf8
        return zip(utf8, other).allSatisfy { byte, expected in
            byte == expected || (0x41...0x5A).contains(byte) && byte | 0x20 == expected
        }
    }
}
