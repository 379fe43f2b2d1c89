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
    private let answers: ReleaseAnswers
    private let now: @Sendable () -> Date
    private let keys = PublishedKeys()

    /// - Parameters:
    ///   - plane: The services.
    ///   - answers: Makes and keeps answers about releases.
    ///   - now: The clock decisions are made by.
    package init(_ plane: ControlPlane, _ answers: ReleaseAnswers, now: @escaping @Sendable () -> Date) {
        self.plane = plane
        self.answers = answers
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
        try answers.response("releases", context.slug, "", request, context) { view, facts, app in
            view.list(platform: try facts.platform(of: app), channel: try facts.channel())
        }
    }

    /// `GET /v1/apps/{app}/releases/latest`
    @Sendable package func latestRelease(_ request: Request, context: AppRequestContext) throws -> Response {
        try answers.response("releases/latest", context.slug, "", request, context) { view, facts, app in
            try view.latest(for: try facts.seeker(for: app))
        }
    }

    /// `GET /v1/apps/{app}/keys`
    @Sendable package func keys(_ request: Request, context: AppRequestContext) throws -> Response {
        let served = try plane.served.app(context.slug)
        return .json(keys.jsonValue(of: served), caching: .briefly)
    }
}
