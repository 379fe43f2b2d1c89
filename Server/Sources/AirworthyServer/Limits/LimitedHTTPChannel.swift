import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import Synchronization

/// Hummingbird's HTTP/1 channel with ``AddressShareHandler``, ``DepartureHandler``, ``RequestQueueHandler``,
/// ``ConnectionTimeoutHandler``, ``RequestLimitHandler`` and ``FrontHandler`` in its pipeline.
struct LimitedHTTPChannel: ServerChildChannel {
    /// The number of reads from a connection before others have their turn. With one, a request of some KiB would arrive in parts.
    private static let readsAtOnce = 4

    /// Answers the requests that the front leaves to it.
    let responder: HTTPChannelHandler.Responder
    let limits: ServerLimits
    let shares: AddressShares
    /// The bytes that wait to be sent.
    let unsent: KeptBytes
    /// The bytes of bodies of requests without a response.
    let bodies: KeptBytes
    let open: OpenConnections
    /// The proxies whose connections are not limited.
    var proxies = TrustedProxies.none
    var front: Front?
    var count: ConnectionCount?
    let report: @Sendable (DisconnectReason) -> Void

    private var inner: HTTP1Channel {
        // No idle time-out here: ConnectionTimeoutHandler has all time-outs.
        var configuration = HTTP1Channel.Configuration()
        configuration.httpDecoder = .init(
            maxHeaderFieldSize: max(limits.headerBytes, limits.urlBytes),
            maxHeaderListSize: limits.headerBytes + limits.urlBytes, maxHeaderFieldCount: limits.headerCount)
        return HTTP1Channel(responder: responder, configuration: configuration)
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        count?.add(channel)
        let peer = channel.remoteAddress.flatMap(IPAddress.init)
        let isLimited = peer.map { !proxies.trusts($0) } ?? false
        let client = isLimited ? peer : nil
        let timeouts = ConnectionTimeoutHandler(
            limits: limits, unsent: unsent.share(of: client), bodies: bodies.share(of: client))
        do {
            try limitBuffers(channel)
            try channel.pipeline.syncOperations.addHandlers(
                AddressShareHandler(shares: shares, proxies: proxies, report: report), DepartureHandler(),
                RequestQueueHandler(before: timeouts), timeouts)
            open.add(timeouts, on: channel)
            let ready = inner.setup(channel: channel, logger: logger).map { AcceptedConnection($0) }
            let decoder = try channel.pipeline.syncOperations.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let limiter = RequestLimitHandler(timeouts: timeouts, limits: limits, report: report)
            try channel.pipeline.syncOperations.addHandler(limiter, position: .after(decoder))
            if let front {
                try channel.pipeline.syncOperations.addHandler(
                    FrontHandler(front: front, connection: timeouts), position: .after(limiter))
            }
            return ready
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    /// Keeps small what a slow reader costs in the kernel and in this process, and what is read at once, of which a connection keeps
    /// the buffers.
    private func limitBuffers(_ channel: any Channel) throws {
        // Channels of tests have no such options.
        guard let options = channel.syncOptions, channel.localAddress?.ipAddress != nil else { return }
        try options.setOption(.socketOption(.so_sndbuf), value: .init(limits.sendBuffer))
        try options.setOption(
            .recvAllocator,
            value: AdaptiveRecvByteBufferAllocator(
                minimum: 64, initial: 2_048, maximum: limits.receiveBuffer / Self.readsAtOnce))
        try options.setOption(.maxMessagesPerRead, value: UInt(Self.readsAtOnce))
        try options.setOption(.writeBufferWaterMark, value: .init(low: limits.sendBuffer / 4, high: limits.sendBuffer))
    }

    func handle(value: AcceptedConnection, logger: Logger) async {
        await inner.handle(value: value.take(), logger: logger)
    }
}

/// A connection that was accepted and waits for its handler.
///
/// A listener that ends drops the connections that it has accepted and not handed on yet. NIO ends the process when the writer of
/// such a connection is released unused, so this closes it instead.
final class AcceptedConnection: ServerChildChannelValue {
    typealias Messages = HTTP1Channel.Value

    private let messages: Messages
    private let isTaken = Atomic(false)

    var channel: any Channel { messages.channel }

    init(_ messages: Messages) {
        self.messages = messages
    }

    /// Returns the messages of the connection to who closes it.
    func take() -> Messages {
        isTaken.store(true, ordering: .relaxed)
        return messages
    }

    deinit {
        guard !isTaken.load(ordering: .relaxed) else { return }
        let messages = messages
        Task { try? await messages.executeThenClose { _, _ in } }
    }
}

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
