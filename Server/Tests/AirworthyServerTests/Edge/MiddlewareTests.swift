import Foundation
import HTTPTypes
import Logging
import Testing

@testable import AirworthyServer

@Suite struct FailureTableTests {
    @Test func `a burst of failures is let pass, the next one has to wait`() {
        var table = FailureTable(burst: 3, period: 10)
        #expect((0..<3).map { _ in table.fail("a", at: 0) } == [nil, nil, nil])
        #expect(table.fail("a", at: 0) == 10)
        #expect(table.fail("b", at: 0) == nil)
    }

    @Test func `waiting as long as was said always helps`() {
        var table = FailureTable(burst: 3, period: 10)
        for _ in 0..<100 { _ = table.fail("a", at: 0) }
        let wait = table.fail("a", at: 0) ?? 0
        #expect(wait == 10)
        #expect(table.fail("a", at: Double(wait)) == nil)
    }

    @Test func `failures are forgotten one by one`() {
        var table = FailureTable(burst: 3, period: 10)
        for _ in 0..<3 { _ = table.fail("a", at: 0) }
        #expect(table.fail("a", at: 10) == nil)
        #expect(table.fail("a", at: 11) != nil)
        #expect(table.fail("a", at: 1_000) == nil)
    }

    @Test func `no number of addresses makes the table grow`() {
        var table = FailureTable(burst: 3, period: 10, capacity: 100)
        for number in 0..<10_000 { _ = table.fail("\(number)", at: 0) }
        #expect(table.count == 100)
        // The last ones are remembered.
        for _ in 0..<2 { _ = table.fail("9999", at: 0) }
        #expect(table.fail("9999", at: 0) != nil)
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
    func `the client is the nearest address that is no trusted proxy`(_ example: Case) throws {
        let proxies = try #require(TrustedProxies.read(example.trusted).proxies)
        #expect(
            proxies.client(peer: IPAddress(example.peer), forwarded: example.forwarded) == IPAddress(example.client))
    }

    @Test(arguments: [
        "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0", "localhost", "", "2001:db8::/129", "10.0.0.0/8/8",
    ])
    func `what is no network is refused`(_ text: String) {
        let result = TrustedProxies.read(["127.0.0.1", text])
        #expect(result.proxies == nil)
        #expect(result.wrong == text)
    }

    @Test func `an IPv6 caller is counted by its network`() throws {
        let one = try #require(IPAddress("2001:db8:0:1::1"))
        let two = try #require(IPAddress("2001:db8:0:1:ffff::2"))
        let other = try #require(IPAddress("2001:db8:0:2::1"))
        #expect(one.limiterKey == two.limiterKey)
        #expect(one.limiterKey != other.limiterKey)
        #expect(IPAddress("::ffff:192.0.2.1")?.limiterKey == IPAddress("192.0.2.1")?.limiterKey)
    }
}

@Suite struct AccessRecordTests {
    @Test(arguments: [
        (true, 200, 0, "debug"), (true, 304, 0, "debug"), (true, 404, 0, "info"), (true, 503, 0, "debug"),
        (true, 500, 0, "info"), (true, 301, 0, "info"), (false, 200, 0, "info"), (false, 503, 0, "info"),
        (true, 200, 1_000_000_000, "debug"), (true, 200, 1_000_000_001, "info"),
    ])
    func `only what is public, fine and fast is for debugging`(
        _ isPublic: Bool, _ status: Int, _ nanoseconds: Int64, _ level: String
    ) {
        #expect(
            AccessRecord.level(isPublic: isPublic, status: status, nanoseconds: nanoseconds).rawValue == level)
    }

    @Test func `methods and routes come from fixed lists`() {
        #expect(AccessRecord.method(.get) == "GET")
        #expect(AccessRecord.method(.init("PROPFIND") ?? .get) == "OTHER")
        #expect(AccessRecord.route(nil) == "unmatched")
        #expect(AccessRecord.route("NotFound") == "unmatched")
        #expect(AccessRecord.isAdmin("/v1/admin/apps/{app}"))
        #expect(!AccessRecord.isAdmin("/v1/apps/{app}/manifest"))
    }
}
