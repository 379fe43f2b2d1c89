import AirworthyPolicy
package import ControlPlane
import HTTPTypes
package import Hummingbird

/// Publishing, preflight, rollback and bumps.
package struct PublishingRoutes: Sendable {
    /// The longest a note or a reason may be, in characters.
    package static let longestNote = 1_000

    private let plane: ControlPlane

    /// - Parameter plane: The services.
    package init(_ plane: ControlPlane) { self.plane = plane }

    /// `GET /v1/admin/apps/{app}/policy`
    @Sendable package func current(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let policy = try await plane.publishing.currentPolicy(of: context.slug)
        return policy.response(to: request)
    }

    /// `PUT /v1/admin/apps/{app}/policy`
    @Sendable package func publish(_ request: Request, context: Authorized<Publishing>) async throws -> Response {
        let query = try Query(request.uri.query, known: ["note", "force"])
        let (note, reason) = (try query.note, try query.words("force", limit: Self.longestNote))
        let expected = try await precondition(request, context.slug)
        return try await plane.publishing.publish(
            try await request.document(), to: context.slug, expecting: expected, note: note, forced: reason,
            by: context.principal
        ).response
    }

    /// `POST /v1/admin/apps/{app}/preflight`
    @Sendable package func preflight(_ request: Request, context: Authorized<Reading>) async throws -> Response {
        let text = try await request.document()
        return .json(try await plane.publishing.preflight(text, for: context.slug).jsonValue)
    }

    /// `PUT /v1/admin/apps/{app}/manifest`
    @Sendable package func publishSigned(
        _ request: Request, context: Authorized<Publishing>
    ) async throws -> Response {
        let note = try Query(request.uri.query, known: ["note"]).note
        return try await plane.publishing.publishEnvelope(
            try await request.jsonBytes(upTo: BodyLimit.admin), to: context.slug, note: note,
            by: context.principal
        ).response
    }

    /// `POST /v1/admin/apps/{app}/rollback`
    @Sendable package func rollback(_ request: Request, context: Authorized<Publishing>) async throws -> Response {
        let object = try await request.adminObject(known: ["policyVersion", "revision", "note"])
        let expected = try await precondition(request, context.slug)
        return try await plane.publishing.rollback(
            context.slug, to: try target(object), expecting: expected,
            note: try object.words("note", limit: Self.longestNote), by: context.principal
        ).response
    }

    /// `POST /v1/admin/apps/{app}/head/bump`
    @Sendable package func bump(_ request: Request, context: Authorized<Publishing>) async throws -> Response {
        let number = try await request.adminObject(known: ["atLeast"]).requiredNumber("atLeast")
        return try await plane.publishing.bump(context.slug, atLeast: number, by: context.principal).response
    }

    private func precondition(_ request: Request, _ app: String) async throws -> Precondition {
        try await request.precondition {
            do {
                return try await plane.publishing.currentPolicy(of: app).entityTag
            } catch let error as ControlPlaneError where error.kind == .nothingPublished {
                return nil
            }
        }
    }

    private func target(_ object: InputObject) throws(Problem) -> PublishingService.Target {
        switch (object["policyVersion"] != nil, object["revision"] != nil) {
        case (true, false): return .policyVersion(try object.requiredNumber("policyVersion"))
        case (false, true): return .revision(try object.requiredNumber("revision"))
        default: throw .body("", "say what to bring back: \"policyVersion\" or \"revision\", one of them")
        }
    }
}

extension Query {
    /// Why somebody did something, in their words.
    fileprivate var note: String? {
        get throws(Problem) { try words("note", limit: PublishingRoutes.longestNote) }
    }
}

extension PolicyRecord {
    /// The author's text with its entity tag and number, or a 304.
    package func response(to request: Request) -> Response {
        let fields: HTTPFields = [.eTag: "\"\(entityTag)\"", .policyVersion: String(version)]
        guard !request.alreadyHas(entityTag) else { return .empty(.notModified, headers: fields) }
        return .json(text, headers: fields)
    }
}
