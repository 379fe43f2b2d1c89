import ControlPlane

/// The handlers of a router. Each group has the services that it uses, and no others. A class, because each computed answer keeps it.
final class RouteHandlers: Sendable {
    let authentication: Authentication
    let largeResponses = LargeResponses()
    let health: HealthRoutes
    /// `nil` for a server without metrics.
    let metrics: MetricsRoute?
    let devices: PublicRoutes
    let oldClients: OldClientRoutes
    let checkIns: CheckInRoutes
    let hooks: HookRoutes
    let testFlight: TestFlightRoutes
    /// `nil` for a server without pages.
    let downloads: DownloadRoutes?
    let apps: AppRoutes
    let publishing: PublishingRoutes
    let drafts: DraftRoutes
    let catalogs: CatalogRoutes
    let history: HistoryRoutes
    let explain: ExplainRoute
    let adoption: AdoptionRoutes
    let tokens: TokenRoutes
    let clock: ClockRoutes

    init(plane: ControlPlane, options: APIOptions) {
        let (served, sync, work) = (plane.served, options.catalogSync, options.adminWork)
        let answers = PublicAnswers(caches: options.answers, evaluations: options.evaluations, now: options.now)
        let releases = ReleaseResponses(served: served, sync: sync, answers: answers)
        authentication = Authentication(tokens: plane.tokens, misses: options.misses)
        health = HealthRoutes(readiness: options.readiness ?? Readiness(served: served))
        metrics = options.metrics.map(MetricsRoute.init)
        devices = PublicRoutes(
            served: served, releases: releases, answers: answers, manifests: options.manifests, keys: options.keys)
        oldClients = OldClientRoutes(served: served, answers: answers)
        checkIns = CheckInRoutes(plane: plane, options: options)
        hooks = HookRoutes(served: served, sync: sync, metrics: options.webhooks)
        testFlight = TestFlightRoutes(served: served, releases: releases)
        downloads = options.dashboard.map { dashboard in
            DownloadRoutes(dashboard: dashboard, served: served, sync: sync, answers: answers)
        }
        apps = AppRoutes(
            apps: plane.apps, served: served, ownKeys: { plane.signer.publicKeys }, publicURL: options.publicURL)
        publishing = PublishingRoutes(publishing: plane.publishing, work: work)
        drafts = DraftRoutes(drafts: plane.drafts, publishing: plane.publishing, work: work)
        catalogs = CatalogRoutes(catalogs: plane.catalogs, served: served, sync: sync, work: work, now: options.now)
        history = HistoryRoutes(history: plane.history, served: served, work: work, now: options.now)
        explain = ExplainRoute(served: served, work: work, now: options.now)
        adoption = AdoptionRoutes(adoption: plane.adoption, served: served, work: work)
        tokens = TokenRoutes(tokens: plane.tokens)
        clock = ClockRoutes(housekeeping: plane.housekeeping)
        served.whenRemoved { [manifests = options.manifests, keys = options.keys, catalogs = releases.catalogs] app in
            manifests.forget(app)
            keys.forget(app)
            catalogs.forget(app)
        }
    }
}
