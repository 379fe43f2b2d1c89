package import AirworthyPolicy
package import ControlPlane
package import Foundation
package import Hummingbird

/// Answers from live catalogs: from memory where many ask the same, made anew for those who see more than others.
package struct ReleaseAnswers: Sendable {
    private let served: ServedApps
    private let apple: AppleSide
    private let now: @Sendable () -> Date
    private let prepared = PreparedAnswers()

    /// - Parameters:
    ///   - served: What public answers are made from.
    ///   - apple: How the asking goes.
    ///   - now: The clock.
    package init(_ served: ServedApps, _ apple: AppleSide, now: @escaping @Sendable () -> Date) {
        self.served = served
        self.apple = apple
        self.now = now
    }

    /// Answers a request. What was shown to a token is kept by nobody.
    /// - Parameters:
    ///   - route: The route.
    ///   - slug: The app.
    ///   - subject: What else the path names.
    ///   - request: The request.
    ///   - context: Who asks.
    ///   - make: Makes the answer of what the caller may see and of what the query says.
    /// - Returns: The response.
    /// - Throws: ``Problem``, ``ControlPlaneError``.
    package func response(
        _ route: String, _ slug: String, _ subject: String, _ request: Request, _ context: AppRequestContext,
        make: (ReleasesView, InstallationFacts, App) throws -> JSONValue
    ) throws -> Response {
        let app = try served.app(slug)
        let mayExplain = try context.identity.mayExplain(slug)
        let question =
            mayExplain ? nil : PreparedAnswers.Question(route, slug, subject, query: request.uri.query)
        let now = now()
        let body = try prepared.body(question, app, at: now) {
            let facts = try InstallationFacts.read(query: request.uri.query).facts
            return try make(try ReleasesView(app, mayExplain: mayExplain, apple, at: now), facts, app.app)
        }
        return .json(body, caching: mayExplain ? .never : .briefly, headers: [.vary: "Authorization"])
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
