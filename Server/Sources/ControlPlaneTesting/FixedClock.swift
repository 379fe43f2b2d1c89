package import Foundation
import Synchronization

/// A clock that goes when a test says so.
package final class FixedClock: Sendable {
    /// When tests begin: 2026-11-20T12:00:00Z.
    package static let start = Date(timeIntervalSince1970: 1_795_176_000)

    private let instant: Mutex<Date>

    /// Makes a clock that stands.
    package init(_ date: Date = FixedClock.start) { instant = Mutex(date) }

    /// What it says.
    package var now: Date { instant.withLock { $0 } }

    /// Moves it; backwards with a negative number.
    package func advance(days: Double = 0, minutes: Double = 0, seconds: Double = 0) {
        instant.withLock { $0 += days * 86_400 + minutes * 60 + seconds }
    }
}
