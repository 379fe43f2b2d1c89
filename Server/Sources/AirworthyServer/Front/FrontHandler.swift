import NIOCore
import NIOHTTP1
import Synchronization

/// The channel handler behind the limits: it sends the answers of ``Front``, and passes all other requests on to the router.
///
/// It answers only while no other response is pending and the client reads, so that the responses of a connection stay
/// in order and Hummingbird's back pressure works. While an answer is being computed, it reads nothing and keeps what
/// arrived.
final class FrontHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request that has begun and may get an answer here.
    private struct Held {
        let head: HTTPRequestHead
        let request: FrontRequest
        let start: NIODeadline
        var body: ByteBuffer?
    }

    private enum Inbound {
        case read(NIOAny)
        case event(Any)
        case error(any Error)
    }

    /// Valid transitions: passing → holding → computing → passing, and holding → passing.
    private enum State {
        /// Everything goes to the router.
        case passing
        /// A request has begun, and neither the router nor the client knows.
        case holding(Held)
        /// The answer to a request is computed. The departure tells that the client has left; what arrived meanwhile is kept in order.
        case computing(Held, Departure, arrived: [Inbound])
    }

    private let front: Front
    private let connection: ConnectionTimeoutHandler
    private var state = State.passing
    private var hasUnsentResponse = false
    private var hasDelayedRead = false

    private var isComputing: Bool { if case .computing = state { true } else { false } }

    init(front: Front, connection: ConnectionTimeoutHandler) {
        self.front = front
        self.connection = connection
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isComputing { return keep(.read(data)) }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard connection.timeouts.pendingResponses == 1,
                let request = front.request(head, from: context.channel.remoteAddress)
            else {
                return context.fireChannelRead(data)
            }
            state = .holding(Held(head: head, request: request, start: .now()))
        case .body(var bytes):
            guard case .holding(var held) = state else { return context.fireChannelRead(data) }
            state = .passing
            held.body.setOrWriteBuffer(&bytes)
            state = .holding(held)
        case .end:
            if !respond(context) {
                release(context)
                context.fireChannelRead(data)
            }
        }
    }

    /// Answers the held request, or begins to compute its answer.
    /// - Returns: `false` if only the router can answer it.
    private func respond(_ context: ChannelHandlerContext) -> Bool {
        guard case .holding(let held) = state, isWritable(context) else { return false }
        var request = held.request
        if let body = held.body { request.body = Array(buffer: body) }
        if let response = front.response(to: request, since: held.start, on: context.channel) {
            send(response)
            return true
        }
        let loop = context.eventLoop
        let both = NIOLoopBound((handler: self, context: context), eventLoop: loop)
        let departure = Departure()
        let isAccepted = front.compute(request, since: held.start, on: context.channel, unless: departure) { response in
            loop.execute { both.value.handler.finish(with: response, both.value.context) }
        }
        if isAccepted { state = .computing(held, departure, arrived: []) }
        return isAccepted
    }

    /// Sends the computed answer to the held request. If more arrived meanwhile, the router responds, and keeps the order.
    private func finish(with response: FrontResponse?, _ context: ChannelHandlerContext) {
        guard case .computing(let held, _, let arrived) = state else { return }
        state = .holding(held)
        if let response, arrived.isEmpty {
            send(response)
        } else {
            release(context)
            context.fireChannelRead(wrapInboundOut(.end(nil)))
            for inbound in arrived { replay(inbound, context) }
        }
        channelReadComplete(context: context)
        guard !isComputing, hasDelayedRead else { return }
        hasDelayedRead = false
        context.read()
    }

    /// Writes the response to the held request.
    private func send(_ response: FrontResponse) {
        state = .passing
        connection.write(head: response.head, body: response.body)
        front.record(response)
        hasUnsentResponse = true
    }

    /// Keeps what arrives while an answer is computed.
    private func keep(_ inbound: Inbound) {
        guard case .computing(let held, let departure, var arrived) = state else { return }
        state = .passing
        arrived.append(inbound)
        state = .computing(held, departure, arrived: arrived)
    }

    private func replay(_ inbound: Inbound, _ context: ChannelHandlerContext) {
        switch inbound {
        case .read(let data): channelRead(context: context, data: data)
        case .event(let event): userInboundEventTriggered(context: context, event: event)
        case .error(let error): errorCaught(context: context, error: error)
        }
    }

    /// Passes on the begun request.
    private func release(_ context: ChannelHandlerContext) {
        guard case .holding(let held) = state else { return }
        state = .passing
        context.fireChannelRead(wrapInboundOut(.head(held.head)))
        if let body = held.body { context.fireChannelRead(wrapInboundOut(.body(body))) }
    }

    // MARK: Everything else that arrives

    func channelReadComplete(context: ChannelHandlerContext) {
        if !isComputing {
            // A request that did not arrive at once is the router's, which may respond before the body is there.
            release(context)
        }
        // One flush for all pipelined requests that arrived together.
        if hasUnsentResponse { flush(context) }
        if !isComputing { context.fireChannelReadComplete() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Hummingbird, which does not know of the request, would close the connection at the end of its input.
        if isComputing { return keep(.event(event)) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if isComputing { return keep(.error(error)) }
        release(context)
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        if case .computing(_, let departure, _) = state { departure.report() }
        state = .passing
        context.fireChannelInactive()
    }

    // MARK: Back pressure

    func read(context: ChannelHandlerContext) {
        if isComputing { hasDelayedRead = true } else { context.read() }
    }

    /// Returns whether the client reads its responses; the router waits for one that does not.
    private func isWritable(_ context: ChannelHandlerContext) -> Bool {
        if context.channel.isWritable { return true }
        flush(context)
        return context.channel.isWritable
    }

    private func flush(_ context: ChannelHandlerContext) {
        hasUnsentResponse = false
        context.flush()
    }
}

@available(*, unavailable)
extension FrontHandler: Sendable {}

/// Whether the client of a computation has left, so that nobody waits for the result.
final class Departure: Sendable {
    private let isReported = Atomic(false)

    /// Whether the client has left.
    var hasHappened: Bool { isReported.load(ordering: .relaxed) }

    /// Notes that the client has left.
    func report() { isReported.store(true, ordering: .relaxed) }
}
