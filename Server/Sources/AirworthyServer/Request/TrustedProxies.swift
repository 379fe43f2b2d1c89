import ServerSupport

/// The proxies whose `X-Forwarded-For` header the server trusts.
package struct TrustedProxies: Hashable, Sendable, CustomStringConvertible {
    /// A network or a single address.
    private struct Network: Hashable, Sendable {
        let address: IPAddress
        let length: Int
        let text: String

        /// Parses `10.0.0.0/8`, `2001:db8::/32` or an address.
        init?(_ text: some StringProtocol) {
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard let address = parts.first.flatMap({ IPAddress($0) }) else { return nil }
            let most = address.bytes.count * 8
            if parts.count == 2 {
                guard parts[1].isAllDigits, let length = Int(parts[1]), length <= most else { return nil }
                self.length = length
            } else {
                length = most
            }
            self.address = address
            self.text = String(text)
        }
    }

    private let networks: [Network]

    /// No proxy: the header is ignored.
    package static let none = TrustedProxies(networks: [])

    /// The addresses and networks as they were given, separated by commas.
    package var description: String { networks.map(\.text).joined(separator: ",") }

    /// Parses addresses and networks, e.g. `10.0.0.0/8`. Returns the proxies; or `nil` and the first text that is
    /// neither.
    package static func parse(_ texts: [String]) -> (proxies: TrustedProxies?, invalid: String?) {
        var networks: [Network] = []
        for text in texts {
            guard let network = Network(text) else { return (nil, text) }
            networks.append(network)
        }
        return (TrustedProxies(networks: networks), nil)
    }

    private init(networks: [Network]) { self.networks = networks }

    /// Whether an address is that of a trusted proxy.
    func trusts(_ address: IPAddress) -> Bool {
        networks.contains { address.hasPrefix($0.address, length: $0.length) }
    }

    /// Returns the address of the client: the nearest address that is not a trusted proxy; `nil` if the connection has
    /// none.
    ///
    /// Proxies append to `X-Forwarded-For`, so it is read from the right. Entries left of the first untrusted address
    /// may be forged by the client.
    func client(peer: IPAddress?, forwarded: String?) -> IPAddress? {
        guard var address = peer, let forwarded, trusts(address) else { return peer }
        for entry in forwarded.split(separator: ",").reversed().prefix(32) {
            guard let next = Self.address(in: entry) else { break }
            address = next
            guard trusts(address) else { break }
        }
        return address
    }

    /// Returns the address in `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1` or `[2001:db8::1]:80`.
    private static func address(in entry: Substring) -> IPAddress? {
        let text = entry.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
        if text.hasPrefix("[") { return IPAddress(text.dropFirst().prefix { $0 != "]" }) }
        if text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 { return IPAddress(text.prefix { $0 != ":" }) }
        return IPAddress(text)
    }
}
