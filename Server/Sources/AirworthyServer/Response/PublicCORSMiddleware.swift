import HTTPTypes
import Hummingbird

/// Lets web pages of any origin read the responses of public routes, including errors, without credentials.
///
/// Admin routes have no CORS headers.
struct PublicCORSMiddleware: RouterMiddleware {
    func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard Self.isPublic(request.uri.path) else { return try await next(request, context) }
        if Self.isPreflight(request) { return Response(status: .noContent, headers: Self.preflight) }
        var response = try await next(request, context)
        // Appended, because no route sets these headers.
        for field in Self.fields { response.headers.append(field) }
        return response
    }

    /// The header fields of every public response.
    static let fields: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlExposeHeaders: "ETag, Retry-After",
    ]

    /// Whether the route at a path is public.
    static func isPublic(_ path: String) -> Bool { path.hasPrefix("/v1/apps/") || path == "/openapi.yaml" }

    private static func isPreflight(_ request: Request) -> Bool {
        request.method == .options && request.headers[.origin] != nil
            && request.headers[.accessControlRequestMethod] != nil
    }

    /// The headers of a preflight response, the same for every route and origin. Browsers cache it for at most a day.
    private static let preflight: HTTPFields = [
        .accessControlAllowOrigin: "*",
        .accessControlAllowMethods: "GET, HEAD, POST",
        .accessControlAllowHeaders: "Content-Type, If-None-Match, X-Request-Id",
        .accessControlExposeHeaders: "ETag, Retry-After",
        .accessControlMaxAge: "86400",
    ]
}
