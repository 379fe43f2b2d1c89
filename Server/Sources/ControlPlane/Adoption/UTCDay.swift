import AirworthyPolicy
package import Foundation

/// A day of the calendar in UTC.
package struct UTCDay: Hashable, Strideable, Sendable {
    /// The seconds of a day.
    private static let seconds = 86_400.0

    /// The number of days since 1970-01-01.
    package let number: Int

    /// Creates a day from the number of days since 1970-01-01.
    package init(number: Int) { self.number = number }

    /// Creates the day of a date.
    package init(_ date: Date) { number = Int((date.timeIntervalSince1970 / Self.seconds).rounded(.down)) }

    /// Reads a day such as `2026-11-22`; `nil` for anything else.
    package init?(_ text: String) {
        guard text.utf8.count == 10, let date = Timestamp.parse(text + "T00:00:00Z") else { return nil }
        self.init(date)
    }

    /// The day as `2026-11-22`.
    package var text: String { String(Timestamp.format(start).prefix(10)) }

    /// The first moment of the day.
    package var start: Date { Date(timeIntervalSince1970: Double(number) * Self.seconds) }

    /// Returns the day some days later, or earlier for a negative number.
    package func adding(days: Int) -> UTCDay { UTCDay(number: number + days) }

    package func distance(to other: UTCDay) -> Int { other.number - number }
    package func advanced(by days: Int) -> UTCDay { adding(days: days) }

    package static func < (a: UTCDay, b: UTCDay) -> Bool { a.number < b.number }
}
