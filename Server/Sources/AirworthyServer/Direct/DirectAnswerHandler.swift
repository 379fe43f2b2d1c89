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
    /// A head that waits for the end of its request.
    private var held: (head: HTTPRequestHead, request: DirectRequest, start: NIODeadline)?
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
            held = (head, request, .now())
        case .body:
            // A held request has no body.
            context.fireChannelRead(data)
        case .end:
            guard let (head, request, start) = held else { return context.fireChannelRead(data) }
            held = nil
            if isWritable(context), let response = answers.response(to: request, since: start, on: context.channel) {
                connection.write(response: response)
                hasUnsentResponse = true
            } else {
                context.fireChannelRead(wrapInboundOut(.head(head)))
                context.fireChannelRead(data)
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
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
