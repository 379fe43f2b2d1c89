import AirworthyServer
import ControlPlane
import Logging
import PersistencePostgres
import ServerSupport
import ServiceLifecycle
import UnixSignals

/// Runs the server until it is stopped.
struct ServerRun {
    /// The time for running requests to finish after the listeners have closed.
    static let gracePeriod = Duration.seconds(25)

    private let settings: ServeSettings
    private let components: ServerComponents
    private let logger: Logger
    private let environment: [String: String]
    private let load: @Sendable () async throws -> Void
    private let announce: @Sendable (String) async -> Void

    /// Creates a run, which closes the components. `load` loads the state while the listeners already accept
    /// connections; `announce` is called with the address of the first listener when the server is ready. The settings
    /// may name variables of the environment.
    init(
        settings: ServeSettings, components: ServerComponents, logger: Logger, environment: [String: String],
        load: @escaping @Sendable () async throws -> Void,
        announce: @escaping @Sendable (String) async -> Void = { try? printOutput("listening on \($0)") }
    ) {
        self.settings = settings
        self.components = components
        self.logger = logger
        self.environment = environment
        self.load = load
        self.announce = announce
    }

    /// Serves until SIGTERM or SIGINT (by default those of the process), then finishes running requests and closes the
    /// store.
    func run(reactingTo signals: AsyncStream<ServerSignal>? = nil) async throws {
        let readiness = Readiness(served: components.plane.served)
        let lifetime = ServerLifetime(
            drain: settings.drain, gracePeriod: Self.gracePeriod, readiness: readiness, logger: logger,
            reload: { [settings, components, logger, environment] in
                await components.reloadSecrets(settings: settings, environment: environment, logger: logger)
            })
        do {
            let signals = if let signals { signals } else { await ServerSignal.trapped() }
            try await lifetime.run(services(readiness), reactingTo: signals)
        } catch let error as ListenerError {
            throw ToolError.unavailable(error.description)
        } catch is CancellationError {
            logger.warning("server.cut", metadata: ["after": "\(Self.gracePeriod)"])
        }
        logger.info("server.stopped")
    }

    private var nodeState: NodeState {
        guard let node = components.node else { return .single }
        let housekeeping = components.plane.housekeeping
        return NodeState(
            isLeader: { node.leadership.isLeader },
            connections: { node.pool.use }, misses: MissReader(read: { try? await housekeeping.poll() }))
    }

    /// Returns the services in the order of the start. They stop in reverse order, the store last.
    private func services(_ readiness: Readiness) -> [any Service] {
        let edge = HTTPEdge(
            plane: components.plane, limits: settings.limits, proxies: settings.trustedProxies,
            catalogSync: components.sync, publicURL: settings.publicURL, node: nodeState, readiness: readiness,
            dashboard: components.dashboard,
            observation: .init(
                version: toolVersion, registry: components.registry, logger: logger,
                tracer: components.traces?.recorder, droppedLogLines: { LogWriter.standardError.dropped },
                readings: components.readings), now: WallClock.now)
        let housekeeping = components.plane.housekeeping
        let gate = StartGate()
        let (bound, report) = AsyncStream.makeStream(of: StartService.BoundListener.self)
        let checkIns = CheckInService(
            adoption: components.plane.adoption, logger: logger, metrics: components.registry)
        var services: [any Service] = [
            StorageService(close: { [components] in
                await checkIns.storeLast()
                try await components.close()
            }),
            StartService(
                listeners: settings.listeners, bound: bound, gate: gate, logger: logger, load: load, announce: announce),
            GatedService(
                HousekeepingService(
                    logger: logger, leadership: components.leadership, wake: components.node?.wake ?? Signal(),
                    poll: housekeeping.poll, renew: housekeeping.renew), behind: gate),
            GatedService(checkIns, behind: gate),
            GatedService(
                CheckInUpkeepService(
                    adoption: components.plane.adoption, leadership: components.leadership, logger: logger,
                    metrics: components.registry, now: WallClock.now), behind: gate),
            GatedService(CatalogSyncService(components.poller, leadership: components.leadership), behind: gate),
        ]
        services += (components.node?.services(sync: components.sync, logger: logger) ?? []).map { service in
            GatedService(service, behind: gate)
        }
        // It stops after all that record spans.
        if let traces = components.traces { services.insert(traces.exporter, at: 1) }
        if let backups = components.backups { services.append(GatedService(backups, behind: gate)) }
        for (index, listener) in settings.listeners.enumerated() {
            services.append(
                edge.service(for: listener) { port in
                    report.yield(StartService.BoundListener(index: index, port: port))
                })
        }
        return services
    }
}

/// Runs services until SIGTERM or SIGINT. Their errors are reported by the caller.
func runUntilStopped(_ services: [any Service], gracePeriod: Duration) async throws {
    let silent = Logger(label: "airworthy.services") { _ in SwiftLogNoOpLogHandler() }
    var group = ServiceGroupConfiguration(
        services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: silent)
    group.maximumGracefulShutdownDuration = gracePeriod
    try await ServiceGroup(configuration: group).run()
}
