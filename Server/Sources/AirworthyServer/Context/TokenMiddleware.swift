package import ControlPlane
import HTTPTypes
package import Hummingbird

/// Looks up who bears the token of a request, if it has one. What it takes to go on is said by the routes.
package struct TokenMiddleware: RouterMiddleware {
    private let tokens: TokenService

    /// - Parameter tokens: Who bears which token.
    package init(_ tokens: TokenService) { self.tokens = tokens }

    package func handle(
        _ request: Request, context: AppRequestContext,
        next: (Request, AppRequestContext) async throws -> Response
    ) async throws -> Response {
        guard let field = request.headers.value(of: .authorization) else { return try await next(request, context) }
        var context = context
        context.identity = identity(field)
        return try await next(request, context)
    }

    private func identity(_ field: String) -> Identity {
        guard let token = Self.bearer(field) else {
            return .refused(
                ControlPlaneError(.unauthorized, detail: "send the token alone, as \"Authorization: Bearer …\""))
        }
        do throws(ControlPlaneError) {
            return .known(try tokens.authenticate(token))
        } catch {
            return .refused(error)
        }
    }

    /// The token of an `Authorization` field; the scheme's letter case does not matter.
    static func bearer(_ field: String) -> String? {
        let parts = field.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
