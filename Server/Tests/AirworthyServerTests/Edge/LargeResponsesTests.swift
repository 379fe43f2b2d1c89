import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Testing

@testable import AirworthyServer

@Suite(.timeLimit(.minutes(5))) struct LargeResponsesTests {
    private let loop = MultiThreadedEventLoopGroup.singleton.any()

    private static func response(of size: Int) -> Response {
        Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0x78, count: size)))
    }

    @Test func `readers that do not read hold places until they leave`() async throws {
        let responses = LargeResponses(limit: 2, limitOfChain: 2)
        let size = 8 << 20
        try await servingRoutes(
            limits: .forTests {
                $0.stall = .seconds(50); $0.idle = .seconds(50)
            }
        ) { router in
            router.get("/large") { _, context in
                do {
                    return try responses.limited(
                        Self.response(of: size), chain: "a", on: context.channel.eventLoop)
                } catch {
                    return Response(status: .serviceUnavailable)
                }
            }
        } test: { server in
            let slow = try await Wire.blocking { [port = server.port] in
                try (0..<2).map { _ in
                    let wire = try Wire(port: port, receiveBuffer: 32_768)
                    wire.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
                    return wire
                }
            }
            await until { responses.count == 2 }
            #expect(try await server.ask("GET", "/large").status == 503)
            for wire in slow { wire.shut() }
            await until { responses.count == 0 }
            let count = try await Wire.with(port: server.port) { wire in
                wire.send("GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                return wire.allBytes().bytes.count
            }
            #expect(count > size)
            await until { responses.count == 0 }
        }
    }

    @Test func `a token leaves places for others, and small or dropped responses hold none`() throws {
        let responses = LargeResponses(limit: 3, limitOfChain: 2)
        let large = Self.response(of: LargeResponses.threshold + 1)
        let first = try [
            responses.limited(large, chain: "a", on: loop), responses.limited(large, chain: "a", on: loop),
        ]
        #expect(throws: HTTPProblem.self) { try responses.limited(large, chain: "a", on: loop) }
        #expect(try responses.limited(Self.response(of: LargeResponses.threshold), chain: "a", on: loop).status == .ok)
        withExtendedLifetime((first, try responses.limited(large, chain: "b", on: loop))) {
            #expect(responses.count == 3)
            #expect(throws: HTTPProblem.self) { try responses.limited(large, chain: "c", on: loop) }
        }
    }

    @Test func `a dropped response gives back its place`() throws {
        let responses = LargeResponses(limit: 1, limitOfChain: 1)
        _ = try responses.limited(Self.response(of: 1 << 20), chain: "a", on: loop)
        #expect(responses.count == 0)
    }
}
