import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Hummingbird's HTTP/1 channel with ``ConnectionGate`` and ``RequestGuard`` in its pipeline.
struct GuardedChannel: ServerChildChannel {
    private let inner: HTTP1Channel
    private let limits: ServerLimits
    private let report: @Sendable (Refusal) -> Void

    init(
        responder: @escaping HTTPChannelHandler.Responder, limits: ServerLimits,
        report: @escaping @Sendable (Refusal) -> Void
    ) {
        // No idle time here: the gate has it, with all the others.
        var configuration = HTTP1Channel.Configuration()
        configuration.httpDecoder = .init(
            maxHeaderFieldSize: max(limits.headerBytes, limits.urlBytes),
            maxHeaderListSize: limits.headerBytes + limits.urlBytes, maxHeaderFieldCount: limits.headerCount)
        inner = HTTP1Channel(responder: responder, configuration: configuration)
        self.limits = limits
        self.report = report
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let gate = ConnectionGate(limits: limits)
        do {
            try channel.pipeline.syncOperations.addHandler(gate)
            let ready = inner.setup(channel: channel, logger: logger)
            let decoder = try channel.pipeline.syncOperations.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try channel.pipeline.syncOperations.addHandler(
                RequestGuard(gate, limits: limits, report: report), position: .after(decoder))
            return ready
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async { await inner.handle(value: value, logger: logger) }
}
