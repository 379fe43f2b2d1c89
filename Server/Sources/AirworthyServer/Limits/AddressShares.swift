import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Counts what each client address has in use, connections or requests in progress, and limits it.
///
/// An address is in memory only while it has something in use, so there are never more addresses than connections.
final class AddressShares: Sendable {
    private let limit: Int
    private let counts: Mutex<[String: Int]> = Mutex([:])

    /// Creates shares.
    /// - Parameter limit: The highest number for one address; an IPv6 address counts as its /48, which one household may have.
    init(limit: Int) { self.limit = limit }

    /// The number of addresses in memory.
    var addressCount: Int { counts.withLock { $0.count } }

    /// Takes one; the caller gives it back with ``leave(_:)``.
    /// - Returns: `false` if the address has its share already.
    func enter(_ address: IPAddress) -> Bool {
        let key = address.siteKey ?? address.limiterKey
        return counts.withLock { counts in
            let count = counts[key, default: 0]
            guard count < limit else { return false }
            counts[key] = count + 1
            return true
        }
    }

    /// Gives one back.
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

    func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let client = limitedClient(
            forwarded: request.headers.value(of: .forwardedFor), peer: context.remoteAddress)
        guard let client else { return try await next(request, context) }
        guard shares.enter(client) else {
            let problem = HTTPProblem(
                .overloaded, detail: "too many requests from this address are in progress; retry in a second")
            return problem.response(to: request, context: context)
        }
        defer { shares.leave(client) }
        return try await next(request, context)
    }

    /// Returns the client behind a trusted proxy whose requests are limited; `nil` for any other request.
    /// - Parameters:
    ///   - forwarded: The value of `X-Forwarded-For`.
    ///   - peer: The address of the peer.
    /// - Returns: The address of the client.
    func limitedClient(forwarded: String?, peer: SocketAddress?) -> IPAddress? {
        guard let forwarded, let peer = peer.flatMap(IPAddress.init), proxies.trusts(peer),
            let client = proxies.client(peer: peer, forwarded: forwarded), !proxies.trusts(client)
        else { return nil }
        return client
    }
}
