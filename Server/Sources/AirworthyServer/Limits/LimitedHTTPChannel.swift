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

    private let inner: HTTP1Channel
    private let limits: ServerLimits
    private let shares: AddressShares
    /// The bytes that wait to be sent.
    private let unsent: KeptBytes
    /// The bytes of bodies of requests without a response.
    private let bodies: KeptBytes
    /// The proxies whose connections are not limited.
    private let proxies: TrustedProxies
    /// The answers that need no router; `nil` for none.
    private let front: Front?
    private let open: OpenConnections
    private let count: ConnectionCount?
    /// Called with the reason of each disconnection.
    private let report: @Sendable (DisconnectReason) -> Void

    /// Creates a channel. `responder` answers the requests that the front leaves to it.
    init(
        responder: @escaping HTTPChannelHandler.Responder, limits: ServerLimits, shares: AddressShares,
        unsent: KeptBytes, bodies: KeptBytes, open: OpenConnections, proxies: TrustedProxies = .none,
        front: Front? = nil,
        count: ConnectionCount? = nil,
        report: @escaping @Sendable (DisconnectReason) -> Void
    ) {
        // No idle time-out here: ConnectionTimeoutHandler has all time-outs.
        var configuration = HTTP1Channel.Configuration()
        configuration.httpDecoder = .init(
            maxHeaderFieldSize: max(limits.headerBytes, limits.urlBytes),
            maxHeaderListSize: limits.headerBytes + limits.urlBytes, maxHeaderFieldCount: limits.headerCount)
        inner = HTTP1Channel(responder: responder, configuration: configuration)
        self.limits = limits
        self.shares = shares
        self.unsent = unsent
        self.bodies = bodies
        self.open = open
        self.proxies = proxies
        self.front = front
        self.count = count
        self.report = report
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
