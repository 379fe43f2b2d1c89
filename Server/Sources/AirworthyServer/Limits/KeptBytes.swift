import NIOCore
import Synchronization

/// Counts the bytes that clients make the server keep, such as responses that they have not read yet, and limits them.
///
/// A network may have as many as are left for all others: alone it gets half of all, two get a third each, and there is always room
/// for one more.
final class KeptBytes: Sendable {
    private struct State {
        var total = 0
        var networks: [String: Int] = [:]
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    var total: Int { state.withLock { $0.total } }

    /// Returns the share of a new connection; `nil` stands for a trusted proxy, which connects for many networks.
    func share(of address: IPAddress?) -> Share { Share(of: self, network: address?.siteKey ?? address?.limiterKey) }

    private func change(by difference: Int, of network: String?) -> Bool {
        state.withLock { state in
            state.total += difference
            guard let network else { return state.total <= limit }
            let count = state.networks[network, default: 0] + difference
            state.networks[network] = count > 0 ? count : nil
            return count <= limit - state.total
        }
    }

    /// The bytes of one connection, on its event loop.
    final class Share {
        private let all: KeptBytes
        private let network: String?
        private var count = 0

        fileprivate init(of all: KeptBytes, network: String?) {
            self.all = all
            self.network = network
        }

        /// Sets how many bytes are kept; `false` if that is more than before, and too many: end the connection.
        func set(to bytes: Int) -> Bool {
            guard bytes != count else { return true }
            let difference = bytes - count
            count = bytes
            return all.change(by: difference, of: network) || difference < 0
        }
    }
}

@available(*, unavailable)
extension KeptBytes.Share: Sendable {}
