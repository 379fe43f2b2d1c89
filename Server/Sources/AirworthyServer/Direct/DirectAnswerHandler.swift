import NIOCore
import NIOHTTP1
import Synchronization

/// The channel handler behind the limits: it answers requests that ``DirectAnswers`` can answer, and passes all others on
/// to Hummingbird.
///
/// It answers only while no other response is pending and the client reads, so that the responses of a connection stay
/// in order and Hummingbird's back pressure works. While an answer is being computed, it reads nothing and keeps what
/// arrived.
final class DirectAnswerHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Inbound {
        case read(NIOAny)
        case event(Any)
        case error(any Error)
    }

    private let answers: DirectAnswers
    private let connection: ConnectionTimeoutHandler
    /// A request that has begun and may get a direct answer.
    private var held: (head: HTTPRequestHead, request: DirectRequest, body: ByteBuffer?, start: NIODeadline)?
    private var hasUnsentResponse = false
    /// Tells the computation of the answer to the held request when the client has left; `nil` while nothing is computed.
    private var departure: Departure?
    /// What arrived meanwhile, in order.
    private var arrived: [Inbound] = []
    private var hasDelayedRead = false

    private var isComputing: Bool { departure != nil }

    init(answers: DirectAnswers, connection: ConnectionTimeoutHandler) {
        self.answers = answers
        self.connection = connection
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isComputing else { return arrived.append(.read(data)) }
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard connection.timeouts.pendingResponses == 1, let request = DirectRequest(head) else {
                return context.fireChannelRead(data)
            }
            held = (head, request, nil, .now())
        case .body(var bytes):
            guard held != nil else { return context.fireChannelRead(data) }
            held?.body.setOrWriteBuffer(&bytes)
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
        guard var request = held?.request, let start = held?.start, isWritable(context) else { return false }
        if let body = held?.body { request.body = Array(buffer: body) }
        if let response = answers.response(to: request, since: start, on: context.channel) {
            send(response)
            return true
        }
        let loop = context.eventLoop
        let both = NIOLoopBound((handler: self, context: context), eventLoop: loop)
        let departure = Departure()
        let isAccepted = answers.compute(request, since: start, on: context.channel, unless: departure) { response in
            loop.execute { both.value.handler.finish(with: response, both.value.context) }
        }
        if isAccepted { self.departure = departure }
        return isAccepted
    }

    /// Sends the computed answer to the held request. If more arrived meanwhile, the router responds, and keeps the order.
    private func finish(with response: DirectResponse?, _ context: ChannelHandlerContext) {
        guard isComputing else { return }
        departure = nil
        if let response, arrived.isEmpty {
            send(response)
        } else {
            release(context)
            context.fireChannelRead(wrapInboundOut(.end(nil)))
            let later = arrived
            arrived = []
            for inbound in later { replay(inbound, context) }
        }
        channelReadComplete(context: context)
        guard !isComputing, hasDelayedRead else { return }
        hasDelayedRead = false
        context.read()
    }

    /// Writes the response to the held request.
    private func send(_ response: DirectResponse) {
        held = nil
        connection.write(head: response.head, body: response.body)
        answers.record(response)
        hasUnsentResponse = true
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
        guard let (head, _, body, _) = held else { return }
        held = nil
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if let body { context.fireChannelRead(wrapInboundOut(.body(body))) }
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
        guard !isComputing else { return arrived.append(.event(event)) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isComputing else { return arrived.append(.error(error)) }
        release(context)
        context.fireErrorCaught(error)
    }

    func channelInactive(context: ChannelHandlerContext) {
        departure?.report()
        departure = nil
        held = nil
        arrived = []
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
extension DirectAnswerHandler: Sendable {}

/// Whether the client of a computation has left, so that nobody waits for the result.
final class Departure: Sendable {
    private let isReported = Atomic(false)

    /// Whether the client has left.
    var hasHappened: Bool { isReported.load(ordering: .relaxed) }

    /// Notes that the client has left.
    func report() { isReported.store(true, ordering: .relaxed) }
}
