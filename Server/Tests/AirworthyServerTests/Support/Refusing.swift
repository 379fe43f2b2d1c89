import AirworthyServer
import Hummingbird

/// Takes on nothing.
struct Refusing: RouterMiddleware {
    var error: any Error = Problem(.overloaded, "busy")

    func handle(
        _ request: Request, context: AppRequestContext, next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        throw error
    }
}
