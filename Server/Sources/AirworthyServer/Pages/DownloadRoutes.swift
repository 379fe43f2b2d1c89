import ControlPlane
import Dashboard
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The public page of an app, which needs no session. It answers from memory, under the limits of all public routes.
struct DownloadRoutes: Sendable {
    private static let longestQuery = 4 * 1_024

    let dashboard: Dashboard
    let served: ServedApps
    let sync: CatalogSync
    let answers: PublicAnswers

    @Sendable func show(_ request: Request, context: AppRequestContext) async throws -> Response {
        let slug = context.slug
        // Read before the app, so that no answer is kept for a newer state than it was made from.
        let version = served.edition(of: slug)
        let app = try served.app(slug)
        if app.catalog == nil { sync.requestSync(slug) }
        let query = request.uri.query ?? ""
        let question = try await answers.parse(byteCount: query.utf8.count) {
            guard query.utf8.count <= Self.longestQuery, let fields = FormFields(encoded: query) else {
                throw HTTPProblem.unreadableQuery
            }
            return DownloadQuestion(
                query: fields, userAgent: request.headers[.userAgent], acceptLanguage: request.headers[.acceptLanguage])
        }
        let key = AnswerKey(app: slug, question: .download(question))
        return try await answers.response(to: key, edition: AnswerEdition(version: version)) { now in
            let body = ByteBuffer(string: try dashboard.downloadPage(question, of: app, at: now))
            var fields = PageHeaders.all
            fields[.contentType] = "text/html; charset=utf-8"
            fields[.cacheControl] = context.caching.rawValue
            fields[.vary] = "User-Agent, Accept-Language"
            fields[.contentLength] = "\(body.readableBytes)"
            return PublicAnswers.Computed(
                answer: PreparedAnswer(fields: fields, body: body), end: now + ReleaseResponses.lifetime)
        }
    }
}
