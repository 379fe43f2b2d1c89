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
    /// - Throws: ``Unavailable`` if all are in use.
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
        #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
