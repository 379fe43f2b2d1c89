import Foundation
import Testing

@testable import AirworthyServer

@Suite struct AddressSharesTests {
    private static func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test func `an address gets no more than its share until it gives one back`() throws {
        let shares = AddressShares(limit: 2)
        let (one, other) = (try Self.address("192.0.2.1"), try Self.address("192.0.2.2"))
        #expect((0..<3).map { _ in shares.enter(one) } == [true, true, false])
        #expect(shares.enter(other))
        shares.leave(one)
        #expect(shares.enter(one))
        #expect(!shares.enter(one))
    }

    @Test func `the addresses of an IPv6 network of 48 bits share`() throws {
        let shares = AddressShares(limit: 1)
        let first = try Self.address("2001:db8:0:1::1")
        #expect(shares.enter(first))
        #expect(!shares.enter(try Self.address("2001:db8:0:2:ffff::2")))
        #expect(shares.enter(try Self.address("2001:db8:1:1::1")))
        shares.leave(first)
        #expect(shares.enter(try Self.address("2001:db8:0:3::1")))
    }

    @Test func `an address with nothing in use takes no memory`() throws {
        let shares = AddressShares(limit: 1)
        for number in 0..<1_000 {
            let address = try Self.address("10.0.\(number / 256).\(number % 256)")
            #expect(shares.enter(address) && !shares.enter(address))
            #expect(shares.addressCount == 1)
            shares.leave(address)
        }
        #expect(shares.addressCount == 0)
    }

    @Test(arguments: [(8_192, Int?.none, 2_048), (17, nil, 4), (1, nil, 1), (100, 100, 100), (100, 1, 1)])
    func `the default share is a quarter of the connections, at least one`(
        connections: Int, perAddress: Int?, share: Int
    ) {
        let limits = ServerLimits.forTests {
            ($0.connections, $0.connectionsPerAddress) = (connections, perAddress)
        }
        #expect(limits.addressShare == share)
    }
}

/// The shares of client addresses on real sockets; several loopback addresses stand for several clients.
@Suite(.timeLimit(.minutes(5))) struct AddressShareSocketTests {
    private static let get = "GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n"
    /// A request whose body is never complete.
    private static let open =
        "POST /v1/apps/hashtags/decision HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + "Content-Length: 18\r\n"
    private static let proxies = TrustedProxies.parse(["127.0.0.9"]).proxies

    /// Opens connections with a response each.
    private static func connect(_ count: Int, to port: Int, from source: String) throws -> [Wire] {
        try (0..<count).map { _ in
            let wire = try Wire(port: port, from: source)
            wire.send(get)
            _ = try wire.answer()
            return wire
        }
    }

    @Test func `connections beyond the share of an address are closed at once and others are served`() async throws {
        let edge = try await EdgeServer(.forTests { ($0.connections, $0.connectionsPerAddress) = (8, 2) })
        try await edge.run { server in
            let port = server.port
            try await Wire.blocking {
                let held = try Self.connect(2, to: port, from: "127.0.0.2")
                for _ in 0..<3 {
                    let refused = try Wire(port: port, from: "127.0.0.2").all()
                    #expect(refused.isClosed && refused.text.isEmpty)
                }
                let others = try Self.connect(2, to: port, from: "127.0.0.3")
                #expect(others.count == 2)
                // The first address is served again once it closes a connection.
                held[0].shut()
                while true {
                    let wire = try Wire(port: port, from: "127.0.0.2")
                    wire.send(Self.get)
                    if let answer = try? wire.answer() {
                        #expect(answer.status == 200)
                        break
                    }
                }
            }
        }
        let refusals = edge.registry.families().first { $0.name == Metric.disconnections.name }
        let refused = refusals?.samples.first { $0.labels.map(\.value) == ["address-share"] }
        #expect(try #require(refused).value >= 3)
    }

    @Test func `a trusted proxy may have more connections than one address`() async throws {
        let edge = try await EdgeServer(
            .forTests { ($0.connections, $0.connectionsPerAddress) = (8, 1) }, proxies: try #require(Self.proxies))
        try await edge.run { server in
            let port = server.port
            let count = try await Wire.blocking { try Self.connect(4, to: port, from: "127.0.0.9").count }
            #expect(count == 4)
        }
    }

    @Test func `behind a trusted proxy, the requests in progress of one address are limited`() async throws {
        let edge = try await EdgeServer(
            // Room for those that the server has not noticed the end of: near the limit it would close the requests in progress.
            .forTests { ($0.connections, $0.connectionsPerAddress) = (1_024, 2) }, proxies: try #require(Self.proxies))
        try await edge.run { server in
            let port = server.port
            @Sendable func ask(for client: String) throws -> Answer {
                let wire = try Wire(port: port, from: "127.0.0.9")
                wire.send("GET /health/live HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: \(client)\r\n\r\n")
                return try wire.answer()
            }
            try await Wire.blocking {
                let open = try (0..<2).map { _ in
                    let wire = try Wire(port: port, from: "127.0.0.9")
                    wire.send(Self.open + "X-Forwarded-For: 203.0.113.1\r\n\r\n{\"version\":")
                    return wire
                }
                // The requests count from the time the server has read their heads.
                var refused = try ask(for: "203.0.113.1")
                while refused.status == 200 { refused = try ask(for: "203.0.113.1") }
                #expect(refused.status == 503 && refused.problem == "overloaded" && refused["retry-after"] == "1")
                #expect(try ask(for: "203.0.113.2").status == 200)
                #expect(try ask(for: "127.0.0.9").status == 200)
                for wire in open {
                    wire.send(" \"1.0\"}")
                    #expect(try wire.answer().status == 200)
                }
                var answer = try ask(for: "203.0.113.1")
                while answer.status == 503 { answer = try ask(for: "203.0.113.1") }
                #expect(answer.status == 200)
            }
        }
    }

    @Test func `an address that is not a trusted proxy cannot name another one`() async throws {
        let edge = try await EdgeServer(
            .forTests { ($0.connections, $0.connectionsPerAddress) = (8, 1) }, proxies: try #require(Self.proxies))
        try await edge.run { server in
            let port = server.port
            let refused = try await Wire.blocking {
                let held = try Self.connect(1, to: port, from: "127.0.0.2")
                let second = try Wire(port: port, from: "127.0.0.2")
                second.send("GET /health/live HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n")
                let refused = second.all()
                held[0].shut()
                return refused
            }
            #expect(refused.isClosed && refused.text.isEmpty)
        }
    }
}
