import AirworthyAuthoring
import ControlPlane
import Dashboard
import HTTPTypes
import Hummingbird

/// All routes of the API, one row each. Those of the dashboard's pages are in its own table, `Dashboard.routes`.
///
/// To add a route, write its handler and a row here, and describe it in `openapi.yaml`.
enum RouteTable {
    /// The rows, in the order in which they are added to a router; of two with the same path and method the first one counts.
    static let rows =
        health + metrics + devices + openFeature + testFlight + apps + publishing + drafts + catalogs + history
        + adoption + tokens
        + files

    private static let health: [Route] = [
        Route(.get, at: "/health/live", part: .health, prepared: { _, _ in HealthRoutes.live }) { $0.health.live },
        Route(.get, at: "/health/ready", part: .health, prepared: { handlers, _ in try? handlers.health.answer() }) {
            $0.health.ready
        },
    ]

    private static let metrics: [Route] = [
        Route(.get, at: "/metrics", part: .metrics) { $0.metrics?.show },
        .admin(.get, at: "/metrics", right: .read, part: .protectedMetrics, work: .memory) {
            $0.metrics?.showAuthorized
        },
    ]

    // MARK: Routes for everybody

    private static let devices: [Route] = [
        Route(.get, at: app("manifest"), caching: .manifest, prepared: { try? $0.devices.manifest(for: $1) }) {
            $0.devices.manifest
        },
        Route(.get, at: app("keys"), caching: .briefly, prepared: { try? $0.devices.keys(for: $1) }) {
            $0.devices.keys
        },
        question(.get, at: app("decision"), about: .decision),
        question(.post, at: app("decision"), about: .decision),
        question(.get, at: app("features"), about: .features),
        question(.post, at: app("features"), about: .features),
        Route(.get, at: app("releases"), access: .tokenOptional, caching: .briefly, work: .evaluation) {
            $0.devices.releases
        },
        Route(.get, at: app("releases/latest"), access: .tokenOptional, caching: .briefly, work: .evaluation) {
            $0.devices.latestRelease
        },
        file(app("config.json"), in: .configJSON),
        file(app("prince-of-versions.json"), in: .princeOfVersions),
        Route(.post, at: app("check-ins"), body: BodyLimit.checkIn, prepared: { $0.checkIns.answer(to: $1) }) {
            $0.checkIns.add
        },
        Route(.post, at: app("check-ins:batch"), access: .tokenOptional, body: BodyLimit.document, work: .long) {
            $0.checkIns.addBatch
        },
        Route(.post, at: "/hooks/app-store-connect/{app}", body: BodyLimit.webhook) { $0.hooks.appStoreConnect },
    ]

    private static let openFeature: [Route] = [
        Route(
            .post, at: "/ofrep/v1/evaluate/flags", access: .keyOptional, body: BodyLimit.device, work: .evaluation
        ) { $0.openFeature.all },
        Route(
            .post, at: "/ofrep/v1/evaluate/flags/{key}", access: .keyOptional, body: BodyLimit.device, work: .evaluation
        ) { $0.openFeature.one },
    ]

    private static let testFlight: [Route] = [
        testFlight(app("testflight/latest/{audience}")) { $0.testFlight.latest },
        testFlight(app("testflight/builds/{build}/audience")) { $0.testFlight.audience },
        testFlight(app("testflight/version/{version}/audience")) { $0.testFlight.audienceOfVersion },
        testFlight("/testflight/latest/{audience}") { $0.testFlight.latest },
        testFlight("/testflight/version/{version}/audience") { $0.testFlight.audienceOfVersion },
    ]

    private static func question(
        _ method: HTTPRequest.Method, at path: String, about part: DecisionRequest.Part
    ) -> Route {
        Route(
            method, at: path, access: .tokenOptional, body: method == .post ? BodyLimit.device : BodyLimit.none,
            work: .evaluation, computed: { $0.devices.answer(part, to: $1, asked: $2) }
        ) { handlers in
            { try await handlers.devices.answer(part, to: $0, context: $1) }
        }
    }

    private static func file(_ path: String, in format: LegacyFormat) -> Route {
        Route(.get, at: path, caching: .manifest, work: .evaluation) { handlers in
            { try await handlers.oldClients.file(format, request: $0, context: $1) }
        }
    }

    private static func testFlight(_ path: String, handler: @escaping Route.Handler) -> Route {
        Route(.get, at: path, access: .tokenOptional, caching: .briefly, work: .evaluation, handler: handler)
    }

    private static let files: [Route] =
        [
            Route(.get, at: "/get/{app}", caching: .briefly, work: .evaluation) { $0.downloads?.show },
            Route(.get, at: "/openapi.yaml", part: [.public, .admin], caching: .briefly) { _ in OpenAPIRoute().show },
        ]
        + Assets.all.map { asset in
            Route(.get, at: asset.path, part: [.public, .admin], caching: .forever) { handlers in
                guard handlers.downloads != nil else { return nil }
                return { _, _ in Response(asset) }
            }
        }

    // MARK: Admin routes

    private static let apps: [Route] = [
        .admin(.get, at: "/apps", right: .read) { $0.apps.list },
        .admin(.post, at: "/apps", right: .apps, body: BodyLimit.form) { $0.apps.create },
        .admin(.get, at: "/apps/{app}", right: .read) { $0.apps.show },
        .admin(.patch, at: "/apps/{app}", right: .apps, body: BodyLimit.form) { $0.apps.update },
        .admin(.delete, at: "/apps/{app}", right: .apps) { $0.apps.delete },
    ]

    private static let publishing: [Route] = [
        .admin(.get, at: "/apps/{app}/policy", right: .read) { $0.publishing.current },
        long(.post, at: "/apps/{app}/preflight", right: .read) { $0.publishing.preflight },
        long(.post, at: "/apps/{app}/manifest/preflight", right: .read) { $0.publishing.preflightSigned },
        long(.put, at: "/apps/{app}/policy", right: .publish) { $0.publishing.publish },
        long(.put, at: "/apps/{app}/manifest", right: .publish) { $0.publishing.publishSigned },
        long(.post, at: "/apps/{app}/rollback", right: .publish, body: BodyLimit.form) { $0.publishing.rollback },
        long(.post, at: "/apps/{app}/head/bump", right: .apps, body: BodyLimit.form) { $0.publishing.bump },
    ]

    private static let drafts: [Route] = [
        .admin(.get, at: "/apps/{app}/drafts", right: .read) { $0.drafts.list },
        long(.post, at: "/apps/{app}/drafts", right: .publish) { $0.drafts.create },
        .admin(.get, at: "/apps/{app}/drafts/{draft}", right: .read) { $0.drafts.show },
        long(.put, at: "/apps/{app}/drafts/{draft}", right: .publish) { $0.drafts.save },
        .admin(.delete, at: "/apps/{app}/drafts/{draft}", right: .publish) { $0.drafts.delete },
        long(.post, at: "/apps/{app}/drafts/{draft}/publish", right: .publish, body: BodyLimit.form) {
            $0.drafts.publish
        },
    ]

    private static let catalogs: [Route] = [
        .admin(.get, at: "/apps/{app}/catalog", right: .read) { $0.catalogs.stored },
        .admin(.get, at: "/apps/{app}/catalog/imported", right: .read) { $0.catalogs.imported },
        .admin(.get, at: "/apps/{app}/catalog/sources", right: .read) { $0.catalogs.sources },
        long(.post, at: "/apps/{app}/catalog/preflight", right: .read) { $0.catalogs.preflight },
        long(.post, at: "/apps/{app}/catalog/withdraw/preflight", right: .read, body: BodyLimit.form) {
            $0.catalogs.preflightWithdrawal
        },
        long(.put, at: "/apps/{app}/catalog", right: .catalog) { $0.catalogs.replace },
        .admin(.post, at: "/apps/{app}/catalog/sync", right: .catalog, work: .memory) { $0.catalogs.sync },
        .admin(.post, at: "/apps/{app}/catalog/publish", right: .catalog, work: .long) { $0.catalogs.publish },
        long(.post, at: "/apps/{app}/catalog/withdraw", right: .catalog, body: BodyLimit.form) { $0.catalogs.withdraw },
        .admin(.post, at: "/apps/{app}/catalog/reset", right: .catalog, work: .long) { $0.catalogs.reset },
    ]

    private static let history: [Route] = [
        .admin(.get, at: "/apps/{app}/history", right: .read) { $0.history.revisions },
        .admin(.get, at: "/apps/{app}/manifests/{revision}", right: .read) { $0.history.manifest },
        .admin(.get, at: "/apps/{app}/policies", right: .read) { $0.history.policies },
        .admin(.get, at: "/apps/{app}/policies/{version}", right: .read) { $0.history.policy },
        .admin(.get, at: "/apps/{app}/diff", right: .read, work: .long) { $0.history.diff },
        .admin(.get, at: "/audit", right: .read) { $0.history.audit },
        .admin(.get, at: "/apps/{app}/explain", right: .explain, work: .long) { $0.explain.show },
    ]

    private static let adoption: [Route] = [
        .admin(.get, at: "/apps/{app}/adoption", right: .read, work: .long) { $0.adoption.census },
        .admin(.get, at: "/apps/{app}/adoption/activity", right: .read, work: .long) { $0.adoption.activity },
        long(.put, at: "/apps/{app}/adoption/import", right: .catalog) { $0.adoption.replaceImport },
        .admin(.delete, at: "/apps/{app}/adoption/import", right: .catalog) { $0.adoption.removeImport },
    ]

    private static let tokens: [Route] = [
        .admin(.get, at: "/whoami", right: []) { $0.tokens.whoAmI },
        .admin(.get, at: "/tokens", right: .tokens) { $0.tokens.list },
        .admin(.post, at: "/tokens", right: .tokens, body: BodyLimit.form) { $0.tokens.create },
        .admin(.delete, at: "/tokens/{id}", right: .tokens) { $0.tokens.revoke },
        .admin(.post, at: "/sign-in-links", right: []) { $0.signIn.makeLink },
        .admin(.get, at: "/sessions", right: .tokens) { $0.signIn.list },
        .admin(.delete, at: "/sessions/{id}", right: .tokens) { $0.signIn.end },
        .admin(.post, at: "/clock", right: .apps, body: BodyLimit.form) { $0.clock.confirm },
    ]

    /// Creates a row of a route with a body that takes long to handle.
    private static func long(
        _ method: HTTPRequest.Method, at path: String, right: Rights, body: Int = BodyLimit.document,
        handler: @escaping Route.AdminHandler
    ) -> Route {
        .admin(method, at: path, right: right, body: body, work: .long, handler: handler)
    }

    private static func app(_ path: String) -> String { "/v1/apps/{app}/" + path }
}

/// The handlers of a router. Each group has the services that it uses, and no others. A class, because each computed answer keeps it.
final class RouteHandlers: Sendable {
    let authentication: Authentication
    let largeResponses = LargeResponses()
    let health: HealthRoutes
    /// `nil` for a server without metrics.
    let metrics: MetricsRoute?
    let devices: PublicRoutes
    let oldClients: OldClientRoutes
    let openFeature: OpenFeatureRoutes
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
    let signIn: SignInRoutes
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
        openFeature = OpenFeatureRoutes(served: served, answers: answers)
        oldClients = OldClientRoutes(served: served, answers: answers)
        checkIns = CheckInRoutes(plane: plane, options: options)
        hooks = HookRoutes(
            served: served, sync: sync, metrics: options.webhooks, log: options.dashboard?.webhooks, now: options.now)
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
        signIn = SignInRoutes(sessions: plane.sessions, hasPages: options.dashboard != nil)
        clock = ClockRoutes(housekeeping: plane.housekeeping)
        served.whenRemoved { [manifests = options.manifests, keys = options.keys, catalogs = releases.catalogs] app in
            manifests.forget(app)
            keys.forget(app)
            catalogs.forget(app)
        }
    }
}
