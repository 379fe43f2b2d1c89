import AirworthyPolicy
import ControlPlane
import Foundation
import Hummingbird

/// The public routes for devices and other servers. They answer from memory.
struct PublicRoutes: Sendable {
    let served: ServedApps
    let releases: ReleaseResponses
    let answers: PublicAnswers
    let manifests: ManifestResponseCache
    let keys: PublishedKeys

    @Sendable func manifest(_ request: Request, context: AppRequestContext) throws -> Response {
        let prepared = manifests.responses(
            for: try served.head(context.slug), app: context.slug, caching: context.caching)
        return prepared.answer(
            acceptEncoding: request.headers.value(of: .acceptEncoding),
            ifNoneMatch: request.headers.value(of: .ifNoneMatch)
        ).response
    }

    /// Returns the manifest without the router.
    func manifest(for request: FrontRequest) throws -> PreparedAnswer {
        manifests.responses(for: try served.head(request.app), app: request.app, caching: request.route.caching)
            .answer(acceptEncoding: request.acceptEncoding, ifNoneMatch: request.ifNoneMatch)
    }

    func answer(
        _ part: DecisionRequest.Part, to request: Request, context: AppRequestContext
    ) async throws -> Response {
        let input = try await DecisionInput(request, upTo: context.longestBody)
        let asked = AskedTarget(request, body: input.body, app: context.slug, served: served)
        let request = try await answers.parse(byteCount: input.byteCount) {
            try DecisionRequest(input, app: context.slug, authentication: context.authentication, apps: served)
        }
        let edition = AnswerEdition(head: request.head.digest)
        return try await answers.response(to: request.key(part), asked: asked, edition: edition) { now in
            request.answer(part, at: now)
        }
    }

    /// Returns the answer to a question without the router; `nil` if only the router can answer, such as a mistake.
    ///
    /// `asked` has the app's version from before the app is read, so that an answer is never kept under a version that
    /// is too high.
    func answer(_ part: DecisionRequest.Part, to request: FrontRequest, asked: AskedTarget) -> PreparedAnswer? {
        let input = DecisionInput(query: request.query, body: request.body)
        guard input.byteCount <= PublicAnswers.shortInput,
            let decision = try? DecisionRequest(input, app: request.app, authentication: .anonymous, apps: served)
        else { return nil }
        return answers.answer(
            to: decision.key(part), asked: asked, edition: AnswerEdition(head: decision.head.digest)
        ) { decision.answer(part, at: $0) }
    }

    @Sendable func releases(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await releases.response(to: request, context: context, app: context.slug) { parameters, app in
            .releases(platform: try parameters.platform(of: app), channel: try parameters.channel())
        }
    }

    @Sendable func latestRelease(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await releases.response(to: request, context: context, app: context.slug) { parameters, app in
            .latestRelease(try parameters.installationForLatest(of: app))
        }
    }

    @Sendable func keys(_ request: Request, context: AppRequestContext) throws -> Response {
        keys.answer(of: try served.app(context.slug), caching: context.caching).response
    }

    /// Returns the keys without the router.
    func keys(for request: FrontRequest) throws -> PreparedAnswer {
        keys.answer(of: try served.app(request.app), caching: request.route.caching)
    }
}
