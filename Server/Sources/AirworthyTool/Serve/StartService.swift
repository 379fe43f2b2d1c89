import AirworthyServer
import Logging
import ServiceLifecycle

/// Starts the server: waits until the listeners accept connections, loads the state, then announces the server.
///
/// Meanwhile `/health/live` is 200 and everything else 503.
struct StartService: Service {
    /// A listener that accepts connections.
    struct BoundListener: Hashable, Sendable {
        /// The position of the listener.
        let index: Int
        /// Its port.
        let port: Int
    }

    /// All listeners, the public one first.
    let listeners: [Listener]
    /// The listeners as they begin to accept connections.
    let bound: AsyncStream<BoundListener>
    /// The gate of the services that need the state.
    let gate: StartGate
    let logger: Logger
    /// Loads the state.
    let load: @Sendable () async throws -> Void
    /// Called with the URL of the first listener when the server is ready.
    let announce: @Sendable (_ url: String) async -> Void

    func run() async throws {
        do {
            try await cancelWhenGracefulShutdown { try await start() }
        } catch  where Task.isShuttingDownGracefully {
            // The server was stopped while it loaded.
        }
        // Throws if the service group is cancelled, which ends this service, too.
        try? await gracefulShutdown()
    }

    private func start() async throws {
        var ports: [Int: Int] = [:]
        for await listener in bound {
            ports[listener.index] = listener.port
            if ports.count == listeners.count { break }
        }
        try Task.checkCancellation()
        let urls = listeners.enumerated().map { $1.url(port: ports[$0] ?? $1.port) }
        for url in urls { logger.info("server.listening", metadata: ["url": .string(url)]) }
        try await load()
        gate.open()
        logger.info("server.ready")
        // A script that has read the line below finds the lines of the start in the log.
        LogWriter.standardError.flush()
        // Scripts wait for this line. The server also runs if nobody reads it.
        if let url = urls.first { await announce(url) }
    }
}
