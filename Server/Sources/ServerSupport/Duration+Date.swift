package import Foundation

extension Duration {
    package var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    /// The duration in the largest unit that leaves no rest, such as `3 days` or `90 seconds`.
    package var words: String {
        let units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
        let whole = Int(seconds.rounded())
        let (size, name) = units.first { whole % $0.0 == 0 && whole != 0 } ?? (1, "second")
        return "\(whole / size) \(name)\(whole / size == 1 ? "" : "s")"
    }
}

extension Date {
    package static func + (date: Date, duration: Duration) -> Date { date.addingTimeInterval(duration.seconds) }

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
