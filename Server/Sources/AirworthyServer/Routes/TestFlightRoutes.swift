import AirworthyPolicy
import ControlPlane
import Hummingbird

/// The public routes about TestFlight builds. The short forms are for a server with one app, or take `app` in the query.
struct TestFlightRoutes: Sendable {
    let served: ServedApps
    let releases: ReleaseResponses

    /// `GET /v1/apps/{app}/testflight/latest/{audience}`
    @Sendable func latest(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await latest(of: context.slug, request: request, context: context)
    }

    /// `GET /testflight/latest/{audience}`
    @Sendable func latestOfOnlyApp(_ request: Request, context: AppRequestContext) async throws -> Response {
        try await latest(of: onlyApp(for: request), request: request, context: context)
    }

    /// `GET /v1/apps/{app}/testflight/builds/{build}/audience`
    @Sendable func audience(_ request: Request, context: AppRequestContext) async throws -> Response {
        let text = BuildText(try context.pathText("build"), allowsVersions: false)
        return try await builds(text, of: context.slug, request: request, context: context)
    }

    /// `GET /v1/apps/{app}/testflight/version/{version}/audience`
    @Sendable func audienceOfVersionInApp(_ request: Request, context: AppRequestContext) async throws -> Response {
        let text = BuildText(try context.pathText("version"), allowsVersions: true)
        return try await builds(text, of: context.slug, request: request, context: context)
    }

    /// `GET /testflight/version/{version}/audience`
    @Sendable func audienceOfVersion(_ request: Request, context: AppRequestContext) async throws -> Response {
        let text = BuildText(try context.pathText("version"), allowsVersions: true)
        return try await builds(text, of: onlyApp(for: request), request: request, context: context)
    }

    private func latest(of slug: String, request: Request, context: AppRequestContext) async throws -> Response {
        let text = try context.pathText("audience")
        guard let audience = Channel.Audience(rawValue: text) else {
            throw HTTPProblem(
                .notFound, detail: "there is no audience \"\(text.forMessage)\"; use internal or external")
        }
        return try await answer(request, whenMissing: .latest(audience)) {
            try await releases.response(to: request, context: context, app: slug) { parameters, app in
                .latestBuild(
                    audience, platform: try parameters.platformOrDefault(for: app),
                    language: try parameters.language())
            }
        }
    }

    private func builds(
        _ text: BuildText, of slug: String, request: Request, context: AppRequestContext
    ) async throws -> Response {
        try await answer(request, whenMissing: .version(text.text)) {
            try await releases.response(to: request, context: context, app: slug) { parameters, app in
                .builds(
                    text, platform: try parameters.platformOrDefault(for: app), language: try parameters.language())
            }
        }
    }

    /// Returns the answer to a request. That there is no such build is said in the caller's language.
    private func answer(
        _ request: Request, whenMissing missing: TestFlightNotFound, _ respond: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await respond()
        } catch let problem as HTTPProblem where problem.kind == .noRelease {
            throw missing.translated(problem, for: request)
        }
    }

    /// Returns the app of a short form.
    /// - Throws: ``HTTPProblem`` 400 if the server has several apps and the query names none; 404 if it has none.
    private func onlyApp(for request: Request) throws(HTTPProblem) -> String {
        if let slug = try QueryParameters(request.uri.query, known: ["app"])["app"] { return slug }
        if let slug = served.onlySlug { return slug }
        guard !served.all.isEmpty else { throw HTTPProblem(.notFound, detail: "this server has no app yet") }
        throw .parameter("app", detail: "this server has several apps; name one as app=SLUG")
    }
}
