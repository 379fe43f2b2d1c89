import AirworthyPolicy
package import ControlPlane
package import Foundation
package import Hummingbird
import NIOCore

/// What devices, other servers and strangers ask. Everything is answered from memory.
package struct PublicRoutes: Sendable {
    private let plane: ControlPlane
    private let answers: ReleaseAnswers
    private let now: @Sendable () -> Date
    private let cap: EvaluationCap
    private let memo = DecisionMemo()
    private let keys = PublishedKeys()
    private let manifests = ManifestPayloads()

    /// - Parameters:
    ///   - plane: The services.
    ///   - answers: Makes and keeps answers about releases.
    ///   - cap: How much is evaluated at once.
    ///   - now: The clock decisions are made by.
    package init(
        _ plane: ControlPlane, _ answers: ReleaseAnswers, cap: EvaluationCap, now: @escaping @Sendable () -> Date
    ) {
        self.plane = plane
        self.answers = answers
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
        try await cap {
            try answers.response("releases", context.slug, "", request, context) { view, facts, app in
                view.list(platform: try facts.platform(of: app), channel: try facts.channel())
            }
        }
    }

    /// `GET /v1/apps/{app}/releases/latest`
    @Sendable package func latestRelease(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await cap {
            try answers.response("releases/latest", context.slug, "", request, context) { view, facts, app in
                try view.latest(for: try facts.seeker(for: app))
            }
        }
    }

    /// `GET /v1/apps/{app}/keys`
    @Sendable package func keys(_ request: Request, context: AppRequestContext) throws -> Response {
        let served = try plane.served.app(context.slug)
        return .json(keys.jsonValue(of: served), caching: .briefly)
    }
}
