package import ControlPlane
package import Hummingbird

/// Every path of the API, and what stands around it.
/// - Parameters:
///   - plane: The services.
///   - options: What else the routes need.
/// - Returns: A router; HEAD is answered wherever GET is.
package func makeRouter(_ plane: ControlPlane, _ options: APIOptions) -> Router<AppRequestContext> {
    let bare = Router(context: AppRequestContext.self)
    addRoutes(to: bare, plane, options)
    let table = RouteTable(bare.routes.map { ($0.path.description, $0.method.rawValue) })

    let router = Router(context: AppRequestContext.self, options: .autoGenerateHeadEndpoints)
    for middleware in options.outermost { router.add(middleware: middleware) }
    router.add(middleware: ProblemMiddleware(table))
    for middleware in options.inner { router.add(middleware: middleware) }
    addRoutes(to: router, plane, options)
    return router
}

private func addRoutes(to router: Router<AppRequestContext>, _ plane: ControlPlane, _ options: APIOptions) {
    if options.parts.contains(.health) {
        let health = HealthRoutes(plane.served)
        router.get("/health/live", use: health.live)
        router.get("/health/ready", use: health.ready)
    }
    if options.parts.contains(.metrics), let metrics = options.metrics {
        router.get("/metrics", use: MetricsRoute(text: metrics).show)
    }
    if options.parts.contains(.public) { addPublicRoutes(to: router, plane, options) }
    if options.parts.contains(.admin) { addAdminRoutes(to: router, plane, options) }
    if !options.parts.isDisjoint(with: [.public, .admin]) {
        router.get("/openapi.yaml", use: OpenAPIRoute().show)
    }
}

private func addPublicRoutes(to router: Router<AppRequestContext>, _ plane: ControlPlane, _ options: APIOptions) {
    let answers = ReleaseAnswers(plane.served, options.apple, now: options.now)
    let routes = PublicRoutes(plane, answers, cap: options.cap, now: options.now)
    let app = router.group("/v1/apps/{app}")
    app.get("manifest", use: routes.manifest)
    app.get("keys", use: routes.keys)

    let evaluated = router.group("/v1/apps/{app}")
    for middleware in options.authentication { evaluated.add(middleware: middleware) }
    evaluated.add(middleware: TokenMiddleware(plane.tokens))
    evaluated.get("decision", use: routes.decision)
    evaluated.post("decision", use: routes.decision)
    evaluated.get("features", use: routes.features)
    evaluated.post("features", use: routes.features)
    evaluated.get("releases", use: routes.releases)
    evaluated.get("releases/latest", use: routes.latestRelease)

    let testFlight = TestFlightRoutes(plane.served, answers)
    let told = router.group()
    for middleware in options.authentication { told.add(middleware: middleware) }
    told.add(middleware: TokenMiddleware(plane.tokens))
    told.get("/v1/apps/{app}/testflight/latest/{audience}", use: testFlight.latest)
    told.get("/v1/apps/{app}/testflight/builds/{build}/audience", use: testFlight.audience)
    told.get("/testflight/latest/{audience}", use: testFlight.latestOfOnlyApp)
    told.get("/testflight/version/{version}/audience", use: testFlight.audienceOfVersion)

    let hooks = HookRoutes(plane.served, options.apple)
    router.post("/hooks/app-store-connect/{app}", use: hooks.appStoreConnect)
}

private func addAdminRoutes(to router: Router<AppRequestContext>, _ plane: ControlPlane, _ options: APIOptions) {
    let admin = router.group("/v1/admin")
    for middleware in options.authentication { admin.add(middleware: middleware) }
    admin.add(middleware: TokenMiddleware(plane.tokens))
    let reading = admin.group(context: Authorized<Reading>.self)
    let publishing = admin.group("apps/{app}", context: Authorized<Publishing>.self)
    let managingApps = admin.group("apps", context: Authorized<ManagingApps>.self)
    let managingTokens = admin.group("tokens", context: Authorized<ManagingTokens>.self)

    let apps = AppRoutes(plane, publicURL: options.publicURL)
    reading.get("apps", use: apps.list)
    managingApps.post("", use: apps.create)
    reading.get("apps/{app}", use: apps.show)
    managingApps.patch("{app}", use: apps.update)
    managingApps.delete("{app}", use: apps.delete)

    let publisher = PublishingRoutes(plane)
    reading.get("apps/{app}/policy", use: publisher.current)
    reading.post("apps/{app}/preflight", use: publisher.preflight)
    publishing.put("policy", use: publisher.publish)
    publishing.put("manifest", use: publisher.publishSigned)
    publishing.post("rollback", use: publisher.rollback)
    publishing.post("head/bump", use: publisher.bump)

    let catalogs = CatalogRoutes(plane, options.apple, now: options.now)
    let cataloguing = admin.group("apps/{app}/catalog", context: Authorized<Cataloguing>.self)
    reading.get("apps/{app}/catalog", use: catalogs.stored)
    reading.get("apps/{app}/catalog/sources", use: catalogs.sources)
    cataloguing.put("", use: catalogs.replace)
    cataloguing.post("sync", use: catalogs.sync)
    cataloguing.post("withdraw", use: catalogs.withdraw)
    cataloguing.post("reset", use: catalogs.reset)

    let history = HistoryRoutes(plane, now: options.now)
    reading.get("apps/{app}/history", use: history.revisions)
    reading.get("apps/{app}/manifests/{revision}", use: history.manifest)
    reading.get("apps/{app}/policies", use: history.policies)
    reading.get("apps/{app}/policies/{version}", use: history.policy)
    reading.get("apps/{app}/diff", use: history.diff)
    reading.get("audit", use: history.audit)

    let tokens = TokenRoutes(plane)
    admin.group(context: Authorized<AnyRight>.self).get("whoami", use: tokens.whoAmI)
    managingTokens.get("", use: tokens.list)
    managingTokens.post("", use: tokens.create)
    managingTokens.delete("{id}", use: tokens.revoke)
}
