import AirworthyPolicy
import Foundation
import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: Sendable {
    private let date: Mutex<Date>

    init(_ date: Date) { self.date = Mutex(date) }

    var now: Date { date.withLock { $0 } }

    func advance(by seconds: Double) { date.withLock { $0 += seconds } }

    func set(_ date: Date) { self.date.withLock { $0 = date } }
}
