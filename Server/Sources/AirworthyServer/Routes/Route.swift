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
        /// As `tokenOptional`; the token may be in `X-API-Key`, too.
        case keyOptional
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
        var acceptsKey = false
        if case .keyOptional = access { acceptsKey = true }
        context.authentication = await authentication.result(for: request, acceptsKey: acceptsKey)
        return context
    }
}

/// Finds what a request path matches: tells a wrong method (405) from an unknown path (404), and finds the rows for ``Front``.
struct RouteMatcher: Sendable {
    struct Entry: Sendable {
        /// The path with names in braces, e.g. `/v1/apps/{app}/manifest`.
        let template: String
        fileprivate var routes: [(method: String, route: Route)] = []
        fileprivate var methods: Set<String> = []

        /// Returns the row of a method; `nil` without one, and for pages.
        func route(_ method: String) -> Route? { routes.first { $0.method == method }?.route }

        /// The methods as listed in `Allow`, e.g. `GET, HEAD`. A path with GET also has HEAD.
        var allowedMethods: String {
            (methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted().joined(separator: ", ")
        }
    }

    /// A place in the tree of paths.
    private struct Node: Sendable {
        var literals: [(segment: [UInt8], node: Int)] = []
        /// The node behind a name in braces, which any segment matches.
        var named: Int?
        /// Whether the segment names the app.
        var isApp = false
        var entry: Int?
    }

    private var nodes = [Node()]
    private var entries: [Entry] = []

    init() {}

    /// Adds a path, with names in braces, with a method. The route is `nil` for a page.
    mutating func add(_ path: String, method: String, route: Route? = nil) {
        var node = 0
        for segment in path.utf8.split(separator: UInt8(ascii: "/")) { node = child(of: node, for: segment) }
        let index = nodes[node].entry ?? entries.count
        if index == entries.count {
            entries.append(Entry(template: path))
            nodes[node].entry = index
        }
        entries[index].methods.insert(method)
        if let route { entries[index].routes.append((method, route)) }
    }

    private mutating func child(of node: Int, for segment: Substring.UTF8View) -> Int {
        let isNamed = segment.first == UInt8(ascii: "{")
        let known = isNamed ? nodes[node].named : nodes[node].literals.first { $0.segment.elementsEqual(segment) }?.node
        if let known { return known }
        nodes.append(Node(isApp: segment.elementsEqual("{app}".utf8)))
        if isNamed {
            nodes[node].named = nodes.count - 1
        } else {
            nodes[node].literals.append((Array(segment), nodes.count - 1))
        }
        return nodes.count - 1
    }

    /// Returns the entry that a path matches, and the segment that names the app; a literal goes before a name in braces.
    func match(_ path: Substring) -> (entry: Entry, app: Substring?)? {
        guard let (entry, app) = match(path.utf8[...], below: 0) else { return nil }
        return (entries[entry], app.map(Substring.init))
    }

    func match(_ path: String) -> Entry? { match(path[...])?.entry }

    private func match(_ path: Substring.UTF8View, below node: Int) -> (entry: Int, app: Substring.UTF8View?)? {
        let rest = path.drop { $0 == UInt8(ascii: "/") }
        if rest.isEmpty { return nodes[node].entry.map { ($0, nil) } }
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        let (segment, later) = (rest[..<end], rest[end...])
        for index in nodes[node].literals.indices where nodes[node].literals[index].segment.elementsEqual(segment) {
            if let found = match(later, below: nodes[node].literals[index].node) { return found }
        }
        guard let named = nodes[node].named, let found = match(later, below: named) else { return nil }
        return nodes[named].isApp ? (found.entry, segment) : found
    }
}
