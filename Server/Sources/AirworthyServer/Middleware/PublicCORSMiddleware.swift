import HTTPTypes
package import Hummingbird

/// Lets pages of any origin read the public routes, errors too, without credentials. Admin routes get nothing.
package struct PublicCORSMiddleware: RouterMiddleware {
    /// Makes one.
    package init() {}

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard Self.isPublic(request.uri.path) else { return try await next(request, context) }
        if Self.isPreflight(request) { return Response(status: .noContent, headers: Self.preflight) }
        var response = try await next(request, context)
        // No route says anything about it, so nothing has to be replaced.
        response.headers.append(Self.origin)
        response.headers.append(Self.exposed)
        return response
    }

    private static let origin = HTTPField(name: .accessControlAllowOrigin, value: "*")
    private static let exposed = HTTPField(name: .accessControlExposeHeaders, value: "ETag, Retry-After")

    static func isPublic(_ path: String) -> Bool { path.hasPrefix("/v1/apps/") || path == "/openapi.yaml" }

    private static func isPreflight(_ request: Request) -> Bool {
        request.method == .options && request.headers[.origin] != nil
            && request.headers[.accessControlRequestMethod] != nil
    }

    /// The same for every route and origin, so that nothing has to vary. A day is the longest that browsers keep it.
    private static let preflight: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: "GET, HEAD, POST",
        .accessControlAllowHeaders: "Content-Type, If-None-Match, X-Request-Id",
        .accessControlExposeHeaders: "ETag, Retry-After",
        .accessControlMaxAge: "86400",
    ]
}
