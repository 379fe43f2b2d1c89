import AirworthyPolicy
package import ControlPlane
import HTTPTypes
package import Hummingbird

/// Importing and reading catalogs.
package struct CatalogRoutes: Sendable {
    private let plane: ControlPlane

    /// - Parameter plane: The services.
    package init(_ plane: ControlPlane) { self.plane = plane }

    /// `GET /v1/admin/apps/{app}/catalog`
    @Sendable package func stored(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let record = try await plane.catalogs.stored(context.slug)
        let fields: HTTPFields = [.eTag: "\"\(record.digest)\""]
        return request.alreadyHas(record.digest)
            ? .empty(.notModified, headers: fields) : .json(record.text, headers: fields)
    }

    /// `PUT /v1/admin/apps/{app}/catalog`
    @Sendable package func replace(_ request: Request, context: Authorized<Cataloguing>) async throws -> Response {
        let text = try await request.document()
        let receipt = try await plane.catalogs.replace(context.slug, with: text, by: context.principal)
        return .json(receipt.jsonValue, headers: [.eTag: "\"\(receipt.record.digest)\""])
    }
}
