package import AirworthyPolicy
package import ControlPlane
package import Foundation

/// What a caller wants to know about one copy of an app.
package struct Question: Sendable {
    private let served: ServedApp
    /// The manifest it is answered from.
    package let head: LoadedHead
    private let installation: Installation
    private let explain: Bool

    /// Reads a question; `explain` is in the query, whatever the method.
    /// - Parameters:
    ///   - asked: The facts as they were sent.
    ///   - context: Which app is meant, and who asks.
    ///   - apps: Every app.
    /// - Throws: ``Problem`` 400, 401, 403 or 404; ``ControlPlaneError`` `notFound`, `gone`, `nothingPublished` or
    ///   `degraded`.
    package init(_ asked: AskedText, _ context: AppRequestContext, in apps: ServedApps) throws {
        let slug = context.slug
        served = try apps.app(slug)
        head = try served.head
        let facts: InstallationFacts
        if let body = asked.body {
            explain = try Query(asked.query, known: ["explain"]).flag("explain")
            facts = try InstallationFacts.read(body: try InputObject(try InputObject.read(body), known: nil))
        } else {
            (facts, explain) = try InstallationFacts.read(query: asked.query)
        }
        if explain { try context.identity.requireExplain(slug) }
        installation = try facts.installation(for: served.app)
    }

    /// Whether the answer is the same for every copy with these facts, and may be shown to whoever asks for it.
    package var isShareable: Bool { !explain && installation.installID == nil && installation.attributes.isEmpty }

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
