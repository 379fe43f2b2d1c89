import AirworthyPolicy
package import ControlPlane
package import Foundation
package import Hummingbird
import NIOCore

/// The public routes for devices and other servers. They answer from memory.
package struct PublicRoutes: Sendable {
    private let served: ServedApps
    private let releases: ReleaseResponses
    private let evaluations: EvaluationLimiter
    private let now: @Sendable () -> Date
    private let decisions = DecisionCache()
    private let manifests = ManifestResponseCache()
    private let keys = PublishedKeys()

    /// Creates the routes.
    /// - Parameters:
    ///   - served: The apps that this node serves.
    ///   - releases: The responses about releases.
    ///   - evaluations: The limit of concurrent evaluations.
    ///   - now: The clock.
    package init(
        served: ServedApps, releases: ReleaseResponses, evaluations: EvaluationLimiter,
        now: @escaping @Sendable () -> Date
    ) {
        self.served = served
        self.releases = releases
        self.evaluations = evaluations
        self.now = now
    }

    /// `GET /v1/apps/{app}/manifest`
    @Sendable package func manifest(_ request: Request, context: AppRequestContext) throws -> Response {
        let slug = context.slug
        return manifests.responses(for: try served.head(slug), app: slug).response(to: request)
    }

    /// `GET` and `POST /v1/apps/{app}/decision`
    @Sendable package func decision(_ request: Request, context: AppRequestContext) async throws -> Response {
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
    @Sendable package func features(_ request: Request, context: AppRequestContext) async throws -> Response {
        let input = try await DecisionInput(request)
        return try await evaluations.run {
            .json(try DecisionRequest(input, context: context, apps: served).features(at: now()))
        }
    }

    /// `GET /v1/apps/{app}/releases`
    @Sendable package func releases(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await evaluations.run {
            let query = ReleaseQuery(route: "releases", app: context.slug)
            return try releases.response(to: request, context: context, query: query) { catalog, parameters, app in
                catalog.releases(platform: try parameters.platform(of: app), channel: try parameters.channel())
            }
        }
    }

    /// `GET /v1/apps/{app}/releases/latest`
    @Sendable package func latestRelease(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await evaluations.run {
            let query = ReleaseQuery(route: "releases/latest", app: context.slug)
            return try releases.response(to: request, context: context, query: query) { catalog, parameters, app in
                try catalog.latestRelease(for: try parameters.installationForLatest(of: app))
            }
        }
    }

    /// `GET /v1/apps/{app}/keys`
    @Sendable package func keys(_ request: Request, context: AppRequestContext) throws -> Response {
        .json(keys.jsonValue(of: try served.app(context.slug)), caching: .briefly)
    }
}
