import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Hummingbird's HTTP/1 channel with ``AddressShareHandler``, ``ConnectionTimeoutHandler``, ``DepartureHandler``,
/// ``RequestLimitHandler`` and ``DirectAnswerHandler`` in its pipeline.
struct LimitedHTTPChannel: ServerChildChannel {
    private let inner: HTTP1Channel
    private let limits: ServerLimits
    private let shares: AddressShares
    private let proxies: TrustedProxies
    private let direct: DirectAnswers?
    private let count: ConnectionCount?
    private let report: @Sendable (DisconnectReason) -> Void

    /// Creates a channel.
    /// - Parameters:
    ///   - responder: Answers the requests that have no direct answer.
    ///   - limits: The limits of connections and requests.
    ///   - shares: The connections of each address.
    ///   - proxies: The proxies whose connections are not limited.
    ///   - direct: The answers that need no router; `nil` for none.
    ///   - count: Counts the open connections.
    ///   - report: Called with the reason of each disconnection.
    init(
        responder: @escaping HTTPChannelHandler.Responder, limits: ServerLimits, shares: AddressShares,
        proxies: TrustedProxies = .none, direct: DirectAnswers? = nil, count: ConnectionCount? = nil,
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
        self.proxies = proxies
        self.direct = direct
        self.count = count
        self.report = report
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
        count?.add(channel)
        let timeouts = ConnectionTimeoutHandler(limits: limits)
        do {
            try channel.pipeline.syncOperations.addHandlers(
                AddressShareHandler(shares: shares, proxies: proxies, report: report), timeouts, DepartureHandler())
            let ready = inner.setup(channel: channel, logger: logger).map { AcceptedConnection($0) }
            let decoder = try channel.pipeline.syncOperations.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let limiter = RequestLimitHandler(timeouts: timeouts, limits: limits, report: report)
            try channel.pipeline.syncOperations.addHandler(limiter, position: .after(decoder))
            if let direct {
                try channel.pipeline.syncOperations.addHandler(
                    DirectAnswerHandler(answers: direct, connection: timeouts), position: .after(limiter))
            }
            return ready
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    func handle(value: AcceptedConnection, logger: Logger) async {
        await inner.handle(value: value.take(), logger: logger)
    }
}
