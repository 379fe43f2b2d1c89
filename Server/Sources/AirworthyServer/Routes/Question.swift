package import AirworthyPolicy
package import ControlPlane
package import Hummingbird

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What a caller wants to know about one copy of an app.
package struct Question: Sendable {
    private let served: ServedApp
    private let head: LoadedHead
    private let installation: Installation
    private let explain: Bool

    /// Reads a question from the query (GET) or the body (POST); `explain` is in the query of both.
    /// - Throws: ``Problem`` 400, 401, 403, 404, 413 or 415; ``ControlPlaneError`` `notFound`, `gone`,
    ///   `nothingPublished` or `degraded`.
    package init(_ request: Request, _ context: AppRequestContext, in apps: ServedApps) async throws {
        let slug = context.slug
        served = try apps.app(slug)
        head = try served.head
        let facts: InstallationFacts
        if request.method == .post {
            explain = try Query(request.uri.query, known: ["explain"]).flag("explain")
            facts = try InstallationFacts.read(body: try await request.deviceObject())
        } else {
            (facts, explain) = try InstallationFacts.read(query: request.uri.query)
        }
        if explain { try context.identity.requireExplain(slug) }
        installation = try facts.installation(for: served.app)
    }

    /// The answer at an instant, or at the manifest's date of issue where that is later.
    package func decision(at now: Date) -> Decision {
        let instant = max(now, head.manifest.issuedAt ?? now)
        return decide(head.manifest, for: installation, at: instant, confirmedAt: instant, trace: explain)
    }

    /// The features alone.
    package func features(at now: Date) -> JSONValue {
        let decision = decision(at: now)
        var features: JSONObject = [:]
        for key in decision.features.keys.sorted() { features[key] = decision.features[key] }
        return [
            "schema": 1, "app": .string(served.app.slug), "revision": .of(head.revision),
            "features": .object(features),
        ]
    }
}

extension Identity {
    /// Lets pass who may see traces and the full facts of an app.
    /// - Throws: ``Problem`` 401, 403, or 404 for an app out of the token's scope.
    package func requireExplain(_ slug: String) throws(Problem) {
        let principal = try principal
        guard principal.rights.contains(.explain) else {
            throw Problem(.forbidden, "this token lacks the right \"explain\"")
        }
        guard principal.covers(slug) else {
            throw Problem(.notFound, "there is no app \"\(slug.forMessage)\" for this token")
        }
    }
}
