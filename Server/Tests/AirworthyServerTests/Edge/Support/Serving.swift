import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

@testable import AirworthyServer

/// Why connections were ended, in order.
final class RefusalLog: Sendable {
    private let refusals = Mutex<[Refusal]>([])
    private let (stream, continuation) = AsyncStream<Refusal>.makeStream()

    var all: [Refusal] { refusals.withLock { $0 } }

    func note(_ refusal: Refusal) {
        refusals.withLock { $0.append(refusal) }
        continuation.yield(refusal)
    }

    /// Waits for the next one.
    func next() async -> Refusal? { await stream.first { _ in true } }
}

/// A server under test.
struct Served: Sendable {
    let port: Int
    let refusals: RefusalLog
    private let group: ServiceGroup

    init(port: Int, refusals: RefusalLog, group: ServiceGroup) {
        self.port = port
        self.refusals = refusals
        self.group = group
    }

    func stop() async { await group.triggerGracefulShutdown() }
}

/// Runs services until `body` is done; one of them tells the port.
func serving<R: Sendable>(
    refusals: RefusalLog = RefusalLog(), _ services: (@escaping @Sendable (Int) async -> Void) -> [any Service],
    _ body: @Sendable (Served) async throws -> R
) async throws -> R {
    let (ports, continuation) = AsyncStream<Int>.makeStream()
    let services = services { port in continuation.yield(port) }
    let group = ServiceGroup(services: services, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { continuation.finish() }
            try await group.run()
        }
        guard let port = await ports.first(where: { _ in true }) else {
            try await tasks.waitForAll()
            throw CancellationError()
        }
        do {
            let value = try await body(Served(port: port, refusals: refusals, group: group))
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return value
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
    }
}

/// Runs the channel of the server with routes of the test.
func servingRoutes<R: Sendable>(
    _ limits: ServerLimits, _ routes: (Router<BasicRequestContext>) -> Void,
    _ body: @Sendable (Served) async throws -> R
) async throws -> R {
    let router = Router(context: BasicRequestContext.self)
    router.get("/") { _, _ in "hello" }
    router.post("/echo") { request, _ in
        let bytes = try await request.body.collect(upTo: 1 << 20)
        return "\(bytes.readableBytes)"
    }
    router.put("/refuse") { _, _ -> String in throw HTTPError(.unauthorized, message: "no") }
    routes(router)
    let refusals = RefusalLog()
    let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return try await serving(refusals: refusals) { onReady in
        [
            Application(
                router: router,
                server: HTTPServerBuilder { responder in
                    GuardedChannel(responder: responder, limits: limits, report: { refusals.note($0) })
                },
                configuration: ApplicationConfiguration(
                    address: .hostname("127.0.0.1", port: 0),
                    availableConnectionsDelegate: .maximum(limits.connections, logger: quiet)),
                onServerRunning: { await onReady($0.localAddress?.port ?? 0) }, logger: quiet)
        ]
    } _: {
        try await body($0)
    }
}

extension ServerLimits {
    /// The real ones, with times that never end in a test unless it says so.
    static func forTests(_ change: (inout ServerLimits) -> Void = { _ in }) -> ServerLimits {
        var limits = ServerLimits()
        change(&limits)
        return limits
    }
}
