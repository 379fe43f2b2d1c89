import ControlPlane
import Dashboard
import HTTPTypes
import Hummingbird

/// Shows a browser every failure as a page. Programs get the problem document.
struct PageProblemMiddleware: RouterMiddleware {
    let dashboard: Dashboard

    func handle(_ request: Request, context: AppRequestContext, next: NextHandler) async throws -> Response {
        var context = context
        if request.wantsPage, Self.isPage(request.uri.path) {
            let isPublic = request.uri.path.hasPrefix("/get/")
            context.problemPage = { [dashboard] problem, instance in
                let html = try? dashboard.problemPage(
                    status: problem.status.code, title: problem.kind.title, detail: problem.detail, instance: instance,
                    isPublic: isPublic)
                return html.map { .page($0, status: problem.status, headers: problem.headers) }
            }
        }
        return try await next(request, context)
    }

    /// Whether people open an address, as opposed to programs.
    private static func isPage(_ path: String) -> Bool {
        !["/v1/", "/health/", "/hooks/", "/testflight/"].contains { path.hasPrefix($0) }
            && !["/metrics", "/openapi.yaml"].contains(path)
    }
}
