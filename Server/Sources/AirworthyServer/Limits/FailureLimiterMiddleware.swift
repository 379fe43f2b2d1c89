import ControlPlane
import HTTPTypes
import Hummingbird

/// Answers 429 instead of 401 to addresses that failed too often. A valid token is never limited.
struct FailureLimiterMiddleware: RouterMiddleware {
    let limiter: AddressLimiter
    let proxies: TrustedProxies

    func handle(_ request: Request, context: AppRequestContext, next: NextHandler) async throws -> Response {
        let response = try await next(request, context)
        guard response.status == .unauthorized else { return response }
        guard let seconds = limiter.take(from: context.limitedClient(of: request, behind: proxies)) else {
            return response
        }
        let problem = HTTPProblem(
            .tooManyFailures, detail: "too many invalid tokens from this address; try again in \(seconds) s",
            headers: [.retryAfter: String(seconds)])
        return problem.response(to: request, context: context)
    }
}

extension AppRequestContext {
    func limitedClient(of request: Request, behind proxies: TrustedProxies) -> LimitedClient {
        LimitedClient(
            proxies.client(peer: remoteAddress.flatMap(IPAddress.init), forwarded: request.headers[.forwardedFor]))
    }
}
