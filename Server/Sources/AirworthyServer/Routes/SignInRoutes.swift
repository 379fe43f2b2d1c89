import AirworthyPolicy
import ControlPlane
import Hummingbird

/// The admin routes that make an address which signs a browser in, and list and end the sessions of browsers.
struct SignInRoutes: Sendable {
    let sessions: SessionService
    /// Whether this server shows pages.
    let hasPages: Bool

    @Sendable func makeLink(_ request: Request, context: AdminContext) async throws -> Response {
        try request.requireJSONContentType()
        guard hasPages else {
            throw HTTPProblem(.notFound, detail: "this server shows no pages: its setting `http.dashboard` is off")
        }
        let link = try await sessions.makeLink(for: context.principal)
        return .json(["path": .string(link.path), "expiresAt": .of(link.expiresAt)], status: .created)
    }

    @Sendable func list(_ request: Request, context: AdminContext) async throws -> Response {
        let open = try await sessions.list(for: context.principal).map { session -> JSONValue in
            [
                "id": .string(session.id), "tokenID": .string(session.token.id), "name": .string(session.token.name),
                "openedAt": .of(session.openedAt), "expiresAt": .of(session.expiresAt),
            ]
        }
        return .json(["sessions": .array(open)])
    }

    @Sendable func end(_ request: Request, context: AdminContext) async throws -> Response {
        try await sessions.end(context.parameters.get("id") ?? "", by: context.principal)
        return .empty(.noContent)
    }
}
