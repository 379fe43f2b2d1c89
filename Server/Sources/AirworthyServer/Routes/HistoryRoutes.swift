import AirworthyPolicy
package import ControlPlane
package import Foundation
import HTTPTypes
package import Hummingbird

/// What was published when, by whom, and what changed.
package struct HistoryRoutes: Sendable {
    private let plane: ControlPlane
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - plane: The services.
    ///   - now: The clock.
    package init(_ plane: ControlPlane, now: @escaping @Sendable () -> Date) {
        self.plane = plane
        self.now = now
    }

    /// `GET /v1/admin/apps/{app}/history`
    @Sendable package func revisions(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let page = try Paging(try Query(request.uri.query, known: Paging.names))
        let records = try await plane.history.manifests(context.slug, before: page.before, limit: page.limit)
        let head = (try? plane.served.app(context.slug).head)?.revision
        return .json(HistoryPayload(records, head: head, now: now()).jsonValue)
    }

    /// `GET /v1/admin/apps/{app}/manifests/{revision}`
    @Sendable package func manifest(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let record = try await plane.history.manifest(context.slug, revision: try context.number("revision"))
        guard let bytes = record.bytes else {
            throw Problem(.pruned, "the bytes of revision \(record.revision) were removed; its digest stays")
        }
        return .json(bytes, headers: [.eTag: "\"\(record.digest)\""])
    }

    /// `GET /v1/admin/apps/{app}/policies`
    @Sendable package func policies(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let page = try Paging(try Query(request.uri.query, known: Paging.names))
        let records = try await plane.history.policies(context.slug, before: page.before, limit: page.limit)
        return .json(["policies": .array(records.map(\.jsonValue))])
    }

    /// `GET /v1/admin/apps/{app}/policies/{version}`
    @Sendable package func policy(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let number = try context.number("version")
        return try await plane.history.policy(context.slug, version: number).response(to: request)
    }

    /// `GET /v1/admin/apps/{app}/diff`
    @Sendable package func diff(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let query = try Query(request.uri.query, known: ["from", "to"])
        let (from, to) = (try query.requiredNumber("from"), try query.wholeNumber("to", in: 1...Int.max))
        return .json(try await plane.history.diff(context.slug, from: from, to: to).jsonValue)
    }

    /// `GET /v1/admin/audit`
    @Sendable package func audit(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let query = try Query(request.uri.query, known: Paging.names.union(["app"]))
        let (app, page) = (try context.principal.audited(query["app"]), try Paging(query))
        let entries = try await plane.history.audit(app: app, before: page.before, limit: page.limit)
        return .json(["entries": .array(entries.map(\.jsonValue))])
    }
}

extension RequestContext {
    /// A number in the path. What is no number names nothing.
    /// - Throws: ``Problem`` 404.
    fileprivate func number(_ name: String) throws(Problem) -> Int {
        let text = parameters.get(name) ?? ""
        guard let number = Int(text), number >= 1, String(number) == text else {
            throw Problem(.notFound, "there is no \(name) \"\(text.forMessage)\"; it is a whole number from 1 on")
        }
        return number
    }
}

extension Principal {
    /// The app whose audit may be shown; `nil` is all of it, which a token for some apps may not see.
    fileprivate func audited(_ app: String?) throws(Problem) -> String? {
        if let app {
            guard covers(app) else {
                throw Problem(.notFound, "there is no app \"\(app.forMessage)\" for this token")
            }
        } else if apps != nil {
            throw Problem(.forbidden, "this token is for some apps only; name one of them with app=")
        }
        return app
    }
}
