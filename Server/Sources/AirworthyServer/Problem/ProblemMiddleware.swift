import HTTPTypes
package import Hummingbird
import Logging
import NIOHTTP1

/// Makes a problem of every error and of every 4xx and 5xx that has no body, and lets no cache keep either.
///
/// Outside of it belongs only what must see the final answer: request ids, logs, metrics, CORS.
package struct ProblemMiddleware: RouterMiddleware {
    private let table: RouteTable

    /// - Parameter table: Every route, to tell a wrong method from an unknown path.
    package init(_ table: RouteTable) { self.table = table }

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            var response = try await next(request, context)
            guard response.status.code >= 400 else { return response }
            if response.body.contentLength == 0 {
                response = Problem(status: response.status).answer(to: request, context, keeping: response.headers)
            }
            response.headers[.cacheControl] = "no-store"
            return response
        } catch let error as HTTPParserError {
            throw error
        } catch {
            return problem(for: error, request, context).answer(to: request, context)
        }
    }

    private func problem(for error: any Error, _ request: Request, _ context: AppRequestContext) -> Problem {
        // Hummingbird answers 404 both for an unknown path and for a method that a path does not have.
        if context.endpointPath == Self.unmatched, let match = table.match(request.uri.path) {
            context.coreContext.endpointPath.value = match.template
            return Problem(
                .methodNotAllowed, "\(match.template) takes \(match.allow)", headers: [.allow: match.allow])
        }
        let problem = Problem(any: error)
        if problem.kind == .internal {
            context.logger.error("request.failed", metadata: ["error.type": "\(type(of: error))", "error": "\(error)"])
        }
        return problem
    }

    /// What Hummingbird calls the endpoint of a request that no route took.
    private static let unmatched = "NotFound"
}

extension Problem {
    /// The answer to a request; one to HEAD has no body, for it would be read as the next answer.
    fileprivate func answer(
        to request: Request, _ context: AppRequestContext, keeping headers: HTTPFields = [:]
    ) -> Response {
        var response = response(instance: context.requestID)
        for field in headers where response.headers[field.name] == nil { response.headers.append(field) }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
