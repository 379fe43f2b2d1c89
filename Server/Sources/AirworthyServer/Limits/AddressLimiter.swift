import Foundation
import ServerSupport
import Synchronization

/// Limits how often addresses may do something, with a token bucket each. The number of addresses is bounded.
final class AddressLimiter: Sendable {
    /// The buckets of the addresses that did it.
    private struct State {
        var buckets: [String: TokenBucket] = [:]
        /// The addresses as a ring, in the order of their first time from `oldest` on.
        var addresses: [String] = []
        /// The index of the address that came first.
        var oldest = 0
    }

    /// The bucket of a new address.
    private let fullBucket: TokenBucket
    private let capacity: Int
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// Creates a limiter.
    /// - Parameters:
    ///   - burst: The number of times in a row after which an address has to wait.
    ///   - period: The time after which one of them is forgotten.
    ///   - capacity: The number of addresses; beyond it, the one that came first is forgotten.
    ///   - now: The clock.
    init(burst: Int, period: Duration, capacity: Int = 10_000, now: @escaping @Sendable () -> Date) {
        fullBucket = TokenBucket(capacity: Double(burst), refillInterval: period)
        self.capacity = capacity
        self.now = now
    }

    /// The number of addresses in memory.
    var addressCount: Int { state.withLock { $0.buckets.count } }

    /// Records one time.
    ///
    /// A time that has to wait does not count, so after the returned time the next one is allowed.
    /// - Parameter address: The address of the client.
    /// - Returns: The seconds to wait if the address came too often, otherwise `nil`.
    func take(from address: String) -> Int? {
        let now = now()
        return state.withLock { state in
            if state.buckets[address] == nil { remember(address, in: &state) }
            return state.buckets[address]?.take(at: now).map { Int($0.seconds.rounded(.up)) }
        }
    }

    private func remember(_ address: String, in state: inout State) {
        if state.addresses.count < capacity {
            state.addresses.append(address)
        } else {
            state.buckets[state.addresses[state.oldest]] = nil
            state.addresses[state.oldest] = address
            state.oldest = (state.oldest + 1) % capacity
        }
        state.buckets[address] = fullBucket
    }
}
