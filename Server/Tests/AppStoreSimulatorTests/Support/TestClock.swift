import Foundation
import Synchronization

/// A clock that moves only by `advance(by:)`.
final class TestClock: Sendable {
    private let time: Mutex<Date>

    init(_ start: Date = Date(timeIntervalSince1970: 1_900_000_000)) { time = Mutex(start) }

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}
