import Hummingbird

@testable import AirworthyServer

/// Gives every request the same id.
struct FixedRequestID: RouterMiddleware {
    let id: String

    func handle(
        _ request: Request, context: AppRequestContext, next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.assignedRequestID = id
        return try await next(request, context)
    }
}
