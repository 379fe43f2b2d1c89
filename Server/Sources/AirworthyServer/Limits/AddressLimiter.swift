import Foundation
import HTTPTypes
import Hummingbird
import ServerSupport
import Synchronization

/// Limits failed authentications per address, with a token bucket each. The number of addresses is bounded.
final class FailureLimiter: Sendable {
    /// The buckets of the addresses that failed.
    private struct State {
        var buckets: [String: TokenBucket] = [:]
        /// The addresses as a ring, in the order of their first failure from `oldest` on.
        var addresses: [String] = []
        /// The index of the address that failed first.
        var oldest = 0
    }

    /// The bucket of a new address.
    private let fullBucket: TokenBucket
    private let capacity: Int
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// Creates a limiter.
    /// - Parameters:
    ///   - burst: The number of failures in a row after which an address gets 429.
    ///   - period: The time after which one failure is forgotten.
    ///   - capacity: The number of addresses; beyond it, the one that failed first is forgotten.
    ///   - now: The clock.
    init(
        burst: Int = 20, period: Duration = .seconds(6), capacity: Int = 10_000, now: @escaping @Sendable () -> Date
    ) {
        fullBucket = TokenBucket(capacity: Double(burst), refillInterval: period)
        self.capacity = capacity
        self.now = now
    }

    /// The number of addresses in memory.
    var addressCount: Int { state.withLock { $0.buckets.count } }

    /// Records a failed authentication.
    ///
    /// An attempt that gets 429 does not count, so after the returned time the next one gets 401 again.
    /// - Parameter address: The address of the client.
    /// - Returns: The seconds to wait if the address failed too often, otherwise `nil`.
    func recordFailure(from address: String) -> Int? {
        let now = now()
        return state.withLock { state in
            if state.buckets[address] == nil { remember(address, in: &state) }
            return state.buckets[address]?.take(at: now).map { Int($0.seconds.rounded(.up)) }
        }
    }

    private func remember(_ address: String, in state: inout State) {
        if state.addresses.count < capacity {
            state.addresses.append(address)
        } else {
            state.buckets[state.addresses[state.oldest]] = nil
            state.addresses[state.oldest] = address
            state.oldest = (state.oldest + 1) % capacity
        }
        state.buckets[address] = fullBucket
    }
}

/// Answers 429 instead of 401 to addresses that failed too often. A valid token is never limited.
struct FailureLimiterMiddleware: RouterMiddleware {
    let limiter: FailureLimiter
    let proxies: TrustedProxies

    func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard response.status == .unauthorized else { return response }
        let address = proxies.client(
            peer: context.remoteAddress.flatMap(IPAddress.init), forwarded: request.headers[.forwardedFor])
        guard let seconds = limiter.recordFailure(from: address?.limiterKey ?? "unknown") else { return response }
        let problem = HTTPProblem(
            .tooManyFailures, detail: "too many invalid tokens from this address; try again in \(seconds) s",
            headers: [.retryAfter: String(seconds)])
        return problem.response(to: request, context: context)
    }
}
