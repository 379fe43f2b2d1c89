import HTTPTypes
import Hummingbird

/// Lets web pages of any origin read the responses of public routes, including errors, without credentials.
///
/// Admin routes have no CORS headers, and neither have check-ins: any page could send them from the addresses of its visitors.
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

    static let fields: HTTPFields = [
        .accessControlAllowOrigin: "*", .accessControlExposeHeaders: "ETag, Retry-After",
    ]

    /// Whether web pages may read what is at a path, with or without a query.
    static func isPublic(_ target: String) -> Bool {
        let path = target.utf8.firstIndex(of: UInt8(ascii: "?")).map { target[..<$0] } ?? target[...]
        return path.hasPrefix("/v1/apps/") && !path.hasSuffix("/check-ins") && !path.hasSuffix("/check-ins:batch")
            || path == "/openapi.yaml"
    }

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
