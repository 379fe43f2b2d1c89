import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

@testable import AirworthyServer

/// The reasons of disconnections, in order.
final class DisconnectLog: Sendable {
    private let reasons = Mutex<[DisconnectReason]>([])
    private let (stream, continuation) = AsyncStream<DisconnectReason>.makeStream()

    var all: [DisconnectReason] { reasons.withLock { $0 } }

    func record(_ reason: DisconnectReason) {
        reasons.withLock { $0.append(reason) }
        continuation.yield(reason)
    }

    /// Waits for the next reason.
    func next() async -> DisconnectReason? { await stream.first { _ in true } }
}

/// A server under test.
struct Served: Sendable {
    let port: Int
    let disconnections: DisconnectLog
    private let group: ServiceGroup

    init(port: Int, disconnections: DisconnectLog, group: ServiceGroup) {
        self.port = port
        self.disconnections = disconnections
        self.group = group
    }

    func stop() async { await group.triggerGracefulShutdown() }
}

/// Runs services until `body` returns; one of them reports its port.
func serving<R: Sendable>(
    disconnections: DisconnectLog = DisconnectLog(),
    services: (@escaping @Sendable (Int) async -> Void) -> [any Service],
    body: @Sendable (Served) async throws -> R
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
            let value = try await body(Served(port: port, disconnections: disconnections, group: group))
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return value
        } catch {
            await group.triggerGracefulShutdown()
            throw error
        }
    }
}

/// Runs the channel of the server with the routes of a test.
/// - Parameters:
///   - limits: The limits.
///   - crowd: The number of connections near which those that wait are closed, if other than the limit.
///   - routes: Adds routes.
///   - test: Uses the server.
/// - Returns: The result of `test`.
/// - Throws: The errors of `test` and of the server.
func servingRoutes<R: Sendable>(
    limits: ServerLimits, crowd: Int? = nil, routes: (Router<AppRequestContext>) -> Void,
    test: @Sendable (Served) async throws -> R
) async throws -> R {
    let router = Router(context: AppRequestContext.self)
    router.get("/") { _, _ in "hello" }
    router.post("/echo") { request, _ in
        let bytes = try await request.body.collect(upTo: 1 << 20)
        return "\(bytes.readableBytes)"
    }
    router.put("/refuse") { _, _ -> String in throw HTTPError(.unauthorized, message: "no") }
    routes(router)
    let disconnections = DisconnectLog()
    let shares = AddressShares(limit: limits.connections)
    let unsent = KeptBytes(limit: limits.unsentBytes)
    let bodies = KeptBytes(limit: limits.keptBodies)
    let open = OpenConnections(limit: crowd ?? limits.connections)
    let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return try await serving(disconnections: disconnections) { onReady in
        [
            Application(
                router: router,
                server: HTTPServerBuilder { responder in
                    LimitedHTTPChannel(
                        responder: responder, limits: limits, shares: shares, unsent: unsent, bodies: bodies,
                        open: open,
                        report: { disconnections.record($0) })
                },
                configuration: ApplicationConfiguration(
                    address: .hostname("127.0.0.1", port: 0),
                    availableConnectionsDelegate: .maximum(limits.connections, logger: quiet)),
                onServerRunning: { await onReady($0.localAddress?.port ?? 0) }, logger: quiet)
        ]
    } body: {
        try await test($0)
    }
}

extension ServerLimits {
    /// Returns the real limits with changes. No time-out that a test does not set ends a connection: on a busy machine a client of
    /// the tests may need longer than any real one.
    static func forTests(_ change: (inout ServerLimits) -> Void = { _ in }) -> ServerLimits {
        var limits = ServerLimits()
        limits.idle = .minutes(10)
        limits.head = .minutes(10)
        limits.body = .minutes(10)
        limits.stall = .minutes(10)
        change(&limits)
        return limits
    }
}
