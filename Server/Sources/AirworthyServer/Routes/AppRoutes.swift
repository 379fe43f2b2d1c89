import AirworthyPolicy
import AirworthyTrust
import ControlPlane
import HTTPTypes
import Hummingbird

/// The admin routes that create, change and delete apps.
struct AppRoutes: Sendable {
    let apps: AppService
    let served: ServedApps
    /// Returns the server's online keys, the default pins of a new app.
    let ownKeys: @Sendable () -> [PublicKey]
    let publicURL: String?

    @Sendable func list(_ request: Request, context: AdminContext) async throws -> Response {
        let apps = try await apps.list(for: context.principal)
        return .json(["apps": .array(apps.map { payload($0) })])
    }

    @Sendable func create(_ request: Request, context: AdminContext) async throws -> Response {
        let object = try await request.object(upTo: context.longestBody, known: AppInput.all)
        let (new, notes) = try AppInput.app(object, ownKeys: ownKeys())
        let app = try await apps.create(new, by: context.principal)
        return .json(
            payload(app, notes: notes), status: .created,
            headers: [.eTag: "\"\(app.entityTag)\"", .location: "/v1/admin/apps/\(app.slug)"])
    }

    @Sendable func show(_ request: Request, context: AdminContext) async throws -> Response {
        let app = try await apps.app(context.slug)
        return .json(payload(app), headers: Self.entityTag(of: app))
    }

    @Sendable func update(_ request: Request, context: AdminContext) async throws -> Response {
        let change = try AppInput.change(
            try await request.object(upTo: context.longestBody, known: AppInput.changeable))
        let slug = context.slug
        let expected = try await request.precondition { try await apps.app(slug).entityTag }
        let app = try await apps.update(slug, expecting: expected, by: context.principal, change: change)
        return .json(payload(app), headers: Self.entityTag(of: app))
    }

    @Sendable func delete(_ request: Request, context: AdminContext) async throws -> Response {
        try await apps.delete(context.slug, by: context.principal)
        return .empty(.noContent)
    }

    /// The entity tag of the settings, for the `If-Match` of a change. `head` does not count.
    private static func entityTag(of app: App) -> HTTPFields { [.eTag: "\"\(app.entityTag)\""] }

    private func payload(_ app: App, notes: [String] = []) -> JSONValue {
        AppPayload(app: app, served: try? served.app(app.slug), publicURL: publicURL, notes: notes).jsonValue
    }
}
