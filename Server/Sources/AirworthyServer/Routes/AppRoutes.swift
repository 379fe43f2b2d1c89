import AirworthyPolicy
package import ControlPlane
package import Hummingbird

/// Making, changing and deleting apps.
package struct AppRoutes: Sendable {
    private let plane: ControlPlane

    /// - Parameter plane: The services.
    package init(_ plane: ControlPlane) { self.plane = plane }

    /// `GET /v1/admin/apps`
    @Sendable package func list(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let apps = try await plane.apps.list(for: context.principal)
        return .json(["apps": .array(apps.map { AppPayload($0, in: plane.served).jsonValue })])
    }

    /// `POST /v1/admin/apps`
    @Sendable package func create(_ request: Request, context: Authorized<ManagingApps>) async throws -> Response {
        let object = try await request.adminObject(known: AppInput.all)
        let (draft, notes) = try AppInput.draft(object, ownKeys: plane.signer.publicKeys)
        let app = try await plane.apps.create(draft, by: context.principal)
        return .json(
            AppPayload(app, in: plane.served, notes: notes).jsonValue, status: .created,
            headers: [.location: "/v1/admin/apps/\(app.slug)"])
    }

    /// `GET /v1/admin/apps/{app}`
    @Sendable package func show(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let app = try await plane.apps.app(context.slug)
        return .json(AppPayload(app, in: plane.served).jsonValue)
    }

    /// `PATCH /v1/admin/apps/{app}`
    @Sendable package func update(_ request: Request, context: Authorized<ManagingApps>) async throws -> Response {
        let changes = try AppInput.changes(try await request.adminObject(known: AppInput.changeable))
        let app = try await plane.apps.update(context.slug, changes, by: context.principal)
        return .json(AppPayload(app, in: plane.served).jsonValue)
    }

    /// `DELETE /v1/admin/apps/{app}`
    @Sendable package func delete(_ request: Request, context: Authorized<ManagingApps>) async throws -> Response {
        try await plane.apps.delete(context.slug, by: context.principal)
        return .empty(.noContent)
    }
}
