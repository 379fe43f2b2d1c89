import Synchronization
import Testing

@testable import AirworthyServer

@Suite struct SameAddressTests {
    private static let needed = SameAddress.needed

    @Test(arguments: [
        ("10.0.0.1", true), ("127.0.0.1", true), ("172.31.255.255", true), ("192.168.1.1", true), ("100.127.0.1", true),
        ("169.254.1.1", true), ("::1", true), ("fd00::1", true), ("fe80::1", true), ("::ffff:10.1.2.3", true),
        ("172.32.0.1", false), ("100.128.0.1", false), ("192.0.2.1", false), ("2001:db8::1", false), ("8.8.8.8", false),
    ])
    func `an address is private or of the internet`(text: String, isPrivate: Bool) throws {
        #expect(try #require(IPAddress(text)).isPrivate == isPrivate)
    }

    @Test(arguments: [
        (Array(repeating: "10.0.0.1", count: needed), true, 1),
        (Array(repeating: "10.0.0.1", count: needed - 1), false, 0),
        (Array(repeating: "192.0.2.1", count: 2 * needed), false, 0),
        (Array(repeating: "10.0.0.1", count: 3 * needed), true, 1),
        (Array(repeating: "10.0.0.1", count: needed) + ["10.0.0.2"], false, 1),
        (Array(repeating: "10.0.0.1", count: needed - 1) + ["192.0.2.1", "10.0.0.1"], false, 0),
        (
            Array(repeating: "10.0.0.1", count: needed) + ["192.0.2.1"] + Array(repeating: "10.0.0.1", count: needed),
            true, 2
        ),
    ])
    func `a thousand requests in a row from one private address are noticed once`(
        addresses: [String], isCertain: Bool, calls: Int
    ) {
        let count = Mutex(0)
        let watch = SameAddress { count.withLock { $0 += 1 } }
        for address in addresses { watch.note(IPAddress(address)) }
        #expect(watch.isCertain == isCertain)
        #expect(count.withLock { $0 } == calls)
    }
}
