import Foundation
import Hummingbird
import NIOCore
import Testing

@testable import AirworthyServer

/// Each limit of a connection, tested by a client on a real socket.
@Suite(.timeLimit(.minutes(5))) struct LimitsTests {
    private static let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `a connection without a request is closed`() async throws {
        try await servingRoutes(limits: .forTests { $0.idle = .milliseconds(100) }) { _ in
        } test: { server in
            let end = try await Wire.with(port: server.port) { $0.all() }
            #expect(end.isClosed)
            #expect(end.text.isEmpty)
            #expect(server.disconnections.all == [.idle])
        }
    }

    @Test func `a connection without a second request is closed`() async throws {
        try await servingRoutes(limits: .forTests { $0.idle = .seconds(1) }) { _ in
        } test: { server in
            let end = try await Wire.with(port: server.port) { wire in
                wire.send(Self.get)
                return wire.all()
            }
            #expect(end.isClosed)
            #expect(Answer(end.text)?.body == "hello")
            #expect(server.disconnections.all == [.idle])
        }
    }

    @Test func `a head that arrives too slowly gets 408`() async throws {
        try await servingRoutes(limits: .forTests { $0.head = .milliseconds(200) }) { _ in
        } test: { server in
            let text = try await Wire.with(port: server.port) { wire in
                wire.send("GET / HTTP/1.1\r\nHost: a\r\n")
                var bytes: [UInt8] = []
                // A byte every 20 milliseconds, so that the connection is never idle.
                while bytes.isEmpty, wire.send("x") { bytes = wire.next(within: 20) ?? [] }
                return String(decoding: bytes, as: UTF8.self)
            }
            #expect(Answer(text)?.status == 408)
            #expect(Answer(text)?.problem == "request-timeout")
            #expect(Answer(text)?["connection"] == "close")
            #expect(server.disconnections.all == [.headTimeout])
        }
    }

    @Test func `a body that arrives too slowly gets 408`() async throws {
        try await servingRoutes(limits: .forTests { $0.body = .milliseconds(200) }) { _ in
        } test: { server in
            let text = try await Wire.with(port: server.port) { wire in
                wire.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
                var bytes: [UInt8] = []
                while bytes.isEmpty, wire.send("x") { bytes = wire.next(within: 20) ?? [] }
                return String(decoding: bytes, as: UTF8.self)
            }
            #expect(Answer(text)?.status == 408)
            #expect(Answer(text)?.problem == "request-timeout")
            #expect(server.disconnections.all == [.bodyTimeout])
        }
    }

    @Test func `a connection whose client reads nothing is closed`() async throws {
        let large = ByteBuffer(repeating: 0x78, count: 32 << 20)
        try await servingRoutes(limits: .forTests { $0.stall = .milliseconds(200) }) { router in
            router.get("/large") { _, _ in Response(status: .ok, body: ResponseBody(byteBuffer: large)) }
        } test: { server in
            let wire = try await Wire.blocking {
                let wire = try Wire(port: server.port, receiveBuffer: 4_096)
                wire.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
                return wire
            }
            #expect(await server.disconnections.next() == .stalled)
            wire.shut()
        }
    }

    @Test func `a client that reads slowly gets the whole response`() async throws {
        let size = 4 << 20
        let large = ByteBuffer(repeating: 0x78, count: size)
        try await servingRoutes(
            limits: .forTests {
                $0.stall = .seconds(5); $0.idle = .seconds(1)
            }
        ) { router in
            router.get("/large") { _, _ in Response(status: .ok, body: ResponseBody(byteBuffer: large)) }
        } test: { server in
            let count = try await Wire.with(port: server.port, receiveBuffer: 32_768) { wire in
                wire.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
                return wire.allBytes().bytes.count
            }
            #expect(count > size)
            #expect(server.disconnections.all == [.idle])
        }
    }

    struct Head: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let status: Int
        let problem: String?

        init(_ name: String, _ text: String, _ status: Int, _ problem: String? = nil) {
            testDescription = name
            self.text = text
            self.status = status
            self.problem = problem
        }

        static func url(_ length: Int) -> String {
            "GET /?\(String(repeating: "a", count: length - 2)) HTTP/1.1\r\nHost: a\r\n\r\n"
        }

        static func fields(_ count: Int, of length: Int) -> String {
            let fields = (0..<count).map { "X-\(1_000 + $0): \(String(repeating: "b", count: length - 10))\r\n" }
            return "GET / HTTP/1.1\r\nHost: a\r\n\(fields.joined())\r\n"
        }
    }

    @Test(arguments: [
        Head("a URL of 8 KiB", Head.url(8_192), 200),
        Head("a URL of a byte more", Head.url(8_193), 414, "url-too-long"),
        Head("a URL of 15 KiB", Head.url(15_000), 414, "url-too-long"),
        Head("a URL of 1 MiB", Head.url(1 << 20), 414, "url-too-long"),
        Head("a URL that never ends", "GET /" + String(repeating: "a", count: 1 << 20), 414, "url-too-long"),
        Head("fields of almost 16 KiB", Head.fields(16, of: 1_020), 200),
        Head("fields of more than 16 KiB", Head.fields(16, of: 1_030), 431, "headers-too-large"),
        Head("fields of 1 MiB", Head.fields(100, of: 10_000), 431, "headers-too-large"),
        Head("one field of 20 KiB", Head.fields(1, of: 20_480), 431, "headers-too-large"),
        Head("200 fields", Head.fields(200, of: 20), 431, "headers-too-large"),
        Head("no HTTP", "hello there\r\n\r\n", 400, "refused"),
        Head("HTTP/2 without asking", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "refused"),
        Head(
            "two lengths", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400,
            "refused"),
    ])
    func `heads above the limits are rejected`(_ head: Head) async throws {
        try await servingRoutes(
            limits: .forTests {
                $0.idle = .seconds(20); $0.linger = .milliseconds(100)
            }
        ) { _ in
        } test: { server in
            let answer = try await Wire.with(port: server.port) { wire in
                wire.send(head.text)
                return try wire.answer()
            }
            #expect(answer.status == head.status)
            #expect(answer.problem == head.problem)
        }
    }

    @Test func `a Content-Length above 1 MiB is rejected before the body is sent`() async throws {
        try await servingRoutes(limits: .forTests()) { _ in
        } test: { server in
            let end = try await Wire.with(port: server.port) { wire in
                wire.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n")
                return wire.all()
            }
            #expect(Answer(end.text)?.status == 413)
            #expect(Answer(end.text)?.problem == "body-too-large")
            #expect(end.isClosed)
        }
    }

    @Test func `a chunked body is rejected once it exceeds 1 MiB`() async throws {
        try await servingRoutes(limits: .forTests()) { router in
            router.post("/all") { request, _ -> String in
                for try await _ in request.body {}
                return "all"
            }
        } test: { server in
            let end = try await Wire.with(port: server.port) { wire in
                wire.send("POST /all HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                let chunk = "10000\r\n" + String(repeating: "x", count: 65_536) + "\r\n"
                for _ in 0..<17 { wire.send(chunk) }
                return wire.all()
            }
            #expect(Answer(end.text)?.status == 413)
            #expect(end.isClosed)
        }
    }

    @Test func `a body of 1 MiB is accepted`() async throws {
        try await servingRoutes(limits: .forTests()) { _ in
        } test: { server in
            let answer = try await Wire.with(port: server.port) { wire in
                wire.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n")
                wire.send(String(repeating: "x", count: 1 << 20))
                return try wire.answer()
            }
            #expect(answer.body == "1048576")
        }
    }

    @Test func `connections beyond the limit wait until one is closed`() async throws {
        try await servingRoutes(limits: .forTests { $0.connections = 2 }, crowd: 100) { _ in
        } test: { server in
            let (early, late) = try await Wire.blocking {
                let first = try Wire(port: server.port)
                let second = try Wire(port: server.port)
                for wire in [first, second] {
                    wire.send(Self.get)
                    _ = try wire.answer()
                }
                let third = try Wire(port: server.port)
                third.send(Self.get)
                let early = third.next(within: 100)
                first.shut()
                let late = try third.answer()
                second.shut()
                return (early, late)
            }
            #expect(early == nil)
            #expect(late.body == "hello")
        }
    }

    @Test func `before there are too many connections, those that wait longest for their client are closed`()
        async throws
    {
        let gate = Gate()
        try await servingRoutes(limits: .forTests { $0.connections = 16 }) { router in
            router.get("/wait") { _, _ in
                await gate.wait()
                return "done"
            }
        } test: { server in
            let (isClosed, others, busy, new) = try await Wire.blocking {
                let wires = try (0..<15).map { _ in try Wire(port: server.port) }
                // The first one waits for the server, and the second one has asked last.
                wires[0].send("GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
                for wire in wires[2...] + [wires[1]] {
                    wire.send(Self.get)
                    _ = try wire.answer()
                }
                let new = try Wire(port: server.port)
                new.send(Self.get)
                let answer = try new.answer()
                let isClosed = wires[2].next()?.isEmpty
                let others = (wires[..<2] + wires[3...]).compactMap { $0.next(within: 50) }
                gate.open()
                let busy = try wires[0].answer()
                for wire in wires + [new] { wire.shut() }
                return (isClosed, others, busy, answer)
            }
            #expect(new.body == "hello" && busy.body == "done")
            #expect(isClosed == true && others.isEmpty)
            #expect(server.disconnections.all == [.crowded])
        }
    }
}
