import NIOCore

/// The channel handler that reports when the client closes the connection or its sending side, so that work for it can
/// be cancelled. A client that waits for a response keeps both open.
final class DepartureHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private var hasDeparted = false
    /// The function to call; called at once if the client left before.
    fileprivate var onDeparture: (@Sendable () -> Void)? {
        didSet { if hasDeparted { report() } }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { report() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        report()
        context.fireChannelInactive()
    }

    private func report() {
        hasDeparted = true
        guard let onDeparture else { return }
        self.onDeparture = nil
        onDeparture()
    }
}

@available(*, unavailable)
extension DepartureHandler: Sendable {}

extension Channel {
    /// Sets the function to call, on the event loop, when the client closes the connection or its sending side.
    func onDeparture(_ action: (@Sendable () -> Void)?) {
        eventLoop.execute {
            // Channels of tests have no such handler.
            let handler = try? self.pipeline.syncOperations.handler(type: DepartureHandler.self)
            handler?.onDeparture = action
        }
    }
}
