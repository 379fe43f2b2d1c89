import AirworthyPolicy
package import ControlPlane
package import Hummingbird

/// Making, changing and deleting apps.
package struct AppRoutes: Sendable {
    private let plane: ControlPlane
    private let publicURL: String?

    /// - Parameters:
    ///   - plane: The services.
    ///   - publicURL: The address callers use, if it is known.
    package init(_ plane: ControlPlane, publicURL: String? = nil) {
        self.plane = plane
        self.publicURL = publicURL
    }

    private func payload(_ app: App, notes: [String] = []) -> JSONValue {
        AppPayload(app, in: plane.served, publicURL: publicURL, notes: notes).jsonValue
    }

    /// `GET /v1/admin/apps`
    @Sendable package func list(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let apps = try await plane.apps.list(for: context.principal)
        return .json(["apps": .array(apps.map { payload($0) })])
    }

    /// `POST /v1/admin/apps`
    @Sendable package func create(_ request: Request, context: Authorized<ManagingApps>) async throws -> Response {
        let object = try await request.adminObject(known: AppInput.all)
        let (draft, notes) = try AppInput.draft(object, ownKeys: plane.signer.publicKeys)
        let app = try await plane.apps.create(draft, by: context.principal)
        return .json(
            payload(app, notes: notes), status: .created,
            headers: [.location: "/v1/admin/apps/\(app.slug)"])
    }

    /// `GET /v1/admin/apps/{app}`
    @Sendable package func show(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let app = try await plane.apps.app(context.slug)
        return .json(payload(app))
    }

    /// `PATCH /v1/admin/apps/{app}`
    @Sendable package func update(_ request: Request, context: Authorized<ManagingApps>) async throws -> Response {
        let changes = try AppInput.changes(try await request.adminObject(known: AppInput.changeable))
        let app = try await plane.apps.update(context.slug, with: changes, by: context.principal)
        return .json(payload(app))
    }

    /// `DELETE /v1/admin/apps/{app}`
    @Sendable package func delete(_ request: Request, context: Authorized<ManagingApps>) async throws -> Response {
        try await plane.apps.delete(context.slug, by: context.principal)
        return .empty(.noContent)
    }
}
