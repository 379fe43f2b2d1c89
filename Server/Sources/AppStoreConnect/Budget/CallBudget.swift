package import Foundation
import ServerSupport
import Synchronization

/// The calls that one App Store Connect key may make in an hour.
///
/// Uploads and build machines use the same key, so this server takes at most half of its limit. A tenth of that half is
/// reserved for webhook hints. Its methods can be called from any task.
package final class CallBudget: Sendable {
    /// The reason for a call.
    package enum Purpose: Hashable, Sendable, CaseIterable {
        /// Regular polling.
        case schedule
        /// A webhook announced a change.
        case hint
        /// An operator asked for it.
        case `operator`
    }

    /// Apple's limit an hour until a response names another one.
    private static let defaultLimit = 3_600

    /// The time to wait when none is left: within seconds nothing of a rolling hour is free again, within minutes something is.
    package static let pause = Duration.seconds(60)

    /// Apple counts over a rolling hour, so no hour may hold more calls than the bucket.
    private let bucket = Mutex(TokenBucket(capacity: Double(defaultLimit / 2), window: .seconds(3_600)))
    private let now: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Takes calls out of the budget; every attempt counts, retries too. Returns `false` if fewer calls are left for
    /// this purpose; then nothing was taken.
    package func take(_ calls: Int = 1, for purpose: Purpose) -> Bool {
        guard calls >= 0 else { return false }
        let now = now()
        return bucket.withLock { bucket in
            let reserve = purpose == .hint ? 0 : (bucket.capacity / 10).rounded(.up)
            return bucket.take(Double(calls), keeping: reserve, at: now) == nil
        }
    }

    /// The calls an hour that this server may make.
    package var allowedPerHour: Int { bucket.withLock { Int($0.capacity) } }

    /// The calls of the last hour.
    package var used: Int {
        let now = now()
        return bucket.withLock { Int($0.used(at: now)) }
    }

    /// Uses the limit of the key from the header `X-Rate-Limit`. A header without a readable limit changes nothing.
    package func observe(rateLimit header: String?) {
        guard let limit = header.flatMap({ RateLimitHeader($0).hourLimit }), limit > 0 else { return }
        bucket.withLock { $0.capacity = Double(limit / 2) }
    }
}

/// The header `X-Rate-Limit: user-hour-lim:3500;user-hour-rem:500;`. Unknown names are skipped.
struct RateLimitHeader: Hashable, Sendable {
    /// The calls an hour that the key has.
    private(set) var hourLimit: Int?
    /// The calls of this hour that are left.
    private(set) var hourRemaining: Int?

    init(_ header: String) {
        for field in header.split(separator: ";") {
            let parts = field.split(separator: ":", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ")) }
            guard parts.count == 2, let number = Int(parts[1]), number >= 0 else { continue }
            switch parts[0].lowercased() {
            case "user-hour-lim": hourLimit = number
            case "user-hour-rem": hourRemaining = number
            default: break
            }
        }
    }
}
