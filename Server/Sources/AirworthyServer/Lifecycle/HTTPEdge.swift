import AirworthyPolicy
package import ControlPlane
package import Dashboard
package import Foundation
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import ServiceLifecycle

/// The HTTP server: limits, logs and metrics that all listeners share, and the services that run the listeners.
package struct HTTPEdge: Sendable {
    package struct Observation: Sendable {
        let version: String
        let registry: MetricsRegistry
        let logger: Logger
        /// Records a span for each request; `nil` for none.
        let tracer: SpanRecorder?
        let droppedLogLines: @Sendable () -> Int
        /// Returns the metrics that other parts of the program measure.
        let readings: @Sendable () -> [MetricReading]

        package init(
            version: String, registry: MetricsRegistry, logger: Logger, tracer: SpanRecorder? = nil,
            droppedLogLines: @escaping @Sendable () -> Int = { 0 },
            readings: @escaping @Sendable () -> [MetricReading] = { [] }
        ) {
            self.version = version
            self.registry = registry
            self.logger = logger
            self.tracer = tracer
            self.droppedLogLines = droppedLogLines
            self.readings = readings
        }
    }

    private let plane: ControlPlane
    private let limits: ServerLimits
    private let proxies: TrustedProxies
    private let observation: Observation
    private let readiness: Readiness
    private let requests: RequestMetrics
    private let disconnections: CaseCounters<DisconnectReason>
    private let date = DateField()
    private let requestShares: AddressShares
    private let unsent: KeptBytes
    private let bodies: KeptBytes
    private let connections = ConnectionCount()
    private let failures: AddressLimiter
    /// The settings of the routes of a listener with all parts, without middleware.
    var options: APIOptions
    /// Whether prepared answers are sent without the router. A test compares both ways.
    var hasFront = true
    /// Middleware inside of the server's own, for tests.
    var innerMiddleware: [APIOptions.Middleware] = []

    /// Creates a server. `publicURL` is the address that callers use, if it is configured. The server wants
    /// requests as soon as its apps are loaded, unless `readiness` is given, and has no pages without a dashboard.
    package init(
        plane: ControlPlane, limits: ServerLimits = ServerLimits(), proxies: TrustedProxies = .none,
        catalogSync: CatalogSync = .none, publicURL: String? = nil, node: NodeState = .single,
        readiness: Readiness? = nil, dashboard: Dashboard? = nil, observation: Observation,
        now: @escaping @Sendable () -> Date
    ) {
        self.plane = plane
        self.limits = limits
        self.proxies = proxies
        self.observation = observation
        let readiness = readiness ?? Readiness(served: plane.served)
        self.readiness = readiness
        let registry = observation.registry
        requests = RequestMetrics(registry: registry)
        disconnections = CaseCounters(.disconnections, by: "reason", registry: registry)
        requestShares = AddressShares(limit: limits.addressShare)
        unsent = KeptBytes(limit: limits.unsentBytes)
        bodies = KeptBytes(limit: limits.keptBodies)
        failures = AddressLimiter(limits.failedTokens, now: now)
        options = APIOptions(
            now: now, evaluations: EvaluationLimiter(limit: limits.evaluations),
            adminWork: AdminWork(timeLimit: limits.adminWork),
            checkIns: Self.checkInLimit(plane: plane, proxies: proxies, logger: observation.logger, now: now),
            checkInMetrics: CheckInMetrics(registry: registry), webhooks: WebhookMetrics(registry: registry),
            failures: AuthenticationMetrics(registry: registry), batchWork: AdminWork(timeLimit: limits.adminWork),
            readiness: readiness, catalogSync: catalogSync, misses: node.misses, dashboard: dashboard,
            events: EventStreams(served: plane.served), publicURL: publicURL)
        let text = metrics(node: node)
        options.metrics = { ByteBuffer(string: text.text()) }
    }

    /// Creates the limit of check-ins, which warns if a proxy seems to hide the clients.
    private static func checkInLimit(
        plane: ControlPlane, proxies: TrustedProxies, logger: Logger, now: @escaping @Sendable () -> Date
    ) -> CheckInLimit {
        CheckInLimit(proxies: proxies, now: now) {
            logger.warning(
                "check-ins.one-address",
                metadata: ["advice": "if that is a proxy, name it in AIRWORTHY_HTTP_TRUSTED_PROXIES"])
            // Only `doctor` reads it, and it becomes certain again.
            Task { [adoption = plane.adoption] in try? await adoption.noteHiddenClients() }
        }
    }

    private func metrics(node: NodeState) -> MetricsText {
        let (plane, options, observation) = (plane, options, observation)
        let process = ProcessMetrics(start: options.now())
        return MetricsText(
            registry: observation.registry, served: plane.served, stuckShares: plane.adoption.stuckShares,
            sync: options.catalogSync,
            readings: { [readiness, connections, limits] in
                let program = [
                    MetricReading(.version, labels: ["version": observation.version], value: 1),
                    MetricReading(.droppedLogLines, value: Double(observation.droppedLogLines())),
                    MetricReading(.storeReadAge, value: plane.tokens.timeSinceRead.map { $0 / .seconds(1) }),
                ]
                let depth = options.evaluations.depth
                let edge = [
                    MetricReading(.ready, value: readiness.problem == nil ? 1 : 0),
                    MetricReading(.connections, value: Double(connections.current)),
                    MetricReading(.connectionLimit, value: Double(limits.connections)),
                    MetricReading(.evaluations, labels: ["state": "running"], value: Double(depth.running)),
                    MetricReading(.evaluations, labels: ["state": "waiting"], value: Double(depth.waiting)),
                    MetricReading(.evaluationLimit, value: Double(options.evaluations.limit)),
                    // Always there, so that alerts and dashboards find it.
                    MetricReading(.droppedSpans, value: Double(observation.tracer?.queue.dropped ?? 0)),
                    MetricReading(.pendingCells, value: Double(plane.adoption.pendingCells)),
                    MetricReading(.foldedCheckIns, value: Double(plane.adoption.folded)),
                    MetricReading(.hiddenClients, value: options.checkIns.hidesClients ? 1 : 0),
                ]
                return program + node.readings + edge + process.readings(at: options.now()) + observation.readings()
            }, now: options.now)
    }

    func options(for parts: APIOptions.Parts) -> APIOptions {
        var options = options
        options.parts = parts
        options.middleware =
            [RequestIDMiddleware(logger: observation.logger)]
            + (observation.tracer.map { [RequestSpanMiddleware(tracer: $0, proxies: proxies)] } ?? [])
            + [
                AccessMiddleware(metrics: requests), PublicCORSMiddleware(), requestLimit,
                LoadingMiddleware(readiness: readiness, passesMetrics: parts.contains(.metrics)),
                FailureLimiterMiddleware(limiter: failures, proxies: proxies),
            ] + innerMiddleware
        return options
    }

    private var requestLimit: AddressShareMiddleware { .init(shares: requestShares, proxies: proxies) }

    private func front(of routes: ListenerRoutes, with options: APIOptions) -> Front? {
        guard hasFront else { return nil }
        return Front(
            routes: routes, served: plane.served, options: options, requestLimit: requestLimit, metrics: requests,
            tracer: observation.tracer, date: date, logger: observation.logger)
    }

    /// Creates the service of a listener. It stops after the requests in progress are finished, and throws
    /// ``ListenerError`` if it cannot listen. `onReady` is called once the listener accepts connections; `extending`
    /// adds routes, e.g. the control route of a benchmark.
    package func service(
        for listener: Listener, onReady: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
        extending: (_ router: Router<AppRequestContext>) -> Void = { _ in }
    ) -> any Service {
        let quiet = LibraryLogHandler.logger("hummingbird", forwardingTo: observation.logger)
        let options = options(for: listener.parts)
        let routes = ListenerRoutes(plane: plane, options: options)
        let front = front(of: routes, with: options)
        extending(routes.router)
        // A listener with a limit of its own is not public, and may have a single client.
        let shares = AddressShares(limit: listener.connections ?? limits.addressShare)
        let open = OpenConnections(limit: listener.connections ?? limits.connections)
        let application = Application(
            responder: routes.router.buildResponder(),
            server: HTTPServerBuilder { [limits, proxies, connections, unsent, bodies, report] responder in
                LimitedHTTPChannel(
                    responder: responder, limits: limits, shares: shares, unsent: unsent, bodies: bodies, open: open,
                    proxies: proxies, front: front, count: connections, report: report)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(listener.host, port: listener.port), serverName: nil, backlog: 1_024,
                availableConnectionsDelegate: .maximum(listener.connections ?? limits.connections, logger: quiet)),
            onServerRunning: { channel in await onReady(channel.localAddress?.port ?? listener.port) },
            logger: quiet)
        return ListenerService(listener: listener, server: application)
    }

    /// Counts and logs a connection that the server closed on its own.
    private var report: @Sendable (DisconnectReason) -> Void {
        { [logger = observation.logger, disconnections] reason in
            disconnections.count(reason)
            logger.debug("connection.ended", metadata: ["reason": .string(reason.rawValue)])
        }
    }
}
