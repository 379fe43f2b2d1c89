package import Foundation

extension Duration {
    /// The duration in seconds, as a floating-point number.
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}

extension Date {
    /// Returns the date moved forward by a duration.
    package static func + (date: Date, duration: Duration) -> Date { date.addingTimeInterval(duration.seconds) }

    /// Returns the date moved back by a duration.
    package static func - (date: Date, duration: Duration) -> Date { date.addingTimeInterval(-duration.seconds) }

    /// Returns the time from another date to this one; negative if this date is the earlier one.
    package func duration(since other: Date) -> Duration { .seconds(timeIntervalSince(other)) }
}

/// The time that passes whatever happens to the clock.
package enum Uptime {
    private static let start = ContinuousClock.now

    /// Returns the time since a fixed moment of this process.
    package static func current() -> Duration { ContinuousClock.now - start }
}
