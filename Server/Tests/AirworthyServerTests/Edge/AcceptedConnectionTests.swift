import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import ServiceLifecycle
import Testing

@testable import AirworthyServer

/// In processes of their own, because NIO ends the process if a connection that was accepted is dropped.
@Suite("Accepted connections", .timeLimit(.minutes(5)))
struct AcceptedConnectionTests {
    @Test func `a listener that is told to stop while callers connect ends without ending the process`() async {
        await #expect(processExitsWith: .success) { try await AcceptedConnectionTests.stop(.gracefully, times: 60) }
    }

    @Test func `a listener whose task is cancelled while callers connect ends without ending the process`() async {
        await #expect(processExitsWith: .success) { try await AcceptedConnectionTests.stop(.atOnce, times: 60) }
    }

    private enum Stop { case gracefully, atOnce }

    /// Starts a server, connects from four tasks all the time, and stops it.
    private static func stop(_ stop: Stop, times: Int) async throws {
        for _ in 0..<times {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                let (ports, continuation) = AsyncStream<Int>.makeStream()
                let group = ServiceGroup(
                    services: [listener { continuation.yield($0) }],
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
                let server = Task { try await group.run() }
                guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
                for _ in 0..<4 {
                    tasks.addTask {
                        while !Task.isCancelled {
                            _ = try? await Wire.with(port: port) { wire in
                                wire.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                            }
                        }
                    }
                }
                // Until callers are there.
                try await Wire.with(port: port) { wire in
                    wire.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    _ = try wire.answer()
                }
                switch stop {
                case .gracefully: await group.triggerGracefulShutdown()
                case .atOnce: server.cancel()
                }
                _ = await server.result
                tasks.cancelAll()
            }
        }
    }

    private static func listener(onReady: @escaping @Sendable (Int) -> Void) -> some Service {
        let router = Router(context: AppRequestContext.self)
        router.get("/") { _, _ in "hello" }
        let limits = ServerLimits()
        return Application(
            router: router,
            server: HTTPServerBuilder { responder in
                LimitedHTTPChannel(
                    responder: responder, limits: limits, shares: AddressShares(limit: limits.connections),
                    unsent: KeptBytes(limit: limits.unsentBytes),
                    bodies: KeptBytes(limit: limits.keptBodies), open: OpenConnections(limit: limits.connections),
                    report: { _ in })
            },
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { onReady($0.localAddress?.port ?? 0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
