import AirworthyPolicy
package import ControlPlane
package import Foundation
import HTTPTypes
package import Hummingbird
import ReleaseCatalog

/// Importing and reading catalogs, and what operators say about releases.
package struct CatalogRoutes: Sendable {
    private let plane: ControlPlane
    private let apple: AppleSide
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - plane: The services.
    ///   - apple: Those who ask Apple.
    ///   - now: The clock.
    package init(_ plane: ControlPlane, _ apple: AppleSide, now: @escaping @Sendable () -> Date) {
        self.plane = plane
        self.apple = apple
        self.now = now
    }

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
        return try await plane.catalogs.replace(context.slug, with: text, by: context.principal).response
    }

    /// `GET /v1/admin/apps/{app}/catalog/sources`
    @Sendable package func sources(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        .json(SourcesPayload(try plane.served.app(context.slug), apple, at: now()).jsonValue)
    }

    /// `POST /v1/admin/apps/{app}/catalog/sync`
    @Sendable package func sync(_ request: Request, context: Authorized<Cataloguing>) async throws -> Response {
        let slug = context.slug
        _ = try plane.served.app(slug)
        let report = await apple.sync(slug)
        var members = SourcesPayload(try plane.served.app(slug), apple, at: now()).members
        members["complete"] = .bool(report.isComplete)
        members["outcomes"] = .array(
            report.outcomes.sorted { $0.key < $1.key }.map { source, outcome in outcome.jsonValue(source) })
        return .json(.object(members))
    }

    /// `POST /v1/admin/apps/{app}/catalog/withdraw`
    @Sendable package func withdraw(_ request: Request, context: Authorized<Cataloguing>) async throws -> Response {
        let object = try await request.adminObject(known: WithdrawalInput.members)
        let order = try WithdrawalInput.order(object, for: try plane.served.app(context.slug).app)
        return try await plane.catalogs.order(context.slug, order, by: context.principal).response
    }

    /// `POST /v1/admin/apps/{app}/catalog/reset`
    @Sendable package func reset(_ request: Request, context: Authorized<Cataloguing>) async throws -> Response {
        try await plane.catalogs.order(context.slug, .reset, by: context.principal).response
    }
}

extension CatalogService.Receipt {
    fileprivate var response: Response { .json(jsonValue, headers: [.eTag: "\"\(record.digest)\""]) }
}

extension SyncReport.Outcome {
    fileprivate func jsonValue(_ source: CatalogSource) -> JSONValue {
        let (outcome, problem): (String, String?) =
            switch self {
            case .learnt: ("learnt", nil)
            case .nothingKnown: ("nothing-known", nil)
            case .failed(let why): ("failed", why)
            }
        return ["name": .string(source.description), "outcome": .string(outcome), "problem": .of(problem)]
    }
}
