import Foundation
import Synchronization

/// A port for a server that ends and is started again.
///
/// Between the two, a system may give a port that it selected itself to any other program. It selects from 32768 on (Linux) or
/// 49152 (macOS), so these ports lie below.
package enum LastingPort {
    package struct Unavailable: Error {}

    private static let range = 20_000..<32_000
    /// Two processes begin at different ports.
    private static let latest = Mutex(range.lowerBound + Int(getpid()) * 7 % range.count)

    /// Returns a port that nobody listens on, and that this process has not returned before.
    package static func next() throws -> Int {
        try latest.withLock { latest in
            for _ in range {
                latest = latest + 1 < range.upperBound ? latest + 1 : range.lowerBound
                if isFree(latest) { return latest }
            }
            throw Unavailable()
        }
    }

    private static func isFree(_ port: Int) -> Bool {
        let descriptor = tcpSocket()
        defer { close(descriptor) }
        var address = sockaddr_in(loopback: port)
        return address.withSocketAddress { bind(descriptor, $0, $1) == 0 }
    }
}
