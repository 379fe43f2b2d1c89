import ControlPlane
import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOHTTP1

/// The prepared answers of public routes, sent without the router: manifests, keys, health checks and cached answers.
///
/// Each comes from the same place as in the router's handlers, with the header fields of the same middleware, and is
/// counted and logged in the same way. Everything else is left to the router.
struct DirectAnswers: Sendable {
    private let served: ServedApps
    private let options: APIOptions
    private let readiness: Readiness
    private let requestLimit: AddressShareMiddleware
    private let metrics: RequestMetrics
    private let date: DateField
    private let logger: Logger

    /// Creates the answers of a listener.
    /// - Parameters:
    ///   - served: All apps.
    ///   - options: The settings and caches of the router.
    ///   - requestLimit: The limit of requests for each client behind a trusted proxy.
    ///   - metrics: The metrics of requests.
    ///   - date: The value of `Date`.
    ///   - logger: The logger for requests.
    init(
        served: ServedApps, options: APIOptions, requestLimit: AddressShareMiddleware, metrics: RequestMetrics,
        date: DateField, logger: Logger
    ) {
        self.served = served
        self.options = options
        readiness = options.readiness ?? Readiness(served: served)
        self.requestLimit = requestLimit
        self.metrics = metrics
        self.date = date
        self.logger = logger
    }

    /// Returns the whole response to a request; `nil` if only the router can answer it.
    /// - Parameters:
    ///   - request: The request.
    ///   - start: The time when its head was read.
    ///   - channel: The connection.
    /// - Returns: The bytes, which are counted and logged as sent.
    func response(to request: DirectRequest, since start: NIODeadline, on channel: any Channel) -> ByteBuffer? {
        guard hasRoom(for: request, peer: channel), let answer = answer(to: request) else { return nil }
        let id = RequestIDMiddleware.id(for: request.requestID)
        let bytes = bytes(of: answer, id: id, target: request.target, allocator: channel.allocator)
        let entry = AccessLogEntry(
            route: request.route.template, method: request.method.rawValue, status: answer.status.code,
            nanoseconds: (.now() - start).nanoseconds)
        metrics.record(entry)
        if logger.logLevel <= entry.level { entry.log(to: RequestIDMiddleware.logger(logger, of: id)) }
        return bytes
    }

    /// Returns whether a client behind a proxy may have one more request in progress. This one ends at once, so it is
    /// not counted.
    private func hasRoom(for request: DirectRequest, peer channel: any Channel) -> Bool {
        guard let forwarded = request.forwardedFor,
            let client = requestLimit.limitedClient(forwarded: forwarded, peer: channel.remoteAddress)
        else { return true }
        guard requestLimit.shares.enter(client) else { return false }
        requestLimit.shares.leave(client)
        return true
    }

    // MARK: Answers

    private func answer(to request: DirectRequest) -> PreparedAnswer? {
        switch request.route.kind {
        case .live: return options.parts.contains(.health) ? HealthRoutes.live : nil
        case .ready: return options.parts.contains(.health) ? try? HealthRoutes(readiness: readiness).answer() : nil
        case .manifest, .keys, .decision, .releases:
            guard readiness.isLoaded, options.parts.contains(.public),
                let app = request.route.app ?? served.onlySlug
            else { return nil }
            return publicAnswer(to: request, app: app)
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

    // MARK: Bytes

    private func bytes(
        of answer: PreparedAnswer, id: String, target: String, allocator: ByteBufferAllocator
    ) -> ByteBuffer {
        let length = answer.head.readableBytes + (answer.body?.readableBytes ?? 0)
        var buffer = allocator.buffer(capacity: length + Self.mostBytesOfRequest)
        buffer.writeImmutableBuffer(answer.head)
        if PublicCORSMiddleware.isPublic(target) { buffer.writeImmutableBuffer(Self.publicFields) }
        buffer.writeStaticString("X-Request-Id: ")
        buffer.writeString(id)
        buffer.writeStaticString("\r\nDate: ")
        buffer.writeString(date.current)
        buffer.writeStaticString("\r\n\r\n")
        if let body = answer.body { buffer.writeImmutableBuffer(body) }
        return buffer
    }

    /// The header fields of public routes as bytes.
    private static let publicFields = {
        var buffer = ByteBuffer()
        buffer.writeFields(PublicCORSMiddleware.fields)
        return buffer
    }()

    /// The space for the header fields that are not prepared.
    private static let mostBytesOfRequest = 256
}
