import AirworthyServer
import ControlPlane
import Logging
import PersistencePostgres
import ServerSupport
import ServiceLifecycle
import Synchronization
import UnixSignals

/// Runs the server until it is stopped.
struct ServerRun {
    /// The time for running requests to finish after a stop signal.
    private static let gracePeriod = Duration.seconds(25)

    private let settings: ServeSettings
    private let components: ServerComponents
    private let logger: Logger
    private let announce: @Sendable (String) async -> Void

    /// Creates a run. `announce` is called with the address of the first listener when all listeners are ready.
    init(
        settings: ServeSettings, components: ServerComponents, logger: Logger,
        announce: @escaping @Sendable (String) async -> Void = { try? printOutput("listening on \($0)") }
    ) {
        self.settings = settings
        self.components = components
        self.logger = logger
        self.announce = announce
    }

    /// Serves until SIGTERM or SIGINT, then finishes running requests and closes the store.
    /// - Throws: ``ToolError`` with status 69 if it cannot listen.
    func run() async throws {
        let registry = MetricsRegistry()
        let edge = HTTPEdge(
            plane: components.plane, limits: settings.limits, proxies: settings.trustedProxies,
            catalogSync: components.sync,
            publicURL: settings.publicURL, version: toolVersion, registry: registry, logger: logger,
            droppedLogLines: { LogWriter.standardError.dropped }, node: nodeState, now: WallClock.now)
        let listeners = settings.listeners
        let announcement = Announcement(listeners: listeners, logger: logger, announce: announce)
        let housekeeping = components.plane.housekeeping
        let leadership = components.leadership
        // They stop in reverse order, the store last.
        var services: [any Service] = [StorageService(close: components.close)]
        services += components.node?.services(sync: components.sync, logger: logger) ?? []
        services += [
            HousekeepingService(
                logger: logger, leadership: leadership, wake: components.node?.wake ?? Signal(),
                poll: housekeeping.poll, renew: housekeeping.renew),
            CatalogSyncService(components.poller, leadership: leadership),
        ]
        for (index, listener) in listeners.enumerated() {
            services.append(
                edge.service(for: listener) { port in await announcement.setReady(listener: index, port: port) })
        }
        do {
            try await runUntilStopped(services, gracePeriod: Self.gracePeriod)
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
            connections: {
                let use = node.pool.use
                return NodeState.Connections(busy: use.busy, idle: use.idle, waiting: use.waiting)
            }, misses: MissReader(read: { try? await housekeeping.poll() }))
    }
}

/// Runs services until SIGTERM or SIGINT.
///
/// The service group logs nothing, because its errors are reported by the caller.
func runUntilStopped(_ services: [any Service], gracePeriod: Duration) async throws {
    let silent = Logger(label: "airworthy.services") { _ in SwiftLogNoOpLogHandler() }
    var group = ServiceGroupConfiguration(
        services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: silent)
    group.maximumGracefulShutdownDuration = gracePeriod
    try await ServiceGroup(configuration: group).run()
}

/// Announces the server when all listeners are ready.
private final class Announcement: Sendable {
    private let listeners: [Listener]
    private let logger: Logger
    private let announce: @Sendable (String) async -> Void
    private let ports: Mutex<[Int: Int]> = Mutex([:])

    init(listeners: [Listener], logger: Logger, announce: @escaping @Sendable (String) async -> Void) {
        self.listeners = listeners
        self.logger = logger
        self.announce = announce
    }

    func setReady(listener index: Int, port: Int) async {
        let ports = ports.withLock { ports in
            ports[index] = port
            return ports
        }
        guard ports.count == listeners.count else { return }
        let urls = listeners.enumerated().map { $1.url(port: ports[$0] ?? $1.port) }
        for url in urls { logger.info("server.listening", metadata: ["url": .string(url)]) }
        // A script that has read the line below finds the lines of the start in the log.
        LogWriter.standardError.flush()
        // Scripts wait for this line. The server also runs if nobody reads it.
        if let url = urls.first { await announce(url) }
    }
}
