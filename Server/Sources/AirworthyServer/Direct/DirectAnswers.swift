import ControlPlane
import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1

/// The answers of public routes that are sent without the router: prepared ones (manifests, keys, health checks, cached
/// answers) at once, decisions when they are computed, and check-ins once they are counted.
///
/// Each comes from the same place as in the router's handlers, with the header fields of the same middleware, and is
/// counted and logged in the same way. Everything else is left to the router.
struct DirectAnswers: Sendable {
    private let served: ServedApps
    private let options: APIOptions
    private let answers: PublicAnswers
    private let checkIns: CheckInRoutes
    private let readiness: Readiness
    private let requestLimit: AddressShareMiddleware
    private let metrics: RequestMetrics
    private let date: DateField
    private let logger: Logger

    /// Creates the answers of a listener.
    /// - Parameters:
    ///   - plane: The services.
    ///   - options: The settings and caches of the router.
    ///   - requestLimit: The limit of requests for each client behind a trusted proxy.
    ///   - metrics: The metrics of requests.
    ///   - date: The value of `Date`.
    ///   - logger: The logger for requests.
    init(
        plane: ControlPlane, options: APIOptions, requestLimit: AddressShareMiddleware, metrics: RequestMetrics,
        date: DateField, logger: Logger
    ) {
        served = plane.served
        self.options = options
        answers = PublicAnswers(caches: options.answers, evaluations: options.evaluations, now: options.now)
        checkIns = CheckInRoutes(plane: plane, options: options)
        readiness = options.readiness ?? Readiness(served: plane.served)
        self.requestLimit = requestLimit
        self.metrics = metrics
        self.date = date
        self.logger = logger
    }

    /// Returns the whole response to a request with a prepared answer; `nil` for any other request.
    /// - Parameters:
    ///   - request: The request.
    ///   - start: The time when its head was read.
    ///   - channel: The connection.
    /// - Returns: The response; call ``record(_:)`` when it is sent.
    func response(to request: DirectRequest, since start: NIODeadline, on channel: any Channel) -> DirectResponse? {
        guard hasRoom(for: request, peer: channel), let answer = answer(to: request, from: channel.remoteAddress)
        else { return nil }
        return response(of: answer, to: request, since: start, allocator: channel.allocator)
    }

    /// Computes the response to a request for a decision, on a thread for evaluations.
    /// - Parameters:
    ///   - request: The request.
    ///   - start: The time when its head was read.
    ///   - channel: The connection.
    ///   - departure: Tells whether the client has left; nothing is computed then.
    ///   - completion: Called on that thread with the response; with `nil` if only the router can answer, e.g. a mistake.
    /// - Returns: `false` if the router has to answer, because the request is none for a decision or too many wait.
    func compute(
        _ request: DirectRequest, since start: NIODeadline, on channel: any Channel, unless departure: Departure,
        completion: @escaping @Sendable (DirectResponse?) -> Void
    ) -> Bool {
        guard let part = decisionPart(of: request.route.kind), let app = request.route.app,
            readiness.isLoaded, options.parts.contains(.public), let version = served.version(of: app)
        else { return false }
        let client = limitedClient(of: request, peer: channel)
        if let client, !requestLimit.shares.enter(client) { return false }
        let asked = AskedTarget(
            key: AskedTarget.Key(app: app, target: request.target, body: request.body), version: version)
        let allocator = channel.allocator
        let evaluate: @Sendable () -> DirectResponse? = { [self] in
            guard !departure.hasHappened else { return nil }
            return decision(part, for: request, asked: asked).map { answer in
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

    /// Counts and logs a response.
    func record(_ response: DirectResponse) {
        metrics.record(response.entry)
        guard logger.logLevel <= response.entry.level else { return }
        response.entry.log(to: RequestIDMiddleware.logger(logger, of: response.requestID))
    }

    private func response(
        of answer: PreparedAnswer, to request: DirectRequest, since start: NIODeadline, allocator: ByteBufferAllocator
    ) -> DirectResponse {
        let id = RequestIDMiddleware.id(for: request.requestID)
        let (head, body) = bytes(of: answer, id: id, target: request.target, allocator: allocator)
        let entry = AccessLogEntry(
            route: request.route.template, method: request.method.rawValue, status: answer.status.code,
            nanoseconds: (.now() - start).nanoseconds)
        return DirectResponse(head: head, body: body, requestID: id, entry: entry)
    }

    // MARK: Limits

    /// Returns whether a client behind a proxy may have one more request in progress. This one ends at once, so it is
    /// not counted.
    private func hasRoom(for request: DirectRequest, peer channel: any Channel) -> Bool {
        guard let client = limitedClient(of: request, peer: channel) else { return true }
        guard requestLimit.shares.enter(client) else { return false }
        requestLimit.shares.leave(client)
        return true
    }

    private func limitedClient(of request: DirectRequest, peer channel: any Channel) -> IPAddress? {
        request.forwardedFor.flatMap { requestLimit.limitedClient(forwarded: $0, peer: channel.remoteAddress) }
    }

    // MARK: Answers

    private func answer(to request: DirectRequest, from peer: SocketAddress?) -> PreparedAnswer? {
        switch request.route.kind {
        case .live: return options.parts.contains(.health) ? HealthRoutes.live : nil
        case .ready: return options.parts.contains(.health) ? try? HealthRoutes(readiness: readiness).answer() : nil
        case .manifest, .keys, .decision, .features, .releases:
            guard readiness.isLoaded, options.parts.contains(.public),
                let app = request.route.app ?? served.onlySlug
            else { return nil }
            return publicAnswer(to: request, app: app)
        case .checkIn:
            guard readiness.isLoaded, options.parts.contains(.public), let app = request.route.app,
                let body = request.body
            else { return nil }
            return checkIns.answer(to: body, of: app, forwarded: request.forwardedFor, peer: peer)
        }
    }

    private func publicAnswer(to request: DirectRequest, app: String) -> PreparedAnswer? {
        switch request.route.kind {
        case .manifest:
            guard let head = try? served.head(app) else { return nil }
            return options.manifests.responses(for: head, app: app)
                .answer(acceptEncoding: request.acceptEncoding, ifNoneMatch: request.ifNoneMatch)
        case .keys:
            return (try? served.app(app)).map(options.keys.answer)
        default:
            guard let version = served.version(of: app) else { return nil }
            let key = AskedTarget.Key(app: app, target: request.target, body: request.body)
            let edition = AnswerEdition(version: version)
            return options.answers.asked.answer(to: key, edition: edition, at: options.now())?.answer
        }
    }

    private func decisionPart(of kind: DirectRoute.Kind) -> DecisionRequest.Part? {
        switch kind {
        case .decision: .decision
        case .features: .features
        default: nil
        }
    }

    /// Decides. Mistakes in a request are the router's.
    /// - Parameters:
    ///   - part: The part of the decision that the route returns.
    ///   - request: The request.
    ///   - asked: The request as it was written, with the app's version from before the app is read, so that an answer is
    ///     never kept under a version that is too high.
    /// - Returns: The answer; `nil` if only the router can answer.
    private func decision(
        _ part: DecisionRequest.Part, for request: DirectRequest, asked: AskedTarget
    ) -> PreparedAnswer? {
        let query = request.target.utf8.firstIndex(of: UInt8(ascii: "?")).map { request.target[$0...].dropFirst() }
        let input = DecisionInput(query: String(query ?? ""), body: request.body)
        guard input.byteCount <= PublicAnswers.shortInput,
            let decision = try? DecisionRequest(
                input, app: asked.key.app, authentication: .anonymous, apps: served)
        else { return nil }
        return answers.answer(
            to: decision.key(part), asked: asked, edition: AnswerEdition(head: decision.head.digest)
        ) { decision.answer(part, at: $0) }
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
struct DirectResponse: Sendable {
    /// The head, and the body if that is short.
    let head: ByteBuffer
    /// The body otherwise; `nil` if it is in ``head`` or there is none.
    let body: ByteBuffer?
    fileprivate let requestID: String
    fileprivate let entry: AccessLogEntry
}
