import Foundation
import NIOCore

/// An IP address. An IPv4-mapped IPv6 address equals the IPv4 address.
struct IPAddress: Hashable, Sendable {
    /// The 4 or 16 bytes in network order.
    let bytes: [UInt8]

    /// Parses an address without a port; `nil` for any other text.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 45, !text.utf8.contains(0) else { return nil }
        let text = String(text)
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(bytes: Array(bytes.prefix(4)))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes: bytes)
        } else {
            return nil
        }
    }

    /// Creates the address of a peer; `nil` for a Unix domain socket.
    init?(_ peer: SocketAddress) {
        guard let text = peer.ipAddress else { return nil }
        self.init(text)
    }

    private init(bytes: [UInt8]) {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        self.bytes = bytes.count == 16 && bytes.starts(with: mapped) ? Array(bytes.dropFirst(12)) : bytes
    }

    /// The key of the caller's network in rate limits: an IPv4 address, or the /64 of an IPv6 address.
    var limiterKey: String { bytes.count == 16 ? network(of: 8) : network(of: 4) }

    /// The key of the /48 of an IPv6 address, which one household or company has; `nil` for IPv4.
    var siteKey: String? { bytes.count == 16 ? network(of: 6) : nil }

    /// The first bytes as a text.
    private func network(of count: Int) -> String {
        bytes.prefix(count).map { String($0, radix: 16) }.joined(separator: ".")
            + (bytes.count == 16 ? "/\(count * 8)" : "")
    }

    /// The networks that nobody has on the internet: of the machine itself, of homes and companies, of providers, of one link.
    private static let privateNetworks: [(IPAddress, Int)] = [
        ("127.0.0.0", 8), ("10.0.0.0", 8), ("172.16.0.0", 12), ("192.168.0.0", 16), ("100.64.0.0", 10),
        ("169.254.0.0", 16),
        ("::1", 128), ("fc00::", 7), ("fe80::", 10),
    ].compactMap { text, length in IPAddress(text).map { ($0, length) } }

    /// Whether the address is none of the internet, such as that of a proxy beside the server.
    var isPrivate: Bool { Self.privateNetworks.contains { hasPrefix($0, length: $1) } }

    /// Whether the first `length` bits are equal to those of `other`.
    func hasPrefix(_ other: IPAddress, length: Int) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        for (index, (byte, fixed)) in zip(bytes, other.bytes).enumerated() {
            let bits = length - index * 8
            if bits <= 0 { return true }
            let mask: UInt8 = bits >= 8 ? 0xFF : 0xFF << (8 - UInt8(bits))
            if byte & mask != fixed & mask { return false }
        }
        return true
    }
}
