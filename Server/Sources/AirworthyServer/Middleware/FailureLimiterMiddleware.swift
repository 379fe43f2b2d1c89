import HTTPTypes
package import Hummingbird

/// Answers 429 in place of 401 to addresses that failed too often. A token that counts is never held up.
package struct FailureLimiterMiddleware: RouterMiddleware {
    private let limiter: FailureLimiter
    private let proxies: TrustedProxies

    /// - Parameters:
    ///   - limiter: Who failed how often.
    ///   - proxies: Whose word about the caller's address counts.
    package init(_ limiter: FailureLimiter, proxies: TrustedProxies) {
        self.limiter = limiter
        self.proxies = proxies
    }

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        guard response.status == .unauthorized else { return response }
        let address = proxies.client(
            peer: context.remoteAddress.flatMap(IPAddress.init), forwarded: request.headers[.forwardedFor])
        guard let seconds = limiter.fail(address?.limiterKey ?? "unknown") else { return response }
        let problem = Problem(
            .tooManyFailures, "too many tokens that do not count came from this address; try again later",
            headers: [.retryAfter: String(seconds)])
        let answer = problem.response(instance: context.requestID)
        return request.method == .head ? answer.createHeadResponse() : answer
    }
}

extension HTTPField.Name {
    /// `X-Forwarded-For`
    static let forwardedFor: HTTPField.Name = {
        // A constant that is a valid token.
        guard let name = HTTPField.Name("X-Forwarded-For") else {
            preconditionFailure("X-Forwarded-For is no field name")
        }
        return name
    }()
}
