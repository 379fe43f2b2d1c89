import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Counts what each client address has in use, connections or requests in progress, and limits it.
///
/// An address is in memory only while it has something in use, so there are never more addresses than connections.
final class AddressShares: Sendable {
    /// The highest number for one address; an IPv6 address counts as its /48, which one household may have.
    private let limit: Int
    private let counts: Mutex<[String: Int]> = Mutex([:])

    init(limit: Int) { self.limit = limit }

    var addressCount: Int { counts.withLock { $0.count } }

    /// Takes one, which the caller gives back with ``leave(_:)``; `false` if the address has its share already.
    func enter(_ address: IPAddress) -> Bool {
        let key = address.siteKey ?? address.limiterKey
        return counts.withLock { counts in
            let count = counts[key, default: 0]
            guard count < limit else { return false }
            counts[key] = count + 1
            return true
        }
    }

    func leave(_ address: IPAddress) {
        let key = address.siteKey ?? address.limiterKey
        counts.withLock { counts in
            guard let count = counts[key] else { return }
            counts[key] = count > 1 ? count - 1 : nil
        }
    }
}

/// Limits the requests in progress of each client address behind trusted proxies. A client without a proxy cannot have
/// more of them than connections.
struct AddressShareMiddleware: RouterMiddleware {
    let shares: AddressShares
    let proxies: TrustedProxies

    func handle(_ request: Request, context: AppRequestContext, next: NextHandler) async throws -> Response {
        let client = limitedClient(
            forwarded: request.headers.value(of: .forwardedFor), peer: context.remoteAddress)
        guard let client else { return try await next(request, context) }
        guard shares.enter(client) else {
            let problem = HTTPProblem(
                .overloaded,
                detail: "too many requests from this address are in progress; \(ProblemKind.overloaded.retryAdvice)")
            return problem.response(to: request, context: context)
        }
        defer { shares.leave(client) }
        return try await next(request, context)
    }

    /// Returns the client that a trusted proxy names in `X-Forwarded-For`; `nil` for any other request.
    func limitedClient(forwarded: String?, peer: SocketAddress?) -> IPAddress? {
        guard let forwarded, let peer = peer.flatMap(IPAddress.init), proxies.trusts(peer),
            let client = proxies.client(peer: peer, forwarded: forwarded), !proxies.trusts(client)
        else { return nil }
        return client
    }
}

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
