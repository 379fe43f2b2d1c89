import Foundation
import ServerSupport
import Synchronization

/// A client by the networks that limits count.
struct LimitedClient: Hashable, Sendable {
    /// An IPv4 address, or the /64 of an IPv6 address.
    let network: String
    /// The /48 of an IPv6 address. It has 65,536 of the former.
    var site: String?
}

extension LimitedClient {
    /// Creates the client with an address; all those without one are the same.
    init(_ address: IPAddress?) {
        self.init(network: address?.limiterKey ?? "unknown", site: address?.siteKey)
    }
}

/// Limits how often clients may do something, with a token bucket for each network. The number of networks is bounded.
///
/// A /48 of IPv6 has a bucket, too, for sixteen times as much. A bucket is forgotten only when it is full again: whoever sends
/// from many networks does not get rid of any limit. While no bucket is full, all new networks share one.
final class AddressLimiter: Sendable {
    private struct State {
        var buckets: [String: TokenBucket] = [:]
        /// The keys of the buckets, as a ring.
        var keys: [String] = []
        /// The key to look at next when a bucket has to be forgotten.
        var next = 0
    }

    /// A site may do it as often as so many networks.
    private static let networksOfSite = 16
    /// The most buckets to look at for one that can be forgotten.
    private static let mostLooks = 16
    /// The key of the bucket for networks that have none of their own.
    private static let others = "others"

    private let fullBucket: TokenBucket
    private let fullSite: TokenBucket
    private let capacity: Int
    private let now: @Sendable () -> Date
    private let state: Mutex<State>

    init(_ rate: ServerLimits.Rate, capacity: Int = 10_000, now: @escaping @Sendable () -> Date) {
        fullBucket = TokenBucket(capacity: Double(rate.burst), refillInterval: rate.period)
        fullSite = TokenBucket(
            capacity: Double(rate.burst * Self.networksOfSite), refillInterval: rate.period / Self.networksOfSite)
        self.capacity = capacity
        self.now = now
        state = Mutex(State())
    }

    var networkCount: Int { state.withLock { $0.keys.count } }

    /// Records one time, or returns the seconds to wait if the client came too often; such a time does not count.
    func take(from client: LimitedClient) -> Int? {
        let now = now()
        return state.withLock { state in
            let network = key(client.network, full: fullBucket, at: now, in: &state)
            let before = state.buckets[network]
            if let wait = state.buckets[network]?.take(at: now) { return Int(wait.seconds.rounded(.up)) }
            guard let site = client.site else { return nil }
            let siteKey = key(site, full: fullSite, at: now, in: &state)
            guard siteKey != network, let wait = state.buckets[siteKey]?.take(at: now) else { return nil }
            if state.buckets[network] != nil { state.buckets[network] = before }
            return Int(wait.seconds.rounded(.up))
        }
    }

    /// Returns the key of the bucket for a network, which is new if there is room for it.
    private func key(_ network: String, full: TokenBucket, at now: Date, in state: inout State) -> String {
        if state.buckets[network] != nil { return network }
        if state.keys.count < capacity {
            state.keys.append(network)
        } else if let place = placeOfFullBucket(at: now, in: &state) {
            state.buckets[state.keys[place]] = nil
            state.keys[place] = network
        } else {
            if state.buckets[Self.others] == nil { state.buckets[Self.others] = fullBucket }
            return Self.others
        }
        state.buckets[network] = full
        return network
    }

    private func placeOfFullBucket(at now: Date, in state: inout State) -> Int? {
        for _ in 0..<min(Self.mostLooks, capacity) {
            let place = state.next
            state.next = (place + 1) % capacity
            if state.buckets[state.keys[place]]?.isFull(at: now) ?? true { return place }
        }
        return nil
    }
}
