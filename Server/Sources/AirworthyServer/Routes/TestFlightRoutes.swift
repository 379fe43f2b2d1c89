import AirworthyPolicy
import ControlPlane
import Hummingbird

/// The public routes about TestFlight builds. The short forms are for a server with one app, or take `app` in the query.
struct TestFlightRoutes: Sendable {
    let served: ServedApps
    let releases: ReleaseResponses

    @Sendable func audience(_ request: Request, context: AppRequestContext) async throws -> Response {
        let text = BuildText(try context.pathText("build"), allowsVersions: false)
        return try await builds(text, request: request, context: context)
    }

    @Sendable func audienceOfVersion(_ request: Request, context: AppRequestContext) async throws -> Response {
        let text = BuildText(try context.pathText("version"), allowsVersions: true)
        return try await builds(text, request: request, context: context)
    }

    @Sendable func latest(_ request: Request, context: AppRequestContext) async throws -> Response {
        let slug = try slug(for: request, context: context)
        let text = try context.pathText("audience")
        guard let audience = Channel.Audience(rawValue: text) else {
            throw HTTPProblem(
                .notFound, detail: "there is no audience \"\(text.forMessage)\"; use internal or external")
        }
        return try await answer(to: request, context: context, app: slug, whenMissing: .latest(audience)) {
            parameters, app in
            .latestBuild(
                audience, platform: try parameters.platformOrDefault(for: app), language: try parameters.language())
        }
    }

    private func builds(
        _ text: BuildText, request: Request, context: AppRequestContext
    ) async throws -> Response {
        let slug = try slug(for: request, context: context)
        return try await answer(to: request, context: context, app: slug, whenMissing: .version(text.text)) {
            parameters, app in
            .builds(text, platform: try parameters.platformOrDefault(for: app), language: try parameters.language())
        }
    }

    /// Returns the answer to a request. That there is no such build is said in the caller's language.
    private func answer(
        to request: Request, context: AppRequestContext, app slug: String, whenMissing missing: TestFlightNotFound,
        parse: (_ parameters: InstallationParameters, _ app: App) throws -> ReleaseQuestion
    ) async throws -> Response {
        do {
            return try await releases.response(to: request, context: context, app: slug, parse: parse)
        } catch let problem as HTTPProblem where problem.kind == .noRelease {
            throw missing.translated(problem, for: request)
        }
    }

    /// Returns the app in the path; for a short form the one in the query, or the only one of the server.
    private func slug(for request: Request, context: AppRequestContext) throws(HTTPProblem) -> String {
        guard context.parameters.get("app") == nil else { return context.slug }
        if let slug = try QueryParameters(request.uri.query, known: ["app"])["app"] { return slug }
        if let slug = served.onlySlug { return slug }
        guard !served.all.isEmpty else { throw HTTPProblem(.notFound, detail: "this server has no app yet") }
        throw .parameter("app", detail: "this server has several apps; name one as app=SLUG")
    }
}
