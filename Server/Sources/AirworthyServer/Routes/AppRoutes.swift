import AirworthyPolicy
package import AirworthyTrust
package import ControlPlane
package import Hummingbird

/// The admin routes that create, change and delete apps.
package struct AppRoutes: Sendable {
    private let apps: AppService
    private let served: ServedApps
    private let ownKeys: [PublicKey]
    private let publicURL: String?

    /// Creates the routes.
    /// - Parameters:
    ///   - apps: The service for apps.
    ///   - served: The apps that this node serves.
    ///   - ownKeys: The server's online keys, the default pins of a new app.
    ///   - publicURL: The address that callers use, if it is configured.
    package init(apps: AppService, served: ServedApps, ownKeys: [PublicKey], publicURL: String?) {
        self.apps = apps
        self.served = served
        self.ownKeys = ownKeys
        self.publicURL = publicURL
    }

    /// `GET /v1/admin/apps`
    @Sendable package func list(_ request: Request, context: Authorized<AdminRight.Read>) async throws -> Response {
        let apps = try await apps.list(for: context.principal)
        return .json(["apps": .array(apps.map { payload($0) })])
    }

    /// `POST /v1/admin/apps`
    @Sendable package func create(
        _ request: Request, context: Authorized<AdminRight.ManageApps>
    ) async throws -> Response {
        let object = try await request.adminObject(known: AppInput.all)
        let (draft, notes) = try AppInput.draft(object, ownKeys: ownKeys)
        let app = try await apps.create(draft, by: context.principal)
        return .json(
            payload(app, notes: notes), status: .created, headers: [.location: "/v1/admin/apps/\(app.slug)"])
    }

    /// `GET /v1/admin/apps/{app}`
    @Sendable package func show(_ request: Request, context: Authorized<AdminRight.Read>) async throws -> Response {
        .json(payload(try await apps.app(context.slug)))
    }

    /// `PATCH /v1/admin/apps/{app}`
    @Sendable package func update(
        _ request: Request, context: Authorized<AdminRight.ManageApps>
    ) async throws -> Response {
        let changes = try AppInput.changes(try await request.adminObject(known: AppInput.changeable))
        return .json(payload(try await apps.update(context.slug, with: changes, by: context.principal)))
    }

    /// `DELETE /v1/admin/apps/{app}`
    @Sendable package func delete(
        _ request: Request, context: Authorized<AdminRight.ManageApps>
    ) async throws -> Response {
        try await apps.delete(context.slug, by: context.principal)
        return .empty(.noContent)
    }

    private func payload(_ app: App, notes: [String] = []) -> JSONValue {
        AppPayload(app, served: served, publicURL: publicURL, notes: notes).jsonValue
    }
}
