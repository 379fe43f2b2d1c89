import ControlPlane
import Dashboard
import Hummingbird

/// The routes of a listener: the router, and the matcher of the same rows for ``Front``.
struct ListenerRoutes {
    let router: Router<AppRequestContext>
    let handlers: RouteHandlers
    let matcher: RouteMatcher

    /// Creates the routes with the middleware around them. The router answers HEAD wherever it answers GET.
    init(plane: ControlPlane, options: APIOptions) {
        let handlers = RouteHandlers(plane: plane, options: options)
        let rows = Self.rows(of: options.parts, with: handlers)
        let pages = Self.pages(plane: plane, options: options, handlers: handlers)?.routes
        var matcher = RouteMatcher()
        for row in rows { matcher.add(row.path, method: row.method.rawValue, route: row) }
        for page in pages ?? [] { matcher.add(page.path, method: page.method.rawValue) }

        router = Router(context: AppRequestContext.self, options: .autoGenerateHeadEndpoints)
        if let dashboard = options.dashboard, pages != nil || options.parts.contains(.public) {
            router.add(middleware: PageProblemMiddleware(dashboard: dashboard))
        }
        for middleware in options.middleware { router.add(middleware: middleware) }
        router.add(middleware: ProblemMiddleware(matcher: matcher, failures: options.failures))
        if let misses = options.misses {
            router.add(middleware: MissingAppMiddleware(served: plane.served, misses: misses))
        }
        for row in rows { row.add(to: router, with: handlers) }
        for page in pages ?? [] { router.on(RouterPath(page.path), method: page.method, use: page.answer) }
        self.handlers = handlers
        self.matcher = matcher
    }

    private static func rows(of parts: APIOptions.Parts, with handlers: RouteHandlers) -> [Route] {
        var known: Set<String> = []
        return RouteTable.rows.filter { row in
            !row.part.isDisjoint(with: parts) && row.isServed(by: handlers)
                && known.insert("\(row.method) \(row.path)").inserted
        }
    }

    /// Returns the dashboard. A page that a program asks for JSON answers with what the admin route below `/v1/admin` says.
    private static func pages(plane: ControlPlane, options: APIOptions, handlers: RouteHandlers) -> PageRoutes? {
        guard let dashboard = options.dashboard, options.parts.contains(.admin) else { return nil }
        let admin = Router(context: AppRequestContext.self)
        for row in rows(of: options.parts, with: handlers) { row.add(to: admin, with: handlers) }
        let responder = admin.buildResponder()
        return PageRoutes(
            dashboard: dashboard, plane: plane, work: options.adminWork,
            events: options.events ?? EventStreams(served: plane.served), misses: options.misses,
            failures: options.failures
        ) {
            try await responder.respond(to: $0, context: $1)
        }
    }
}
