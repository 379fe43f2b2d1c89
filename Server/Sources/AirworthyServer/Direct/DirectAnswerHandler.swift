import NIOCore
import NIOHTTP1

/// The channel handler behind the limits: it answers requests that have a prepared answer, and passes all others on to
/// Hummingbird.
///
/// It answers only while no other response is pending and the client reads, so that the responses of a connection stay
/// in order and Hummingbird's back pressure works.
final class DirectAnswerHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let answers: DirectAnswers
    private let connection: ConnectionTimeoutHandler
    /// A request that has begun and may get a prepared answer.
    private var held: (head: HTTPRequestHead, request: DirectRequest, body: ByteBuffer?, start: NIODeadline)?
    private var hasUnsentResponse = false

    init(answers: DirectAnswers, connection: ConnectionTimeoutHandler) {
        self.answers = answers
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
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

    /// Answers the held request.
    /// - Returns: `false` if only the router can.
    private func respond(_ context: ChannelHandlerContext) -> Bool {
        guard var request = held?.request, let start = held?.start, isWritable(context) else { return false }
        if let body = held?.body { request.body = Array(buffer: body) }
        guard let response = answers.response(to: request, since: start, on: context.channel) else { return false }
        held = nil
        connection.write(response: response)
        hasUnsentResponse = true
        return true
    }

    /// Passes on the begun request.
    private func release(_ context: ChannelHandlerContext) {
        guard let (head, _, body, _) = held else { return }
        held = nil
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if let body { context.fireChannelRead(wrapInboundOut(.body(body))) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        release(context)
        context.fireErrorCaught(error)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A request that did not arrive at once is the router's, which may respond before the body is there.
        release(context)
        // One flush for all pipelined requests that arrived together.
        if hasUnsentResponse { flush(context) }
        context.fireChannelReadComplete()
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
