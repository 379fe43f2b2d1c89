import AirworthyPolicy
import ControlPlane
import Foundation
import Hummingbird

/// The responses about releases: from a cache for anonymous callers, computed for tokens that see more.
struct ReleaseResponses: Sendable {
    let served: ServedApps
    let sync: CatalogSync
    let now: @Sendable () -> Date
    private let cache = ReleaseResponseCache()

    /// Returns the response to a request.
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context with the token.
    ///   - query: The route and app of the request.
    ///   - body: Returns the JSON from the part of the catalog that the caller may see.
    /// - Returns: The response.
    /// - Throws: ``HTTPProblem``, ``ControlPlaneError``; errors of `body`.
    func response(
        to request: Request, context: AppRequestContext, query: ReleaseQuery,
        body: (_ catalog: VisibleCatalog, _ parameters: InstallationParameters, _ app: App) throws -> JSONValue
    ) throws -> Response {
        let app = try served.app(query.app)
        let showsDetails = try Self.showsDetails(to: context.authentication, app: query.app)
        let key = showsDetails ? nil : ReleaseResponseCache.Key(query, text: request.uri.query)
        let now = now()
        let bytes = try cache.body(for: key, app: app, at: now) {
            let parameters = try InstallationParameters.parse(query: request.uri.query).parameters
            let catalog = try VisibleCatalog(of: app, showsDetails: showsDetails, sync: sync, at: now)
            return try body(catalog, parameters, app.app)
        }
        return .json(bytes, caching: showsDetails ? .never : .briefly, headers: [.vary: "Authorization"])
    }

    /// Returns whether the caller may see all details of TestFlight builds.
    /// - Throws: ``HTTPProblem`` 401 for an invalid token, so that its owner notices.
    private static func showsDetails(
        to authentication: AuthenticationResult, app: String
    ) throws(HTTPProblem) -> Bool {
        if case .anonymous = authentication { return false }
        let principal = try authentication.principal
        return principal.rights.contains(.explain) && principal.covers(app)
    }
}

/// The route of a request about releases, with the values of its path.
struct ReleaseQuery: Hashable, Sendable {
    /// The name of the route.
    let route: String
    /// The slug of the app.
    let app: String
    /// A further value in the path, such as a build number.
    var subject = ""

}
