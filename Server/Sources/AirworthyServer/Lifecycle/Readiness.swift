package import ControlPlane
import HTTPTypes
import Hummingbird
import Synchronization

/// Whether the server wants requests: not before its state is loaded, and not while it stops.
package final class Readiness: Sendable {
    private let served: ServedApps
    private let draining = Atomic(false)

    package init(served: ServedApps) { self.served = served }

    /// Whether the apps and tokens are loaded.
    package var isLoaded: Bool { served.isReady }

    /// Makes the readiness check fail for good, so that load balancers send no further requests; others are answered.
    package func drain() { draining.store(true, ordering: .relaxed) }

    /// The answer of the readiness check; `nil` for a server that is ready.
    var problem: HTTPProblem? {
        if draining.load(ordering: .relaxed) {
            return HTTPProblem(.notReady, detail: "the server is stopping; send requests to another one")
        }
        return isLoaded ? nil : Self.loading
    }

    /// The answer to every request that needs apps or tokens before they are loaded.
    static let loading = HTTPProblem(
        .notReady, detail: "the server is still loading apps; \(ProblemKind.notReady.retryAdvice)")
}

/// Answers 503 until the apps and tokens are loaded, because a 404 or 401 would be wrong. Health checks pass.
struct LoadingMiddleware: RouterMiddleware {
    let readiness: Readiness
    /// Whether `/metrics` passes, which needs nothing from the database if it needs no token.
    let passesMetrics: Bool

    func handle(_ request: Request, context: AppRequestContext, next: NextHandler) async throws -> Response {
        guard !readiness.isLoaded, !passes(request.uri.path) else { return try await next(request, context) }
        return Readiness.loading.response(to: request, context: context)
    }

    private func passes(_ path: String) -> Bool {
        path.hasPrefix("/health/") || passesMetrics && path == "/metrics"
    }
}
