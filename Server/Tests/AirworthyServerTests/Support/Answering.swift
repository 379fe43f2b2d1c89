import AirworthyServer
import HTTPTypes
import Hummingbird

/// Answers everything with a status and nothing else.
struct Answering: RouterMiddleware {
    let status: HTTPResponse.Status
    let headers: HTTPFields

    func handle(
        _ request: Request, context: AppRequestContext, next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        Response(status: status, headers: headers)
    }
}

/// Gives every request the same id.
struct Naming: RouterMiddleware {
    let id: String

    func handle(
        _ request: Request, context: AppRequestContext, next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.callerRequestID = id
        return try await next(request, context)
    }
}
