import Hummingbird
import Logging
import NIOCore
import Testing

@testable import OutgoingHTTP

/// Tests of the transport over real sockets.
@Suite(.timeLimit(.minutes(5))) struct HTTPTransportTests {
    /// Runs a server on a free port for as long as `body` takes.
    private func served(_ body: @Sendable (_ base: String) async throws -> Void) async throws {
        let silence = AsyncStream.makeStream(of: Never.self)
        defer { silence.continuation.finish() }
        let router = Router()
        router.get("/page") { _, _ in Response(status: .ok, headers: [.setCookie: "a=b"]) }
        router.get("/redirect") { _, _ in Response.redirect(to: "/page") }
        router.get("/cookie") { request, _ in request.headers[.cookie] ?? "none" }
        router.post("/echo") { request, _ -> Response in
            Response(status: .created, body: .init(byteBuffer: try await request.body.collect(upTo: 1_000)))
        }
        router.get("/large") { _, _ in
            Response(
                status: .ok,
                body: .init { writer in
                    for _ in 0..<20 { try await writer.write(ByteBuffer(repeating: 0x20, count: 1_000)) }
                    try await writer.finish(nil)
                })
        }
        router.get("/never") { _, _ -> Response in
            // Ends with the server.
            for await _ in silence.stream {}
            return Response(status: .ok)
        }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let app = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await app.run() }
            let number = try #require(await ports.first { _ in true })
            try await body("http://127.0.0.1:\(number)")
            group.cancelAll()
            while let _ = await group.nextResult() {}
        }
    }

    private func sending(
        timeout: Duration = .seconds(20), maximumBody: Int = 10_000, _ body: (HTTPTransport) async throws -> Void
    ) async throws {
        let connection = HTTPTransport.asyncHTTPClient(timeout: timeout, maximumBody: maximumBody)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(connection.transport))
        } catch {
            result = .failure(error)
        }
        await connection.close()
        try result.get()
    }

    @Test func `bodies are sent and received, and any status is returned`() async throws {
        try await served { base in
            try await sending { transport in
                let answer = try await transport.send(
                    .init(method: "POST", url: base + "/echo", headers: [("Accept", "*/*")], body: [1, 2, 0, 255]))
                #expect(answer.status == 201)
                #expect(answer.body == [1, 2, 0, 255])
                #expect(try await transport.send(.init(url: base + "/nowhere")).status == 404)
            }
        }
    }

    @Test func `redirects are not followed, and cookies are not kept`() async throws {
        try await served { base in
            try await sending { transport in
                _ = try await transport.send(.init(url: base + "/page"))
                let cookie = try await transport.send(.init(url: base + "/cookie"))
                #expect(String(decoding: cookie.body, as: UTF8.self) == "none")
                let answer = try await transport.send(.init(url: base + "/redirect"))
                #expect((300..<400).contains(answer.status))
                #expect(answer["location"] == "/page")
            }
        }
    }

    @Test func `too large, timed out and unreachable are distinguished`() async throws {
        try await served { base in
            try await sending { transport in
                await #expect(throws: HTTPTransport.Failure.tooLarge) {
                    try await transport.send(.init(url: base + "/large"))
                }
            }
            try await sending(timeout: .seconds(1)) { transport in
                await #expect(throws: HTTPTransport.Failure.timedOut) {
                    try await transport.send(.init(url: base + "/never"))
                }
            }
        }
        try await sending { transport in
            let failure = await #expect(throws: HTTPTransport.Failure.self) {
                // No process listens on the discard port.
                try await transport.send(.init(url: "http://127.0.0.1:9/page"))
            }
            guard case .unreachable = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
        }
    }
}
