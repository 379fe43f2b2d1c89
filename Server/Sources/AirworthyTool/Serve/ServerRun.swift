import AirworthyServer
import ControlPlane
import Logging
import ServiceLifecycle
import Synchronization
import UnixSignals

/// A server from its first connection to its last.
struct ServerRun {
    /// How long requests may take to finish once the server was told to stop.
    static let patience = Duration.seconds(25)

    private let settings: ServeSettings
    private let composed: Compose
    private let logger: Logger
    private let announce: @Sendable (String) async -> Void

    /// - Parameters:
    ///   - settings: How it is to run.
    ///   - composed: What it serves.
    ///   - logger: What is logged with.
    ///   - announce: Told the address of the first listener once every listener answers.
    init(
        _ settings: ServeSettings, _ composed: Compose, logger: Logger,
        announce: @escaping @Sendable (String) async -> Void = { try? printOutput("listening on \($0)") }
    ) {
        self.settings = settings
        self.composed = composed
        self.logger = logger
        self.announce = announce
    }

    /// Serves until SIGTERM or SIGINT, then finishes what runs and closes the store.
    /// - Throws: ``ToolError`` with status 69 if it cannot listen.
    func run() async throws {
        let registry = MetricsRegistry()
        let edge = HTTPEdge(
            plane: composed.plane, limits: settings.limits, proxies: settings.trustedProxies, catalogSync: composed.catalogSync,
            publicURL: settings.publicURL, version: toolVersion, registry: registry, logger: logger, now: Clock.now)
        let listeners = settings.listeners
        let announcement = Announcement(listeners, logger: logger, announce)
        let housekeeping = composed.plane.housekeeping
        // They stop in the reverse order: the store last.
        var services: [any Service] = [
            StorageService(close: composed.close),
            HousekeepingService(logger: logger, poll: housekeeping.poll, renew: housekeeping.renew),
            CatalogSyncService(composed.learner),
        ]
        for (index, listener) in listeners.enumerated() {
            services.append(edge.service(for: listener) { port in await announcement.ready(index, port: port) })
        }
        // What it logs are the steps of its own work, among them errors that are told here in a sentence.
        let quiet = Logger(label: "airworthy.services") { _ in SwiftLogNoOpLogHandler() }
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: quiet)
        group.maximumGracefulShutdownDuration = Self.patience
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as ListenerError {
            throw ToolError(.unavailable, error.description)
        } catch is CancellationError {
            logger.warning("server.cut", metadata: ["after": "\(Self.patience)"])
        }
        logger.info("server.stopped")
    }
}

/// Says that the server answers, once every listener does.
private final class Announcement: Sendable {
    private let listeners: [Listener]
    private let logger: Logger
    private let announce: @Sendable (String) async -> Void
    private let ports: Mutex<[Int: Int]> = Mutex([:])

    init(_ listeners: [Listener], logger: Logger, _ announce: @escaping @Sendable (String) async -> Void) {
        self.listeners = listeners
        self.logger = logger
        self.announce = announce
    }

    func ready(_ index: Int, port: Int) async {
        let ports = ports.withLock { ports in
            ports[index] = port
            return ports
        }
        guard ports.count == listeners.count else { return }
        let urls = listeners.enumerated().map { $1.url(port: ports[$0] ?? $1.port) }
        for url in urls { logger.info("server.listening", metadata: ["url": .string(url)]) }
        // Scripts wait for this one line. Where nobody reads it, the server serves all the same.
        if let url = urls.first { await announce(url) }
    }
}
