import AirworthyPolicy
import ControlPlane
import Foundation
import Hummingbird
import NIOCore

/// The public routes for devices and other servers. They answer from memory.
struct PublicRoutes: Sendable {
    let served: ServedApps
    let releases: ReleaseResponses
    let evaluations: EvaluationLimiter
    let now: @Sendable () -> Date
    private let decisions = DecisionCache()
    private let manifests = ManifestResponseCache()
    private let keys = PublishedKeys()

    /// `GET /v1/apps/{app}/manifest`
    @Sendable func manifest(_ request: Request, context: AppRequestContext) throws -> Response {
        let slug = context.slug
        return manifests.responses(for: try served.head(slug), app: slug).response(to: request)
    }

    /// `GET` and `POST /v1/apps/{app}/decision`
    @Sendable func decision(_ request: Request, context: AppRequestContext) async throws -> Response {
        let input = try await DecisionInput(request)
        let (app, now) = (context.slug, now())
        if let known = decisions.body(for: input, app: app, head: try served.head(app), at: now) { return .json(known) }
        return try await evaluations.run {
            let request = try DecisionRequest(input, context: context, apps: served)
            let decision = request.decision(at: now)
            let body = ByteBuffer(bytes: decision.jsonValue.jsonBytes())
            if request.isShareable {
                decisions.store(
                    body, for: input, app: app, head: request.head, from: now, until: decision.reevaluateAt)
            }
            return .json(body)
        }
    }

    /// `GET` and `POST /v1/apps/{app}/features`
    @Sendable func features(_ request: Request, context: AppRequestContext) async throws -> Response {
        let input = try await DecisionInput(request)
        return try await evaluations.run {
            .json(try DecisionRequest(input, context: context, apps: served).features(at: now()))
        }
    }

    /// `GET /v1/apps/{app}/releases`
    @Sendable func releases(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await evaluations.run {
            let query = ReleaseQuery(route: "releases", app: context.slug)
            return try releases.response(to: request, context: context, query: query) { catalog, parameters, app in
                catalog.releases(platform: try parameters.platform(of: app), channel: try parameters.channel())
            }
        }
    }

    /// `GET /v1/apps/{app}/releases/latest`
    @Sendable func latestRelease(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await evaluations.run {
            let query = ReleaseQuery(route: "releases/latest", app: context.slug)
            return try releases.response(to: request, context: context, query: query) { catalog, parameters, app in
                try catalog.latestRelease(for: try parameters.installationForLatest(of: app))
            }
        }
    }

    /// `GET /v1/apps/{app}/keys`
    @Sendable func keys(_ request: Request, context: AppRequestContext) throws -> Response {
        .json(keys.jsonValue(of: try served.app(context.slug)), caching: .briefly)
    }
}
