import ControlPlane
import Dashboard
import Hummingbird

/// All routes of the API, one row each. Those of the dashboard's pages are in its own table, `Dashboard.routes`.
///
/// To add a route, write its handler and a row here, and describe it in `openapi.yaml`.
enum RouteTable {
    /// The rows, in the order in which they are added to a router; of two with the same path and method the first one counts.
    static let rows =
        health + metrics + devices + testFlight + apps + publishing + drafts + catalogs + history + adoption + tokens
        + files

    private static let health: [Route] = [
        .open(.get, "/health/live", part: .health, prepared: { _, _, _ in HealthRoutes.live }) { $0.health.live },
        .open(.get, "/health/ready", part: .health, prepared: { handlers, _, _ in try? handlers.health.answer() }) {
            $0.health.ready
        },
    ]

    private static let metrics: [Route] = [
        .open(.get, "/metrics", part: .metrics) { $0.metrics?.show },
        .admin(.get, "/metrics", .read, part: .protectedMetrics, work: .memory) { $0.metrics?.showAuthorized },
    ]

    // MARK: Routes for everybody

    private static let devices: [Route] = [
        .open(
            .get, app("manifest"), caching: .manifest,
            prepared: { handlers, request, _ in try? handlers.devices.manifest(for: request) }
        ) {
            $0.devices.manifest
        },
        .open(
            .get, app("keys"), caching: .briefly,
            prepared: { handlers, request, _ in try? handlers.devices.keys(for: request) }
        ) { $0.devices.keys },
        .open(
            .get, app("decision"), access: .tokenOptional, work: .evaluation,
            computed: { $0.devices.answer(.decision, to: $1, asked: $2) }
        ) { $0.devices.decision },
        .open(
            .post, app("decision"), access: .tokenOptional, body: BodyLimit.device, work: .evaluation,
            computed: { $0.devices.answer(.decision, to: $1, asked: $2) }
        ) { $0.devices.decision },
        .open(
            .get, app("features"), access: .tokenOptional, work: .evaluation,
            computed: { $0.devices.answer(.features, to: $1, asked: $2) }
        ) { $0.devices.features },
        .open(
            .post, app("features"), access: .tokenOptional, body: BodyLimit.device, work: .evaluation,
            computed: { $0.devices.answer(.features, to: $1, asked: $2) }
        ) { $0.devices.features },
        .open(.get, app("releases"), access: .tokenOptional, caching: .briefly, work: .evaluation) {
            $0.devices.releases
        },
        .open(.get, app("releases/latest"), access: .tokenOptional, caching: .briefly, work: .evaluation) {
            $0.devices.latestRelease
        },
        .open(.get, app("config.json"), caching: .manifest, work: .evaluation) { $0.oldClients.configJSON },
        .open(.get, app("prince-of-versions.json"), caching: .manifest, work: .evaluation) {
            $0.oldClients.princeOfVersions
        },
        .open(.post, app("check-ins"), body: BodyLimit.checkIn, prepared: { $0.checkIns.answer(to: $1, from: $2) }) {
            $0.checkIns.add
        },
        .open(.post, app("check-ins:batch"), access: .tokenOptional, body: BodyLimit.document, work: .long) {
            $0.checkIns.addBatch
        },
        .open(.post, "/hooks/app-store-connect/{app}", body: BodyLimit.webhook) { $0.hooks.appStoreConnect },
    ]

    private static let testFlight: [Route] = [
        testFlight(app("testflight/latest/{audience}")) { $0.testFlight.latest },
        testFlight(app("testflight/builds/{build}/audience")) { $0.testFlight.audience },
        testFlight(app("testflight/version/{version}/audience")) { $0.testFlight.audienceOfVersionInApp },
        testFlight("/testflight/latest/{audience}") { $0.testFlight.latestOfOnlyApp },
        testFlight("/testflight/version/{version}/audience") { $0.testFlight.audienceOfVersion },
    ]

    private static func testFlight(_ path: String, _ handler: @escaping Route.OpenHandler) -> Route {
        .open(.get, path, access: .tokenOptional, caching: .briefly, work: .evaluation, handler)
    }

    private static let files: [Route] =
        [
            .open(.get, "/get/{app}", caching: .briefly, work: .evaluation) { $0.downloads?.show },
            .open(.get, "/openapi.yaml", part: [.public, .admin], caching: .briefly) { _ in OpenAPIRoute().show },
        ]
        + Assets.all.map { asset in
            .open(.get, asset.path, part: [.public, .admin], caching: .forever) { handlers in
                guard handlers.downloads != nil else { return nil }
                return { _, _ in Response(asset) }
            }
        }

    // MARK: Admin routes

    private static let apps: [Route] = [
        .admin(.get, "/apps", .read) { $0.apps.list },
        .admin(.post, "/apps", .apps, body: BodyLimit.form) { $0.apps.create },
        .admin(.get, "/apps/{app}", .read) { $0.apps.show },
        .admin(.patch, "/apps/{app}", .apps, body: BodyLimit.form) { $0.apps.update },
        .admin(.delete, "/apps/{app}", .apps) { $0.apps.delete },
    ]

    private static let publishing: [Route] = [
        .admin(.get, "/apps/{app}/policy", .read) { $0.publishing.current },
        .admin(.post, "/apps/{app}/preflight", .read, body: BodyLimit.document, work: .long) {
            $0.publishing.preflight
        },
        .admin(.post, "/apps/{app}/manifest/preflight", .read, body: BodyLimit.document, work: .long) {
            $0.publishing.preflightSigned
        },
        .admin(.put, "/apps/{app}/policy", .publish, body: BodyLimit.document, work: .long) { $0.publishing.publish },
        .admin(.put, "/apps/{app}/manifest", .publish, body: BodyLimit.document, work: .long) {
            $0.publishing.publishSigned
        },
        .admin(.post, "/apps/{app}/rollback", .publish, body: BodyLimit.form, work: .long) { $0.publishing.rollback },
        .admin(.post, "/apps/{app}/head/bump", .apps, body: BodyLimit.form, work: .long) { $0.publishing.bump },
    ]

    private static let drafts: [Route] = [
        .admin(.get, "/apps/{app}/drafts", .read) { $0.drafts.list },
        .admin(.post, "/apps/{app}/drafts", .publish, body: BodyLimit.document, work: .long) { $0.drafts.create },
        .admin(.get, "/apps/{app}/drafts/{draft}", .read) { $0.drafts.show },
        .admin(.put, "/apps/{app}/drafts/{draft}", .publish, body: BodyLimit.document, work: .long) { $0.drafts.save },
        .admin(.delete, "/apps/{app}/drafts/{draft}", .publish) { $0.drafts.delete },
        .admin(.post, "/apps/{app}/drafts/{draft}/publish", .publish, body: BodyLimit.form, work: .long) {
            $0.drafts.publish
        },
    ]

    private static let catalogs: [Route] = [
        .admin(.get, "/apps/{app}/catalog", .read) { $0.catalogs.stored },
        .admin(.get, "/apps/{app}/catalog/sources", .read) { $0.catalogs.sources },
        .admin(.post, "/apps/{app}/catalog/preflight", .read, body: BodyLimit.document, work: .long) {
            $0.catalogs.preflight
        },
        .admin(.post, "/apps/{app}/catalog/withdraw/preflight", .read, body: BodyLimit.form, work: .long) {
            $0.catalogs.preflightWithdrawal
        },
        .admin(.put, "/apps/{app}/catalog", .catalog, body: BodyLimit.document, work: .long) { $0.catalogs.replace },
        .admin(.post, "/apps/{app}/catalog/sync", .catalog, work: .memory) { $0.catalogs.sync },
        .admin(.post, "/apps/{app}/catalog/publish", .catalog, work: .long) { $0.catalogs.publish },
        .admin(.post, "/apps/{app}/catalog/withdraw", .catalog, body: BodyLimit.form, work: .long) {
            $0.catalogs.withdraw
        },
        .admin(.post, "/apps/{app}/catalog/reset", .catalog, work: .long) { $0.catalogs.reset },
    ]

    private static let history: [Route] = [
        .admin(.get, "/apps/{app}/history", .read) { $0.history.revisions },
        .admin(.get, "/apps/{app}/manifests/{revision}", .read) { $0.history.manifest },
        .admin(.get, "/apps/{app}/policies", .read) { $0.history.policies },
        .admin(.get, "/apps/{app}/policies/{version}", .read) { $0.history.policy },
        .admin(.get, "/apps/{app}/diff", .read, work: .long) { $0.history.diff },
        .admin(.get, "/audit", .read) { $0.history.audit },
        .admin(.get, "/apps/{app}/explain", .explain, work: .long) { $0.explain.show },
    ]

    private static let adoption: [Route] = [
        .admin(.get, "/apps/{app}/adoption", .read, work: .long) { $0.adoption.census },
        .admin(.get, "/apps/{app}/adoption/activity", .read, work: .long) { $0.adoption.activity },
        .admin(.put, "/apps/{app}/adoption/import", .catalog, body: BodyLimit.document, work: .long) {
            $0.adoption.replaceImport
        },
        .admin(.delete, "/apps/{app}/adoption/import", .catalog) { $0.adoption.removeImport },
    ]

    private static let tokens: [Route] = [
        .admin(.get, "/whoami", []) { $0.tokens.whoAmI },
        .admin(.get, "/tokens", .tokens) { $0.tokens.list },
        .admin(.post, "/tokens", .tokens, body: BodyLimit.form) { $0.tokens.create },
        .admin(.delete, "/tokens/{id}", .tokens) { $0.tokens.revoke },
        .admin(.post, "/clock", .apps, body: BodyLimit.form) { $0.clock.confirm },
    ]

    private static func app(_ path: String) -> String { "/v1/apps/{app}/" + path }
}
