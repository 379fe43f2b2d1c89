import AirworthyPolicy
package import ControlPlane
package import Hummingbird

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What devices, other servers and strangers ask. Everything is answered from memory.
package struct PublicRoutes: Sendable {
    private let plane: ControlPlane
    private let now: @Sendable () -> Date
    private let keys = PublishedKeys()

    /// - Parameters:
    ///   - plane: The services.
    ///   - now: The clock decisions are made by.
    package init(_ plane: ControlPlane, now: @escaping @Sendable () -> Date) {
        self.plane = plane
        self.now = now
    }

    /// `GET /v1/apps/{app}/manifest`
    @Sendable package func manifest(_ request: Request, context: AppRequestContext) throws -> Response {
        let head = try plane.served.app(context.slug).head
        return ManifestPayload(head).response(to: request)
    }

    /// `GET` and `POST /v1/apps/{app}/decision`
    @Sendable package func decision(_ request: Request, context: AppRequestContext) async throws -> Response {
        let question = try await Question(request, context, in: plane.served)
        return .json(question.decision(at: now()).jsonValue)
    }

    /// `GET` and `POST /v1/apps/{app}/features`
    @Sendable package func features(_ request: Request, context: AppRequestContext) async throws -> Response {
        let question = try await Question(request, context, in: plane.served)
        return .json(question.features(at: now()))
    }

    /// `GET /v1/apps/{app}/releases`
    @Sendable package func releases(_ request: Request, context: AppRequestContext) throws -> Response {
        let served = try plane.served.app(context.slug)
        let facts = try InstallationFacts.read(query: request.uri.query).facts
        let (platform, channel) = (try facts.platform(of: served.app), try facts.channel())
        return try answer(served, context) { $0.list(platform: platform, channel: channel) }
    }

    /// `GET /v1/apps/{app}/releases/latest`
    @Sendable package func latestRelease(_ request: Request, context: AppRequestContext) throws -> Response {
        let served = try plane.served.app(context.slug)
        let facts = try InstallationFacts.read(query: request.uri.query).facts
        let installation = try facts.seeker(for: served.app)
        return try answer(served, context) { view in try view.latest(for: installation, at: now()) }
    }

    /// `GET /v1/apps/{app}/keys`
    @Sendable package func keys(_ request: Request, context: AppRequestContext) throws -> Response {
        let served = try plane.served.app(context.slug)
        return .json(keys.jsonValue(of: served), caching: .briefly)
    }

    /// Answers from the live catalog. What was shown to a token is kept by nobody.
    private func answer(
        _ served: ServedApp, _ context: AppRequestContext, _ body: (ReleasesView) throws -> JSONValue
    ) throws -> Response {
        let mayExplain = try context.identity.mayExplain(served.app.slug)
        let value = try body(try ReleasesView(served, mayExplain: mayExplain))
        return .json(value, caching: mayExplain ? .never : .briefly, headers: [.vary: "Authorization"])
    }
}

extension Identity {
    /// Whether full facts may be shown. A token that does not count is refused: its bearer wants to know.
    fileprivate func mayExplain(_ slug: String) throws(Problem) -> Bool {
        if case .anonymous = self { return false }
        let principal = try principal
        return principal.rights.contains(.explain) && principal.covers(slug)
    }
}
