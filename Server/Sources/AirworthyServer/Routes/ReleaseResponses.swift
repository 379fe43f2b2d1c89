import AirworthyPolicy
import ControlPlane
import Foundation
import Hummingbird
import ReleaseCatalog

/// The responses about releases: from a cache for anonymous callers, computed for tokens that see more.
struct ReleaseResponses: Sendable {
    /// The seconds for which an answer is used again, because release data ages and builds expire without any change.
    static let lifetime = 1.0

    let served: ServedApps
    let sync: CatalogSync
    let answers: PublicAnswers
    let catalogs = PreparedCatalogs()

    /// Returns the response to a request. `parse` returns the question from the parameters of the query.
    func response(
        to request: Request, context: AppRequestContext, app slug: String,
        parse: (_ parameters: InstallationParameters, _ app: App) throws -> ReleaseQuestion
    ) async throws -> Response {
        let asked = AskedTarget(request, app: slug, served: served)
        let app = try served.app(slug)
        let showsDetails = try Self.showsDetails(to: context.authentication, app: slug)
        let query = request.uri.query
        let question = try await answers.parse(byteCount: query?.utf8.count ?? 0) {
            try parse(try InstallationParameters.parse(query: query).parameters, app.app)
        }
        let live = try learntCatalog(of: app, for: question)
        let key = showsDetails ? nil : question.key.map { AnswerKey(app: slug, question: $0) }
        let edition = AnswerEdition(head: app.liveHead?.digest, catalog: live.edition)
        return try await answers.response(to: key, asked: asked, edition: edition) { now in
            let prepared = catalogs.catalog(of: app, live: live, showsDetails: showsDetails)
            let catalog = VisibleCatalog(prepared, statuses: sync.status(slug), at: now)
            let answer = PreparedAnswer(
                json: try catalog.answer(to: question).jsonBytes(), caching: showsDetails ? .never : context.caching,
                headers: [.vary: "Authorization"])
            return PublicAnswers.Computed(answer: answer, end: now + Self.lifetime)
        }
    }

    /// Returns the catalog of an app, or starts a synchronisation and throws `catalogNotLearnt`. Called before a
    /// request waits for an evaluation, so that a cold server answers all of its callers at once.
    private func learntCatalog(of app: ServedApp, for question: ReleaseQuestion) throws(HTTPProblem) -> LiveCatalog {
        let slug = app.app.slug
        guard let live = app.catalog else {
            sync.requestSync(slug)
            throw HTTPProblem(
                .catalogNotLearnt,
                detail: "there is no release data for \"\(slug)\" yet; \(ProblemKind.catalogNotLearnt.retryAdvice)")
        }
        // Without a key for App Store Connect there never is TestFlight data, so retrying would not help.
        guard question.needsTestFlight, app.app.internalBuilds.showsTestFlight,
            !live.merged.isLearnt(for: .testflight(nil)),
            sync.status(slug).contains(where: { $0.source == .connect })
        else { return live }
        sync.requestSync(slug)
        throw HTTPProblem(
            .catalogNotLearnt,
            detail: "there is no TestFlight data for \"\(slug)\" yet; \(ProblemKind.catalogNotLearnt.retryAdvice)")
    }

    /// Whether the caller may see all TestFlight details. Throws for an invalid token, so that its owner notices.
    private static func showsDetails(
        to authentication: AuthenticationResult, app: String
    ) throws(HTTPProblem) -> Bool {
        if case .anonymous = authentication { return false }
        let principal = try authentication.principal
        return principal.rights.contains(.explain) && principal.covers(app)
    }
}

/// A question about the releases of an app, with parsed values.
enum ReleaseQuestion: Sendable {
    /// All releases, or those of a platform and a channel.
    case releases(platform: Platform?, channel: Channel?)
    /// The newest release that an installation can get.
    case latestRelease(Installation)
    /// The newest build that an audience can install.
    case latestBuild(Channel.Audience, platform: Platform, language: String?)
    /// The builds with a number or a version.
    case builds(BuildText, platform: Platform, language: String?)

    /// The identity of the answer for callers without a token.
    var key: AnswerKey.Question? {
        switch self {
        case .releases(let platform, let channel): .releases(platform: platform, channel: channel)
        case .latestRelease(let installation): SharedInstallation(installation).map { .latestRelease($0) }
        case .latestBuild(let audience, let platform, let language):
            .latestBuild(audience, platform: platform, language: language.map(LanguageTag.init))
        case .builds(let text, let platform, let language):
            .builds(
                number: text.number, version: text.version, platform: platform,
                language: language.map(LanguageTag.init))
        }
    }

    /// Whether only App Store Connect has the data of the answer.
    var needsTestFlight: Bool {
        switch self {
        case .releases: false
        case .latestRelease(let installation): installation.channel.isTestFlight
        case .latestBuild, .builds: true
        }
    }
}

/// A text in a path that names TestFlight builds.
struct BuildText: Sendable {
    /// The text, for messages.
    let text: String
    let number: BuildNumber?
    /// The text as a marketing version, where that is allowed.
    let version: AppVersion?
    let allowsVersions: Bool

    /// Parses a text. One that is neither is not an error: no build has it.
    init(_ text: String, allowsVersions: Bool) {
        self.text = text
        self.allowsVersions = allowsVersions
        number = try? BuildNumber(text)
        version = allowsVersions ? try? AppVersion(text) : nil
    }
}
