import NIOCore
import NIOEmbedded
import Testing

@testable import AirworthyServer

@Suite struct OpenConnectionsTests {
    @Test func `while a connection is being closed, no other one is closed in its place`() throws {
        let loop = EmbeddedEventLoop()
        let open = OpenConnections(limit: 16)
        var expired: [Int] = []
        var connections: [ConnectionTimeoutHandler] = []
        for number in 0..<16 {
            let limits = ServerLimits()
            let bytes = KeptBytes(limit: limits.unsentBytes)
            let connection = ConnectionTimeoutHandler(
                limits: limits, unsent: bytes.share(of: nil), bodies: bytes.share(of: nil))
            let channel = EmbeddedChannel(handler: connection, loop: loop)
            // The end of a connection comes some time after the decision, because its loop has other things to do.
            connection.onExpiry = { _ in expired.append(number) }
            connection.wait.since = .uptimeNanoseconds(UInt64(1 + number))
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
            open.add(connection, on: channel)
            connections.append(connection)
        }
        loop.advanceTime(by: .seconds(1))
        #expect(expired == [0])
        connections[0].drop()
        loop.advanceTime(by: .seconds(1))
        #expect(expired == [0])
    }
}
