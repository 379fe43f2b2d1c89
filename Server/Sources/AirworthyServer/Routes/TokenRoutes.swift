import AirworthyPolicy
package import ControlPlane
package import Hummingbird

/// Making, listing and revoking tokens.
package struct TokenRoutes: Sendable {
    private let plane: ControlPlane

    /// - Parameter plane: The services.
    package init(_ plane: ControlPlane) { self.plane = plane }

    /// `GET /v1/admin/whoami`
    @Sendable package func whoAmI(_ request: Request, context: Authorized<AnyRight>) async throws -> Response {
        let id = context.principal.tokenID
        let record = try await plane.store.read { store in try store.tokens().first { $0.id == id } }
        return .json(context.principal.jsonValue(expiresAt: record?.expiresAt))
    }

    /// `GET /v1/admin/tokens`
    @Sendable package func list(_ request: Request, context: Authorized<ManagingTokens>) async throws -> Response {
        let records = try await plane.tokens.list(for: context.principal)
        return .json(["tokens": .array(records.map { $0.jsonValue() })])
    }

    /// `POST /v1/admin/tokens`
    @Sendable package func create(_ request: Request, context: Authorized<ManagingTokens>) async throws -> Response {
        let draft = try TokenInput.draft(try await request.adminObject(known: TokenInput.members))
        let (record, text) = try await plane.tokens.create(draft, by: context.principal)
        return .json(record.jsonValue(text: text), status: .created)
    }

    /// `DELETE /v1/admin/tokens/{id}`
    @Sendable package func revoke(_ request: Request, context: Authorized<ManagingTokens>) async throws -> Response {
        _ = try await plane.tokens.revoke(context.parameters.get("id") ?? "", by: context.principal)
        return .empty(.noContent)
    }
}
