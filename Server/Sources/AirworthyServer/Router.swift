import ControlPlane
import Dashboard
import Hummingbird

/// Creates the router with every path of the API and the middleware around it.
/// - Parameters:
///   - plane: The services.
///   - options: The settings of the routes.
/// - Returns: The router; it answers HEAD wherever it answers GET.
func makeRouter(for plane: ControlPlane, options: APIOptions) -> Router<AppRequestContext> {
    let routes = Routes(plane: plane, options: options)
    let hasPages = options.dashboard != nil && options.parts.contains(.admin)
    let bare = Router(context: AppRequestContext.self)
    routes.add(to: bare)
    routes.addPublicPages(to: bare)
    if hasPages { routes.addPages(to: bare) }
    let table = RouteTable(bare.routes.map { ($0.path.description, $0.method.rawValue) })

    let router = Router(context: AppRequestContext.self, options: .autoGenerateHeadEndpoints)
    if let dashboard = options.dashboard, hasPages || options.parts.contains(.public) {
        router.add(middleware: PageProblemMiddleware(dashboard: dashboard))
    }
    for middleware in options.middleware { router.add(middleware: middleware) }
    router.add(middleware: ProblemMiddleware(table: table))
    if let misses = options.misses {
        router.add(middleware: MissingAppMiddleware(served: plane.served, misses: misses))
    }
    routes.add(to: router)
    routes.addPublicPages(to: router)
    if hasPages { routes.addPages(to: router) }
    return router
}

/// The paths of the API. Each group of routes gets the services it uses, and no others.
private struct Routes {
    let plane: ControlPlane
    let options: APIOptions
    private let answers: PublicAnswers
    private let releases: ReleaseResponses

    init(plane: ControlPlane, options: APIOptions) {
        self.plane = plane
        self.options = options
        answers = PublicAnswers(caches: options.answers, evaluations: options.evaluations, now: options.now)
        releases = ReleaseResponses(served: plane.served, sync: options.catalogSync, answers: answers)
    }

    func add(to router: Router<AppRequestContext>) {
        if options.parts.contains(.health) {
            let health = HealthRoutes(readiness: options.readiness ?? Readiness(served: plane.served))
            router.get("/health/live", use: health.live)
            router.get("/health/ready", use: health.ready)
        }
        if let metrics = options.metrics {
            let route = MetricsRoute(text: metrics)
            if options.parts.contains(.metrics) {
                router.get("/metrics", use: route.show)
            } else if options.parts.contains(.protectedMetrics) {
                router.group().add(middleware: authentication).group(context: Authorized<CanRead>.self)
                    .get("/metrics", use: route.showAuthorized)
            }
        }
        if options.parts.contains(.public) {
            addDevices(to: router)
            addTestFlight(to: router)
            let hooks = HookRoutes(served: plane.served, sync: options.catalogSync)
            router.post("/hooks/app-store-connect/{app}", use: hooks.appStoreConnect)
        }
        if options.parts.contains(.admin) {
            let admin = router.group("/v1/admin").add(middleware: authentication).add(
                middleware: LargeResponseMiddleware())
            addApps(to: admin)
            addPublishing(to: admin)
            addDrafts(to: admin)
            addCatalogs(to: admin)
            addHistory(to: admin)
            addAdoption(to: admin)
            addExplanations(to: admin)
            addTokens(to: admin)
            addClock(to: admin)
        }
        if !options.parts.isDisjoint(with: [.public, .admin]) {
            router.get("/openapi.yaml", use: OpenAPIRoute().show)
        }
    }

    /// Adds the page that an app has for everybody, and the files that all pages load.
    func addPublicPages(to router: Router<AppRequestContext>) {
        guard let dashboard = options.dashboard, !options.parts.isDisjoint(with: [.public, .admin]) else { return }
        for asset in Assets.all {
            router.get(RouterPath(asset.path)) { _, _ in Response(asset) }
        }
        guard options.parts.contains(.public) else { return }
        let downloads = DownloadRoutes(
            dashboard: dashboard, served: plane.served, sync: options.catalogSync, answers: answers)
        router.get("/get/{app}", use: downloads.show)
    }

    /// Adds the dashboard. A page that a program asks for JSON answers with what the admin route below `/v1/admin` says.
    func addPages(to router: Router<AppRequestContext>) {
        guard let dashboard = options.dashboard else { return }
        let admin = Router(context: AppRequestContext.self)
        add(to: admin)
        let responder = admin.buildResponder()
        PageRoutes(
            dashboard: dashboard, plane: plane, work: options.adminWork,
            events: options.events ?? EventStreams(served: plane.served),
            misses: options.misses
        ) {
            try await responder.respond(to: $0, context: $1)
        }.add(to: router)
    }

    private var authentication: AuthenticationMiddleware {
        AuthenticationMiddleware(tokens: plane.tokens, misses: options.misses)
    }

    // MARK: Public routes

    private func addDevices(to router: Router<AppRequestContext>) {
        let routes = PublicRoutes(
            served: plane.served, releases: releases, answers: answers, manifests: options.manifests, keys: options.keys
        )
        let app = router.group("/v1/apps/{app}")
        app.get("manifest", use: routes.manifest)
        app.get("keys", use: routes.keys)
        let oldClients = OldClientRoutes(served: plane.served, answers: answers)
        app.get("config.json", use: oldClients.configJSON)
        app.get("prince-of-versions.json", use: oldClients.princeOfVersions)

        let evaluated = router.group("/v1/apps/{app}").add(middleware: authentication)
        evaluated.get("decision", use: routes.decision)
        evaluated.post("decision", use: routes.decision)
        evaluated.get("features", use: routes.features)
        evaluated.post("features", use: routes.features)
        evaluated.get("releases", use: routes.releases)
        evaluated.get("releases/latest", use: routes.latestRelease)

        let checkIns = CheckInRoutes(plane: plane, options: options)
        app.post("check-ins", use: checkIns.add)
        evaluated.post("check-ins:batch", use: checkIns.addBatch)
    }

    private func addTestFlight(to router: Router<AppRequestContext>) {
        let routes = TestFlightRoutes(served: plane.served, releases: releases)
        let group = router.group().add(middleware: authentication)
        group.get("/v1/apps/{app}/testflight/latest/{audience}", use: routes.latest)
        group.get("/v1/apps/{app}/testflight/builds/{build}/audience", use: routes.audience)
        group.get("/v1/apps/{app}/testflight/version/{version}/audience", use: routes.audienceOfVersionInApp)
        group.get("/testflight/latest/{audience}", use: routes.latestOfOnlyApp)
        group.get("/testflight/version/{version}/audience", use: routes.audienceOfVersion)
    }

    // MARK: Admin routes

    private func addApps(to admin: RouterGroup<AppRequestContext>) {
        let routes = AppRoutes(
            apps: plane.apps, served: plane.served, ownKeys: { [plane] in plane.signer.publicKeys },
            publicURL: options.publicURL)
        let reading = admin.group(context: Authorized<CanRead>.self)
        let managing = admin.group("apps", context: Authorized<CanManageApps>.self)
        reading.get("apps", use: routes.list)
        managing.post("", use: routes.create)
        reading.get("apps/{app}", use: routes.show)
        managing.patch("{app}", use: routes.update)
        managing.delete("{app}", use: routes.delete)
    }

    private func addPublishing(to admin: RouterGroup<AppRequestContext>) {
        let routes = PublishingRoutes(publishing: plane.publishing, work: options.adminWork)
        let reading = admin.group("apps/{app}", context: Authorized<CanRead>.self)
        let publishing = admin.group("apps/{app}", context: Authorized<CanPublish>.self)
        let managing = admin.group("apps/{app}", context: Authorized<CanManageApps>.self)
        reading.get("policy", use: routes.current)
        reading.post("preflight", use: routes.preflight)
        reading.post("manifest/preflight", use: routes.preflightSigned)
        publishing.put("policy", use: routes.publish)
        publishing.put("manifest", use: routes.publishSigned)
        publishing.post("rollback", use: routes.rollback)
        managing.post("head/bump", use: routes.bump)
    }

    private func addDrafts(to admin: RouterGroup<AppRequestContext>) {
        let routes = DraftRoutes(drafts: plane.drafts, publishing: plane.publishing, work: options.adminWork)
        let reading = admin.group("apps/{app}/drafts", context: Authorized<CanRead>.self)
        let publishing = admin.group("apps/{app}/drafts", context: Authorized<CanPublish>.self)
        reading.get("", use: routes.list)
        publishing.post("", use: routes.create)
        reading.get("{draft}", use: routes.show)
        publishing.put("{draft}", use: routes.save)
        publishing.delete("{draft}", use: routes.delete)
        publishing.post("{draft}/publish", use: routes.publish)
    }

    private func addCatalogs(to admin: RouterGroup<AppRequestContext>) {
        let routes = CatalogRoutes(
            catalogs: plane.catalogs, served: plane.served, sync: options.catalogSync, work: options.adminWork,
            now: options.now)
        let reading = admin.group("apps/{app}/catalog", context: Authorized<CanRead>.self)
        let cataloguing = admin.group("apps/{app}/catalog", context: Authorized<CanManageCatalogs>.self)
        reading.get("", use: routes.stored)
        reading.get("sources", use: routes.sources)
        reading.post("preflight", use: routes.preflight)
        reading.post("withdraw/preflight", use: routes.preflightWithdrawal)
        cataloguing.put("", use: routes.replace)
        cataloguing.post("sync", use: routes.sync)
        cataloguing.post("publish", use: routes.publish)
        cataloguing.post("withdraw", use: routes.withdraw)
        cataloguing.post("reset", use: routes.reset)
    }

    private func addHistory(to admin: RouterGroup<AppRequestContext>) {
        let routes = HistoryRoutes(
            history: plane.history, served: plane.served, work: options.adminWork, now: options.now)
        let reading = admin.group(context: Authorized<CanRead>.self)
        reading.get("apps/{app}/history", use: routes.revisions)
        reading.get("apps/{app}/manifests/{revision}", use: routes.manifest)
        reading.get("apps/{app}/policies", use: routes.policies)
        reading.get("apps/{app}/policies/{version}", use: routes.policy)
        reading.get("apps/{app}/diff", use: routes.diff)
        reading.get("audit", use: routes.audit)
    }

    private func addAdoption(to admin: RouterGroup<AppRequestContext>) {
        let routes = AdoptionRoutes(adoption: plane.adoption, served: plane.served, work: options.adminWork)
        let reading = admin.group("apps/{app}/adoption", context: Authorized<CanRead>.self)
        let importing = admin.group("apps/{app}/adoption/import", context: Authorized<CanManageCatalogs>.self)
        reading.get("", use: routes.census)
        reading.get("activity", use: routes.activity)
        importing.put("", use: routes.replaceImport)
        importing.delete("", use: routes.removeImport)
    }

    private func addExplanations(to admin: RouterGroup<AppRequestContext>) {
        let route = ExplainRoute(served: plane.served, work: options.adminWork, now: options.now)
        admin.group("apps/{app}", context: Authorized<CanExplain>.self).get("explain", use: route.show)
    }

    private func addTokens(to admin: RouterGroup<AppRequestContext>) {
        let routes = TokenRoutes(tokens: plane.tokens, store: plane.store)
        let managing = admin.group("tokens", context: Authorized<CanManageTokens>.self)
        admin.group(context: Authorized<AnyAdminOrCI>.self).get("whoami", use: routes.whoAmI)
        managing.get("", use: routes.list)
        managing.post("", use: routes.create)
        managing.delete("{id}", use: routes.revoke)
    }

    private func addClock(to admin: RouterGroup<AppRequestContext>) {
        let routes = ClockRoutes(housekeeping: plane.housekeeping)
        admin.group("clock", context: Authorized<CanManageApps>.self).post("", use: routes.confirm)
    }
}
