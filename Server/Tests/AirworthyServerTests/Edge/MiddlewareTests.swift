import Foundation
import HTTPTypes
import Logging
import Testing

@testable import AirworthyServer

@Suite struct AddressLimiterTests {
    private let clock = ManualClock(Date(timeIntervalSinceReferenceDate: 800_000_000))

    private func limiter(burst: Int = 3, period: Double = 10, capacity: Int = 10_000) -> AddressLimiter {
        AddressLimiter(
            .init(burst: burst, period: .seconds(period)), capacity: capacity, now: { [clock] in clock.now })
    }

    @Test func `a burst of failures is accepted, and the next one has to wait`() {
        let limiter = limiter()
        #expect((0..<3).map { _ in limiter.take(from: .init(network: "a")) } == [nil, nil, nil])
        #expect(limiter.take(from: .init(network: "a")) == 10)
        #expect(limiter.take(from: .init(network: "b")) == nil)
    }

    @Test(arguments: 0..<60)
    func `an address that waits for the returned time is always accepted`(_ pause: Int) {
        let limiter = limiter(burst: 20, period: 6)
        for _ in 0..<100 { _ = limiter.take(from: .init(network: "a")) }
        #expect(limiter.take(from: .init(network: "a")) == 6)
        clock.advance(by: Double(pause) / 10)
        for _ in 0..<10 {
            guard let wait = limiter.take(from: .init(network: "a")) else { continue }
            #expect((1...6).contains(wait))
            clock.advance(by: Double(wait))
            #expect(limiter.take(from: .init(network: "a")) == nil)
        }
    }

    @Test func `failures are forgotten one by one`() {
        let limiter = limiter()
        for _ in 0..<3 { _ = limiter.take(from: .init(network: "a")) }
        clock.advance(by: 10)
        #expect(limiter.take(from: .init(network: "a")) == nil)
        clock.advance(by: 1)
        #expect(limiter.take(from: .init(network: "a")) != nil)
        clock.advance(by: 989)
        #expect(limiter.take(from: .init(network: "a")) == nil)
    }

    @Test func `the number of networks is bounded, and a flood of new ones rids nobody of a limit`() {
        let limiter = limiter(capacity: 100)
        for _ in 0..<4 { _ = limiter.take(from: .init(network: "a")) }
        for number in 0..<10_000 { _ = limiter.take(from: .init(network: "\(number)")) }
        #expect(limiter.networkCount == 100)
        #expect(limiter.take(from: .init(network: "a")) != nil)
        #expect(limiter.take(from: .init(network: "new")) != nil, "the new ones share a bucket, which is empty")
        clock.advance(by: 10)
        #expect(limiter.take(from: .init(network: "new")) == nil, "a bucket that is full again makes room")
        #expect(limiter.networkCount == 100)
    }

    @Test func `a site of IPv6 has sixteen times the limit of a network, with any number of networks`() {
        let limiter = limiter()
        let allowed = (0..<1_000).count { number in
            limiter.take(from: LimitedClient(IPAddress("2001:db8:1:\(String(number, radix: 16))::1"))) == nil
        }
        #expect(allowed == 3 * 16)
        #expect(limiter.take(from: LimitedClient(IPAddress("2001:db8:2::1"))) == nil, "another site")
        // What a site is refused is not taken from its networks.
        clock.advance(by: 30)
        let network = LimitedClient(IPAddress("2001:db8:1:3e7::1"))
        #expect((0..<4).map { _ in limiter.take(from: network) == nil } == [true, true, true, false])
    }
}

@Suite struct TrustedProxiesTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let trusted: [String]
        let peer: String
        let forwarded: String?
        let client: String

        var testDescription: String { "\(peer) says \(forwarded ?? "nothing"), trusted: \(trusted)" }

        init(_ trusted: [String], _ peer: String, _ forwarded: String?, _ client: String) {
            self.trusted = trusted
            self.peer = peer
            self.forwarded = forwarded
            self.client = client
        }
    }

    @Test(arguments: [
        Case([], "203.0.113.5", nil, "203.0.113.5"),
        Case([], "203.0.113.5", "198.51.100.1", "203.0.113.5"),
        Case(["10.0.0.0/8"], "203.0.113.5", "198.51.100.1", "203.0.113.5"),
        Case(["10.0.0.0/8"], "10.1.2.3", nil, "10.1.2.3"),
        Case(["10.0.0.0/8"], "10.1.2.3", "198.51.100.1", "198.51.100.1"),
        Case(["10.0.0.0/8"], "10.1.2.3", "1.1.1.1, 198.51.100.1", "198.51.100.1"),
        Case(["10.0.0.0/8"], "10.1.2.3", "1.1.1.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"),
        Case(["10.0.0.0/8"], "10.1.2.3", "10.9.9.9", "10.9.9.9"),
        Case(["10.0.0.0/8"], "10.1.2.3", "198.51.100.1, nonsense", "10.1.2.3"),
        Case(["10.0.0.0/8"], "10.1.2.3", "198.51.100.1, nonsense, 10.9.9.9", "10.9.9.9"),
        Case(["10.0.0.0/8"], "10.1.2.3", "", "10.1.2.3"),
        Case(["10.0.0.0/8"], "10.1.2.3", "198.51.100.1:4711", "198.51.100.1"),
        Case(["10.0.0.0/8"], "10.1.2.3", "[2001:db8::7]:443", "2001:db8::7"),
        Case(["10.0.0.0/8"], "10.1.2.3", "2001:db8::7", "2001:db8::7"),
        Case(["10.1.2.3"], "10.1.2.3", "198.51.100.1", "198.51.100.1"),
        Case(["10.1.2.3"], "10.1.2.4", "198.51.100.1", "10.1.2.4"),
        Case(["2001:db8::/32"], "2001:db8:1::1", "198.51.100.1", "198.51.100.1"),
        Case(["2001:db8::/32"], "2001:db9::1", "198.51.100.1", "2001:db9::1"),
        Case(["127.0.0.0/8"], "::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"),
        Case(["0.0.0.0/0"], "203.0.113.5", "1.1.1.1, 2.2.2.2", "1.1.1.1"),
    ])
    func `the client is the nearest address that is not a trusted proxy`(_ example: Case) throws {
        let proxies = try #require(TrustedProxies.parse(example.trusted).proxies)
        #expect(
            proxies.client(peer: IPAddress(example.peer), forwarded: example.forwarded) == IPAddress(example.client))
    }

    @Test(arguments: [
        "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0", "localhost", "", "2001:db8::/129", "10.0.0.0/8/8",
    ])
    func `a text that is not an address or network is rejected`(_ text: String) {
        let result = TrustedProxies.parse(["127.0.0.1", text])
        #expect(result.proxies == nil)
        #expect(result.invalid == text)
    }

    @Test func `IPv6 clients are limited by their /64`() throws {
        let one = try #require(IPAddress("2001:db8:0:1::1"))
        let two = try #require(IPAddress("2001:db8:0:1:ffff::2"))
        let other = try #require(IPAddress("2001:db8:0:2::1"))
        #expect(one.limiterKey == two.limiterKey)
        #expect(one.limiterKey != other.limiterKey)
        #expect(IPAddress("::ffff:192.0.2.1")?.limiterKey == IPAddress("192.0.2.1")?.limiterKey)
    }
}

@Suite struct AccessLogEntryTests {
    @Test(arguments: [
        ("/v1/apps/{app}/manifest", 200, 0, "debug"), ("/v1/apps/{app}/manifest", 304, 0, "debug"),
        ("/v1/apps/{app}/manifest", 404, 0, "info"), ("/v1/apps/{app}/manifest", 503, 0, "debug"),
        ("/v1/apps/{app}/manifest", 500, 0, "info"), ("/v1/apps/{app}/manifest", 301, 0, "info"),
        ("/v1/admin/apps/{app}", 200, 0, "info"), ("/v1/admin/apps/{app}", 503, 0, "info"),
        ("/hooks/app-store-connect/{app}", 204, 0, "info"),
        ("/v1/apps/{app}/manifest", 200, 1_000_000_000, "debug"),
        ("/v1/apps/{app}/manifest", 200, 1_000_000_001, "info"),
    ])
    func `only successful and fast public requests have the log level debug`(
        route: String, status: Int, nanoseconds: Int64, level: String
    ) {
        let entry = AccessLogEntry(endpoint: route, method: .get, status: status, nanoseconds: nanoseconds)
        #expect(entry.level.rawValue == level)
    }

    @Test(arguments: [
        (String?("/v1/apps/{app}/keys"), "/v1/apps/{app}/keys"), (nil, "unmatched"), ("NotFound", "unmatched"),
    ])
    func `unknown routes are unmatched`(endpoint: String?, route: String) {
        #expect(AccessLogEntry(endpoint: endpoint, method: .get, status: 200, nanoseconds: 0).route == route)
    }

    @Test(arguments: [(HTTPRequest.Method.get, "GET"), (HTTPRequest.Method("PROPFIND") ?? .get, "OTHER")])
    func `unknown methods are OTHER`(method: HTTPRequest.Method, name: String) {
        #expect(AccessLogEntry(endpoint: nil, method: method, status: 200, nanoseconds: 0).method == name)
    }
}
