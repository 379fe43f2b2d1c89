import NIOCore

/// The channel handler next to the socket that closes a connection at once if its address has its share already.
///
/// A trusted proxy is not limited, because it connects for many clients; ``AddressShareMiddleware`` counts their requests.
final class AddressShareHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let shares: AddressShares
    private let proxies: TrustedProxies
    private let report: @Sendable (DisconnectReason) -> Void
    /// The address that this connection counts for.
    private var address: IPAddress?

    init(shares: AddressShares, proxies: TrustedProxies, report: @escaping @Sendable (DisconnectReason) -> Void) {
        self.shares = shares
        self.proxies = proxies
        self.report = report
    }

    func channelActive(context: ChannelHandlerContext) {
        if let peer = context.remoteAddress.flatMap(IPAddress.init), !proxies.trusts(peer) {
            guard shares.enter(peer) else {
                report(.addressShare)
                return context.close(promise: nil)
            }
            address = peer
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let address { shares.leave(address) }
        address = nil
        context.fireChannelInactive()
    }
}

@available(*, unavailable)
extension AddressShareHandler: Sendable {}
