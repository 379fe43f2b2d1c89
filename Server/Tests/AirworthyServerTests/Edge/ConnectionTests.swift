import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import Testing

@testable import AirworthyServer

/// The start, reuse and end of connections.
@Suite(.timeLimit(.minutes(5))) struct ConnectionTests {
    @Test func `pipelined requests are answered in order`() async throws {
        try await servingRoutes(limits: .forTests()) { _ in
        } test: { server in
            let text = try await Wire.with(port: server.port) { wire in
                let echo = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
                let last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                wire.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n" + echo + last)
                return wire.all().text
            }
            let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst().compactMap { Answer("HTTP/1.1 " + $0) }
            #expect(answers.map(\.body) == ["hello", "3", "hello"])
        }
    }

    @Test func `requests before a malformed one are answered, requests after it are not`() async throws {
        try await servingRoutes(limits: .forTests()) { _ in
        } test: { server in
            let text = try await Wire.with(port: server.port) { wire in
                wire.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n")
                return wire.all().text
            }
            #expect(text.hasPrefix("HTTP/1.1 200 OK"))
            #expect(text.components(separatedBy: "HTTP/1.1 ").map { $0.prefix(3) }.dropFirst() == ["200", "400"])
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    ])
    func `the connection closes after the response if the request demands it`(_ request: String) async throws {
        try await servingRoutes(limits: .forTests()) { _ in
        } test: { server in
            let end = try await Wire.with(port: server.port) { wire in
                wire.send(request)
                return wire.all()
            }
            #expect(Answer(end.text)?.body == "hello")
            #expect(Answer(end.text)?["connection"] == "close")
            #expect(end.isClosed)
        }
    }

    @Test func `HTTP/1.0 with keep-alive gets Connection: keep-alive`() async throws {
        try await servingRoutes(limits: .forTests()) { _ in
        } test: { server in
            let answers = try await Wire.with(port: server.port) { wire in
                try (0..<2).map { _ in
                    wire.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                    return try wire.answer()
                }
            }
            #expect(answers.map(\.body) == ["hello", "hello"])
            #expect(answers.allSatisfy { $0["connection"] == "keep-alive" })
        }
    }

    @Test func `a client that closes its sending side still gets the response`() async throws {
        try await servingRoutes(limits: .forTests()) { _ in
        } test: { server in
            let end = try await Wire.with(port: server.port) { wire in
                wire.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                wire.finish()
                return wire.all()
            }
            #expect(Answer(end.text)?.body == "hello")
            #expect(end.isClosed)
        }
    }

    @Test(arguments: ["", "GET / HT", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"])
    func `a connection that ends within a request is closed`(_ start: String) async throws {
        try await servingRoutes(limits: .forTests()) { _ in
        } test: { server in
            let end = try await Wire.with(port: server.port) { wire in
                wire.send(start)
                wire.finish()
                return wire.all()
            }
            #expect(end.isClosed)
            #expect(!end.text.contains("200 OK"))
        }
    }

    @Test func `a truncated body is never handled as a complete one`() async throws {
        let seen = Mutex<[String]>([])
        try await servingRoutes(limits: .forTests()) { router in
            router.post("/whole") { request, _ -> String in
                do {
                    let bytes = try await request.body.collect(upTo: 100)
                    seen.withLock { $0.append("whole: \(bytes.readableBytes)") }
                } catch {
                    seen.withLock { $0.append("cut off") }
                    throw error
                }
                return ""
            }
        } test: { server in
            try await Wire.with(port: server.port) { wire in
                wire.send("POST /whole HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
                wire.finish()
                _ = wire.all()
            }
        }
        #expect(seen.withLock { $0 } == ["cut off"])
    }

    @Test func `a response sent before the body was read arrives, and the connection closes`() async throws {
        try await servingRoutes(limits: .forTests()) { _ in
        } test: { server in
            let end = try await Wire.with(port: server.port) { wire in
                wire.send("PUT /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")
                let part = String(repeating: "x", count: 100_000)
                // Bytes that the server does not read must not keep its response from arriving.
                for _ in 0..<10 where wire.send(part) {}
                return wire.all()
            }
            #expect(Answer(end.text)?.status == 401)
            #expect(end.text.contains("close"))
        }
    }

    @Test func `Expect: 100-continue is answered with 100`() async throws {
        try await servingRoutes(limits: .forTests()) { _ in
        } test: { server in
            let (first, second) = try await Wire.with(port: server.port) { wire in
                wire.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
                let first = try wire.answer()
                wire.send("abc")
                return (first, try wire.answer())
            }
            #expect(first.status == 100)
            #expect(second.body == "3")
        }
    }

    @Test func `a graceful shutdown finishes the running request and accepts no further one`() async throws {
        let (started, start) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        try await servingRoutes(limits: .forTests()) { router in
            router.get("/slow") { _, _ in
                start.yield()
                _ = await released.first { _ in true }
                return "done"
            }
        } test: { server in
            let port = server.port
            async let idle = Wire.with(port: port) { wire in
                wire.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                return wire.all()
            }
            async let running = Wire.with(port: port) { wire in
                wire.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
                return wire.all()
            }
            _ = await started.first { _ in true }
            async let stopped: Void = server.stop()
            // The idle connection closes at once, while the other one is still in use.
            #expect(try await idle.isClosed)
            await #expect(throws: (any Error).self) { try await Wire.with(port: port) { _ in } }
            release.yield()
            let end = try await running
            #expect(Answer(end.text)?.body == "done")
            #expect(end.isClosed)
            await stopped
        }
    }

    @Test func `a graceful shutdown does not cut off a response that the client is reading`() async throws {
        let size = 16 << 20
        let large = ByteBuffer(repeating: 0x78, count: size)
        try await servingRoutes(limits: .forTests()) { router in
            router.get("/large") { _, _ in Response(status: .ok, body: ResponseBody(byteBuffer: large)) }
        } test: { server in
            let port = server.port
            let wire = try await Wire.blocking {
                let wire = try Wire(port: port, receiveBuffer: 4_096)
                wire.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
                return wire
            }
            let first = try await Wire.blocking { wire.next()?.count ?? 0 }
            async let stopped: Void = server.stop()
            let rest = try await Wire.blocking { wire.allBytes() }
            #expect(first + rest.bytes.count > size)
            #expect(rest.isClosed)
            await stopped
        }
    }
}

/// The shutdown when requests do not finish in time.
@Suite(.timeLimit(.minutes(5))) struct ForcedShutdownTests {
    private static let patient = ServerLimits.forTests { limits in
        limits.body = .hours(1)
        limits.stall = .hours(1)
    }

    private func outcome(
        _ limits: ServerLimits, large: Int, _ client: @escaping @Sendable (Wire) throws -> Void
    ) async throws -> Bool {
        let body = ByteBuffer(repeating: 0x78, count: large)
        let router = Router(context: BasicRequestContext.self)
        router.get("/large") { _, _ in Response(status: .ok, body: ResponseBody(byteBuffer: body)) }
        router.post("/echo") { request, _ in "\(try await request.body.collect(upTo: 1 << 20).readableBytes)" }
        let (ports, port) = AsyncStream<Int>.makeStream()
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: router,
            server: HTTPServerBuilder { responder in
                LimitedHTTPChannel(
                    responder: responder, limits: limits, shares: AddressShares(limit: 1),
                    unsent: KeptBytes(limit: limits.unsentBytes), bodies: KeptBytes(limit: limits.keptBodies),
                    open: OpenConnections(limit: limits.connections)
                ) { _ in }
            },
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: quiet)
        let closed = Mutex(false)
        var configuration = ServiceGroupConfiguration(
            services: [StorageService(close: { closed.withLock { $0 = true } }), application], logger: quiet)
        configuration.maximumGracefulShutdownDuration = .milliseconds(200)
        let group = ServiceGroup(configuration: configuration)
        async let run: Void = group.run()
        let number = try #require(await ports.first { _ in true })
        let wire = try await Wire.blocking {
            let wire = try Wire(port: number, receiveBuffer: 4_096)
            try client(wire)
            return wire
        }
        await group.triggerGracefulShutdown()
        do {
            try await run
        } catch is CancellationError {
            // The regular end when the time for the shutdown is over.
        }
        wire.shut()
        return closed.withLock { $0 }
    }

    @Test func `a client that never completes its body does not block the shutdown`() async throws {
        let isClosed = try await outcome(Self.patient, large: 1) { wire in
            wire.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n")
            // The handler is running once this has arrived.
            _ = wire.next()
        }
        #expect(isClosed)
    }

    @Test func `a client that never reads its response does not block the shutdown`() async throws {
        let isClosed = try await outcome(Self.patient, large: 32 << 20) { wire in
            wire.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = wire.next()
        }
        #expect(isClosed)
    }
}
