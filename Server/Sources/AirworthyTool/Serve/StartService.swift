import AirworthyServer
import ControlPlane
import Foundation
import Logging
import PersistenceSQLite
import ServiceLifecycle
import Synchronization

/// Starts the server: waits until the listeners accept connections, loads the state, then announces the server.
///
/// Meanwhile `/health/live` is 200 and everything else 503.
struct StartService: Service {
    struct BoundListener: Hashable, Sendable {
        let index: Int
        let port: Int
    }

    /// All listeners, the public one first.
    let listeners: [Listener]
    /// The listeners as they begin to accept connections.
    let bound: AsyncStream<BoundListener>
    /// The gate of the services that need the state.
    let gate: StartGate
    let logger: Logger
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

/// A gate that opens once, when the server has loaded its state.
final class StartGate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Opens the gate for all who wait and for all who come later.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when the gate is open, or when the task is cancelled.
    func wait() async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard !state.isOpen, !Task.isCancelled else { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}

/// A service that begins when the server has loaded its state.
struct GatedService: Service {
    private let gate: StartGate
    private let service: any Service

    /// Creates a service that begins when a gate opens.
    init(_ service: any Service, behind gate: StartGate) {
        self.service = service
        self.gate = gate
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { await gate.wait() }
        // The server was stopped before it had started.
        guard gate.isOpen else { return }
        try await service.run()
    }
}

/// The first admin token of a new database, which is handed out once.
enum FirstToken {
    /// Creates the token, unless the database has one, and shows it on a terminal or writes it to a private file in the
    /// data folder. With PostgreSQL nothing else is in that folder, so it is created here.
    static func handOut(
        by tokens: TokenService, directory: String, isTerminal: Bool, show: (String) -> Void = printError
    ) async throws {
        guard let token = try await tokens.createFirstAdminToken() else { return }
        if isTerminal {
            show("the first admin token, shown this once: \(token)")
            return
        }
        let path = directory + "/first-admin-token"
        do {
            try? DataDirectory(directory).create()
            // An existing file belongs to a database that was deleted.
            unlink(path)
            try OutputFile.create(path, mode: 0o600, bytes: Array((token + "\n").utf8))
        } catch {
            throw ToolError.cannotCreate(
                "\(error); the first admin token is lost: stop the server and create another one with "
                    + "`airworthy tokens create --local`")
        }
        show("the first admin token is in \(path.printable); move it somewhere safe")
    }
}
