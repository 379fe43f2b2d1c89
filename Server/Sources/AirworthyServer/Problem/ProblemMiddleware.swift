import ControlPlane
import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1

/// Turns every error, and every 4xx and 5xx without a body, into a problem response that no cache stores.
///
/// Only middleware that needs the final response belongs outside of it: request ids, logs, metrics, CORS.
struct ProblemMiddleware: RouterMiddleware {
    /// Hummingbird's endpoint path for a request that matched no route.
    static let unmatchedEndpoint = "NotFound"

    let matcher: RouteMatcher
    let failures: AuthenticationMetrics

    func handle(_ request: Request, context: AppRequestContext, next: NextHandler) async throws -> Response {
        do {
            var response = try await next(request, context)
            guard response.status.code >= 400 else { return response }
            if response.body.contentLength == 0 {
                let problem = HTTPProblem(status: response.status)
                response = problem.response(to: request, context: context, keeping: response.headers)
            }
            response.headers[.cacheControl] = "no-store"
            return response
        } catch let error as HTTPParserError {
            throw error
        } catch {
            let problem = problem(for: error, request: request, context: context)
            if let failure = problem.failure { failures.count(failure) }
            return problem.response(to: request, context: context)
        }
    }

    private func problem(for error: any Error, request: Request, context: AppRequestContext) -> HTTPProblem {
        // Hummingbird answers 404 for an unknown path and for an unsupported method alike.
        if context.endpointPath == Self.unmatchedEndpoint, let match = matcher.match(request.uri.path) {
            context.coreContext.endpointPath.value = match.template
            return HTTPProblem(
                .methodNotAllowed, detail: "\(match.template) supports \(match.allowedMethods)",
                headers: [.allow: match.allowedMethods])
        }
        let problem = HTTPProblem(any: error)
        if problem.kind == .internal {
            context.logger.error("request.failed", metadata: ["error.type": "\(type(of: error))", "error": "\(error)"])
        }
        return problem
    }
}

extension HTTPProblem {
    /// Returns the response to a request, a page for a browser, without a body for HEAD.
    func response(
        to request: Request, context: AppRequestContext, keeping headers: HTTPFields = [:]
    ) -> Response {
        let id = context.requestID
        var response = context.problemPage?(self, id) ?? response(instance: id)
        for field in headers where response.headers[field.name] == nil { response.headers.append(field) }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
