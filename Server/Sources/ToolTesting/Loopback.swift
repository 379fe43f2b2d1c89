import Foundation

/// A TCP socket without an address yet.
func tcpSocket() -> Int32 {
    #if canImport(Darwin)
    socket(AF_INET, SOCK_STREAM, 0)
    #else
    socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
}

extension sockaddr_in {
    /// A port of this machine that only this machine reaches; 0 lets the system select one.
    init(loopback port: Int) {
        self.init()
        sin_family = sa_family_t(AF_INET)
        sin_port = UInt16(port).bigEndian
        sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    }

    /// Calls a closure with the address and its length, as `bind`, `connect` and `getsockname` take them.
    mutating func withSocketAddress<Result>(
        _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
    ) -> Result {
        var length = socklen_t(MemoryLayout<Self>.size)
        return withUnsafeMutablePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }
}
