import AirworthyPolicy
package import ControlPlane
package import Hummingbird
import NIOCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// What devices, other servers and strangers ask. Everything is answered from memory.
package struct PublicRoutes: Sendable {
    private let plane: ControlPlane
    private let now: @Sendable () -> Date
    private let cap: EvaluationCap
    private let memo = DecisionMemo()
    private let keys = PublishedKeys()
    private let manifests = ManifestPayloads()

    /// - Parameters:
    ///   - plane: The services.
    ///   - cap: How much is evaluated at once.
    ///   - now: The clock decisions are made by.
    package init(_ plane: ControlPlane, cap: EvaluationCap, now: @escaping @Sendable () -> Date) {
        self.plane = plane
        self.cap = cap
        self.now = now
    }

    /// `GET /v1/apps/{app}/manifest`
    @Sendable package func manifest(_ request: Request, context: AppRequestContext) throws -> Response {
        let slug = context.slug
        return manifests.payload(try plane.served.head(slug), of: slug).response(to: request)
    }

    /// `GET` and `POST /v1/apps/{app}/decision`
    @Sendable package func decision(_ request: Request, context: AppRequestContext) async throws -> Response {
        let asked = try await AskedText(request)
        let (app, now) = (context.slug, now())
        if let known = memo.answer(to: asked, of: app, try plane.served.head(app), at: now) { return .json(known) }
        return try await cap {
            let question = try Question(asked, context, in: plane.served)
            let decision = question.decision(at: now)
            let body = ByteBuffer(bytes: decision.jsonValue.jsonBytes())
            if question.isShareable {
                memo.keep(body, to: asked, of: app, question.head, from: now, until: decision.reevaluateAt)
            }
            return .json(body)
        }
    }

    /// `GET` and `POST /v1/apps/{app}/features`
    @Sendable package func features(_ request: Request, context: AppRequestContext) async throws -> Response {
        let asked = try await AskedText(request)
        return try await cap { .json(try Question(asked, context, in: plane.served).features(at: now())) }
    }

    /// `GET /v1/apps/{app}/releases`
    @Sendable package func releases(_ request: Request, context: AppRequestContext) async throws -> Response {
        let served = try plane.served.app(context.slug)
        let facts = try InstallationFacts.read(query: request.uri.query).facts
        let (platform, channel) = (try facts.platform(of: served.app), try facts.channel())
        return try await answer(served, context) { $0.list(platform: platform, channel: channel) }
    }

    /// `GET /v1/apps/{app}/releases/latest`
    @Sendable package func latestRelease(_ request: Request, context: AppRequestContext) async throws -> Response {
        let served = try plane.served.app(context.slug)
        let facts = try InstallationFacts.read(query: request.uri.query).facts
        let installation = try facts.seeker(for: served.app)
        return try await answer(served, context) { view in try view.latest(for: installation, at: now()) }
    }

    /// `GET /v1/apps/{app}/keys`
    @Sendable package func keys(_ request: Request, context: AppRequestContext) throws -> Response {
        let served = try plane.served.app(context.slug)
        return .json(keys.jsonValue(of: served), caching: .briefly)
    }

    /// Answers from the live catalog. What was shown to a token is kept by nobody.
    private func answer(
        _ served: ServedApp, _ context: AppRequestContext, _ body: (ReleasesView) throws -> JSONValue
    ) async throws -> Response {
        let mayExplain = try context.identity.mayExplain(served.app.slug)
        let value = try await cap { try body(try ReleasesView(served, mayExplain: mayExplain)) }
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
