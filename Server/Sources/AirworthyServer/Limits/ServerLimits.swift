package import NIOCore

/// The limits of the server per connection and in total. Tests shorten the times.
package struct ServerLimits: Hashable, Sendable {
    /// The longest time that a connection stays open without a request.
    package var idle = TimeAmount.seconds(30)
    /// The longest time from the first byte of a request to the end of its head.
    package var head = TimeAmount.seconds(10)
    /// The longest time from the end of the head of a request to the end of its body.
    package var body = TimeAmount.seconds(30)
    /// The longest time that a client reads nothing while response bytes wait to be sent.
    package var stall = TimeAmount.seconds(30)
    /// The rate at which a client has to read once bytes have waited for ``stall``, in bytes a second.
    package var leastBytesPerSecond = 2 << 10
    /// The highest number of bytes that wait to be sent, on all connections. A network may have as many as are left.
    package var unsentBytes = 256 << 20
    /// The highest number of bytes of bodies without a response, and of requests that wait for an earlier response, on
    /// all connections. A network may have as many as are left.
    package var keptBodies = 64 << 20
    /// The size of the kernel's buffer for unsent bytes of a connection; it counts twice that for its own use.
    package var sendBuffer = 32 << 10
    /// The most bytes that are read from a connection at once.
    package var receiveBuffer = 32 << 10
    /// The time for the client to read the last response and close, after the server closed its side.
    package var linger = TimeAmount.seconds(1)
    package var urlBytes = 8 << 10
    /// The largest total size of all header fields in bytes.
    package var headerBytes = 16 << 10
    package var headerCount = 128
    /// The largest body on any route in bytes. Most routes have a lower limit.
    package var bodyBytes = BodyLimit.document
    /// The highest number of connections; further ones wait in the kernel's queue. See ``OpenConnections`` for what happens before.
    package var connections = 8_192
    /// The highest number of connections of one address, and of requests in progress of one address behind trusted
    /// proxies; `nil` for a quarter of ``connections``.
    package var connectionsPerAddress: Int?
    /// The highest number of evaluations (of decisions, features, releases and TestFlight builds) that run or wait.
    package var evaluations = 64
    /// The longest time that a request of an admin may compute.
    package var adminWork = Duration.seconds(10)

    /// How often a network may do something: `burst` times in a row, one of which is forgotten after each `period`.
    package struct Rate: Hashable, Sendable {
        let burst: Int
        let period: Duration
    }

    /// The tokens of a network that are refused.
    package var failedTokens = Rate(burst: 20, period: .seconds(6))
    /// The check-ins of a network: then ten a second. Many devices share the address of one.
    package static let checkIns = Rate(burst: 1_000, period: .milliseconds(100))

    /// Creates limits for a server on the internet.
    package init() {}

    /// The share of one address: ``connectionsPerAddress`` or its default, at least 1.
    package var addressShare: Int { connectionsPerAddress ?? max(1, connections / 4) }
}
