import Hummingbird
import NIOCore
import Testing

@testable import AirworthyServer

@Suite struct KeptBytesTests {
    private static func share(of address: String?, in kept: KeptBytes) throws -> KeptBytes.Share {
        kept.share(of: try address.map { try #require(IPAddress($0)) })
    }

    /// Adds a byte at a time until it is one too many, and returns how many there may be.
    private static func most(of share: KeptBytes.Share) -> Int {
        var bytes = 0
        while share.set(to: bytes + 1) { bytes += 1 }
        _ = share.set(to: bytes)
        return bytes
    }

    @Test func `the more networks read nothing, the less each may have, and one more always has room`() throws {
        let kept = KeptBytes(limit: 1_200)
        var shares: [KeptBytes.Share] = []
        for (number, most) in [600, 300, 150, 75].enumerated() {
            let share = try Self.share(of: "192.0.2.\(number)", in: kept)
            #expect(Self.most(of: share) == most)
            shares.append(share)
        }
        #expect(kept.total == 600 + 300 + 150 + 75)
        #expect(!shares[0].set(to: 601), "it has more than is left for others already")
        #expect(shares[0].set(to: 0), "to have less is always allowed")
        #expect(try Self.most(of: Self.share(of: "192.0.2.9", in: kept)) > 300)
    }

    @Test(arguments: [
        (["192.0.2.1", "192.0.2.1"], true), (["2001:db8:1::1", "2001:db8:1:ffff::2"], true),
        (["192.0.2.1", "192.0.2.2"], false), (["2001:db8:1::1", "2001:db8:2::1"], false),
    ])
    func `the connections of an address, and of a /48 of IPv6, share`(addresses: [String], isShared: Bool) throws {
        let kept = KeptBytes(limit: 100)
        let first = try Self.share(of: addresses[0], in: kept)
        let second = try Self.share(of: addresses[1], in: kept)
        #expect(first.set(to: 40))
        #expect(second.set(to: 20) == !isShared)
    }

    @Test func `a trusted proxy may use all of it, and a connection that ends leaves nothing`() throws {
        let kept = KeptBytes(limit: 100)
        let proxy = try Self.share(of: nil, in: kept)
        #expect(Self.most(of: proxy) == 100)
        _ = proxy.set(to: 0)
        #expect(kept.total == 0)
    }

    @Test(.timeLimit(.minutes(5)))
    func `clients of an address that leave too much unread are disconnected, and others are served`() async throws {
        let limits = ServerLimits.forTests { $0.unsentBytes = 4 << 20 }
        let large = ByteBuffer(repeating: 0x78, count: 1 << 20)
        try await servingRoutes(limits: limits) { router in
            router.get("/large") { _, _ in Response(status: .ok, body: ResponseBody(byteBuffer: large)) }
        } test: { server in
            let port = server.port
            let readers = try await Wire.blocking {
                try (0..<4).map { _ in
                    let wire = try Wire(port: port, from: "127.0.0.2", receiveBuffer: 4_096)
                    wire.send("GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
                    return wire
                }
            }
            #expect(await server.disconnections.next() == .unreadShare)
            let other = try await Wire.blocking {
                let wire = try Wire(port: port, from: "127.0.0.3")
                wire.send("GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
                return wire.allBytes().bytes.count
            }
            #expect(other > 1 << 20)
            try await Wire.blocking { for reader in readers { reader.shut() } }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `clients of an address that send too many bodies at once get 503, and others are served`() async throws {
        let part = String(repeating: "x", count: 400 << 10)
        let head = "POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: \(1 << 20)\r\n\r\n"
        let (received, continuation) = AsyncStream<Int>.makeStream()
        try await servingRoutes(limits: .forTests { $0.keptBodies = 1 << 20 }) { router in
            router.post("/read") { request, _ in
                var bytes = 0
                for try await part in request.body {
                    bytes += part.readableBytes
                    continuation.yield(bytes)
                }
                return "\(bytes)"
            }
        } test: { server in
            let port = server.port
            let first = try await Wire.blocking {
                let wire = try Wire(port: port, from: "127.0.0.2")
                wire.send(head + part)
                return wire
            }
            // Connections are read on different threads: the second one is the one too many only once the first has all of its part.
            #expect(await received.first { $0 == part.utf8.count } != nil)
            let (refused, other, again) = try await Wire.blocking {
                let second = try Wire(port: port, from: "127.0.0.2")
                second.send(head + part)
                let refused = try second.answer()
                let third = try Wire(port: port, from: "127.0.0.3")
                third.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: \(100 << 10)\r\n\r\n")
                third.send(String(repeating: "x", count: 100 << 10))
                let other = try third.answer()
                first.send(String(repeating: "x", count: (1 << 20) - part.utf8.count))
                return (refused, other, try? first.answer())
            }
            #expect(refused.status == 503 && refused.body.contains("too many bodies"))
            #expect(other.body == "\(100 << 10)")
            // Alone, too, it may have only half.
            #expect(again?.status == 503)
            #expect(server.disconnections.all == [.bodyShare, .bodyShare])
        }
    }
}
