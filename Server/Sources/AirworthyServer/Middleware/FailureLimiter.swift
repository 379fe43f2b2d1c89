package import Foundation
import Synchronization

/// How many failed authentications each address had lately. Of bounded size, whatever arrives.
struct FailureTable {
    /// How many failures in a row are let pass.
    let burst: Double
    /// The seconds after which one failure is forgotten.
    let period: Double
    /// The most addresses that are remembered; the one that failed first goes when there are more.
    let capacity: Int

    /// When all failures of an address will be forgotten.
    private var clearAt: [String: Double] = [:]
    private var order: [String] = []
    private var oldest = 0

    init(burst: Int = 20, period: Double = 6, capacity: Int = 10_000) {
        self.burst = Double(burst)
        self.period = period
        self.capacity = capacity
    }

    var count: Int { clearAt.count }

    /// Counts a failure.
    /// - Parameters:
    ///   - address: Who failed.
    ///   - now: The time in seconds.
    /// - Returns: After how many seconds to try again, if there were too many; else `nil`.
    mutating func fail(_ address: String, at now: Double) -> Int? {
        if clearAt[address] == nil { remember(address) }
        let clear = max(clearAt[address] ?? now, now) + period
        let over = clear - now - burst * period
        // One that is over does not count, so that waiting as long as is said always helps.
        guard over <= 0 else { return Int(over.rounded(.up)) }
        clearAt[address] = clear
        return nil
    }

    private mutating func remember(_ address: String) {
        if order.count < capacity {
            order.append(address)
        } else {
            clearAt[order[oldest]] = nil
            order[oldest] = address
            oldest = (oldest + 1) % capacity
        }
    }
}

/// Counts failed authentications per address. Never asked about those that succeed.
package final class FailureLimiter: Sendable {
    private let table: Mutex<FailureTable>
    private let now: @Sendable () -> Date

    /// - Parameter now: The clock.
    package convenience init(now: @escaping @Sendable () -> Date) { self.init(FailureTable(), now: now) }

    init(_ table: FailureTable, now: @escaping @Sendable () -> Date) {
        self.table = Mutex(table)
        self.now = now
    }

    /// Counts a failure.
    /// - Parameter address: Who failed.
    /// - Returns: After how many seconds to try again, if there were too many; else `nil`.
    package func fail(_ address: String) -> Int? {
        let now = now().timeIntervalSinceReferenceDate
        return table.withLock { $0.fail(address, at: now) }
    }
}
