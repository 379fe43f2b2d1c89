import ControlPlane
import HTTPTypes
import Hummingbird
import NIOCore

/// A row of the ``RouteTable``: a path with a method, and all that the server has to know of it.
///
/// The router, the 405 of a wrong method, the limits of bodies, the labels of metrics, ``Front`` and the test of `openapi.yaml` read it.
final class Route: Sendable {
    /// The callers that a route answers.
    enum Access: Sendable {
        /// Anybody. A token is not looked at.
        case anyone
        /// Anybody, and the answer depends on the token.
        case tokenOptional
        /// Admin and pipeline tokens with a right, for every app or for the one in the path.
        case token(Rights)
    }

    /// The place where an answer is made.
    enum Work: Sendable {
        /// In memory, at once.
        case memory
        /// Under the limit of evaluations, unless the answer is cached.
        case evaluation
        /// In the database.
        case database
        /// In one of the few turns for what takes long; see ``AdminWork``.
        case long
    }

    /// Answers a request in ``Front``; `nil` for one that only the router answers, such as a mistake. It runs on the event loop.
    typealias Prepared = @Sendable (RouteHandlers, FrontRequest) -> PreparedAnswer?
    /// Computes the answer to a question in ``Front``, on a thread for evaluations.
    typealias Computed = @Sendable (RouteHandlers, FrontRequest, AskedTarget) -> PreparedAnswer?

    /// Returns the handler of a route; `nil` if the server has no such route.
    typealias Handler = @Sendable (RouteHandlers) -> (@Sendable (Request, AppRequestContext) async throws -> Response)?
    /// Returns the handler of a route that needs a token.
    typealias AdminHandler = @Sendable (RouteHandlers) -> (@Sendable (Request, AdminContext) async throws -> Response)?

    let method: HTTPRequest.Method
    /// The path with names in braces, such as `/v1/apps/{app}/manifest`.
    let path: String
    /// The part of the API, which says on which listener the route is.
    let part: APIOptions.Parts
    let access: Access
    /// The largest body in bytes; see ``BodyLimit``.
    let body: Int
    /// The caching of successful answers, unless a token makes them differ.
    let caching: CacheControl
    let work: Work
    let prepared: Prepared?
    let computed: Computed?
    let hasApp: Bool
    private let handler: Handler

    /// Creates a row of a route for everybody.
    init(
        _ method: HTTPRequest.Method, at path: String, part: APIOptions.Parts = .public, access: Access = .anyone,
        body: Int = BodyLimit.none, caching: CacheControl = .never, work: Work = .memory, prepared: Prepared? = nil,
        computed: Computed? = nil, handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.part = part
        self.access = access
        self.body = body
        self.caching = caching
        self.work = work
        self.prepared = prepared
        self.computed = computed
        self.handler = handler
        hasApp = path.contains("{app}")
    }
}

extension Route {
    /// Creates a row of a route that needs a token with a right. The number of its large responses in memory is limited.
    static func admin(
        _ method: HTTPRequest.Method, at path: String, right: Rights, part: APIOptions.Parts = .admin,
        body: Int = BodyLimit.none, work: Work = .database, handler: @escaping AdminHandler
    ) -> Route {
        Route(
            method, at: part == .admin ? "/v1/admin" + path : path, part: part, access: .token(right), body: body,
            work: work
        ) { handlers in
            guard let respond = handler(handlers) else { return nil }
            return { request, context in
                let admin = try AdminContext(context: context)
                let response = try await respond(request, admin)
                guard part == .admin, request.method != .head else { return response }
                return try handlers.largeResponses.limited(
                    response, chain: admin.caller.chain, on: context.channel.eventLoop)
            }
        }
    }

    /// Whether the server has what the route shows.
    func isServed(by handlers: RouteHandlers) -> Bool { handler(handlers) != nil }

    func add(to router: Router<AppRequestContext>, with handlers: RouteHandlers) {
        guard let respond = handler(handlers) else { return }
        router.on(RouterPath(path), method: method) { [self] request, context in
            try await respond(request, await entered(context, by: request, using: handlers.authentication))
        }
    }

    /// Returns the context of a request to this route, with the result of the token check where the route has one.
    private func entered(
        _ context: AppRequestContext, by request: Request, using authentication: Authentication
    ) async -> AppRequestContext {
        var context = context
        context.route = self
        if case .anyone = access { return context }
        context.authentication = await authentication.result(for: request)
        return context
    }
}
