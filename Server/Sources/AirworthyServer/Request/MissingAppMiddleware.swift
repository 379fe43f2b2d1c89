import ControlPlane
import Hummingbird

/// Reads the store again before a request for an unknown app is answered: another node may just have created the app.
struct MissingAppMiddleware: RouterMiddleware {
    let served: ServedApps
    let misses: MissReader

    func handle(_ request: Request, context: AppRequestContext, next: NextHandler) async throws -> Response {
        if let slug = context.parameters.get("app"), AppSlug.isValid(slug), !served.contains(slug) {
            await misses.readAgain(for: .app)
        }
        return try await next(request, context)
    }
}
