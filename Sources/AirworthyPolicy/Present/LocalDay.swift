#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A calendar date in some time zone, as the number of days since 1970-01-01.
///
/// Only the time zone's offset to UTC matters. The user's calendar (Gregorian, Buddhist and so on) does not, because
/// every calendar changes its date at local midnight.
package struct LocalDay: Hashable, Comparable, Sendable {
    package let number: Int

    private init(number: Int) { self.number = number }

    /// Creates the local date of an instant.
    package init(_ date: Date, in zone: TimeZone) {
        let date = date.limitedToSafeYears
        self.init(number: Self.days(date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))))
    }

    /// Creates the date of an instant in UTC.
    package init(utc date: Date) { self.init(number: Self.days(date.limitedToSafeYears.timeIntervalSince1970)) }

    /// Reads a date. Returns `nil` if the text is not a date.
    package init?(_ text: String) {
        // The timestamp parser accepts the text with a time only if the text is a date.
        guard text.utf8.count == 10, let midnight = Timestamp.parse(text + "T00:00:00Z") else { return nil }
        self.init(number: Self.days(midnight.timeIntervalSince1970))
    }

    /// Reads a stored date. Returns `nil` if the text is not a date, or if it was not this date in any time zone at the
    /// given instant.
    init?(_ text: String, at date: Date) {
        self.init(text)
        guard abs(number - Self.days(date.limitedToSafeYears.timeIntervalSince1970)) <= 1 else { return nil }
    }

    /// The date as text, e.g. `2026-11-20`.
    package var text: String {
        String(Timestamp.format(Date(timeIntervalSince1970: Double(number) * 86_400)).prefix(10))
    }

    /// Returns the date a number of days later.
    package func adding(_ days: Int) -> LocalDay { LocalDay(number: number + days) }

    /// Returns the first second after `now` at which it is this date, or a later one, in the time zone.
    ///
    /// A time zone may skip a date, as Samoa skipped 2011-12-30. A skipped date starts together with the next one.
    /// - Parameters:
    ///   - zone: The time zone.
    ///   - now: An instant before this date in the time zone.
    /// - Returns: The instant.
    func start(in zone: TimeZone, after now: Date) -> Date {
        // A binary search: no time zone is more than a day away from UTC.
        let midnight = number * 86_400
        let now = Int(now.limitedToSafeYears.timeIntervalSince1970.rounded(.down))
        var (before, reached) = (max(midnight - 86_400, now), max(midnight + 86_400, now + 1))
        while reached - before > 1 {
            let middle = before + (reached - before) / 2
            if LocalDay(Date(timeIntervalSince1970: Double(middle)), in: zone) >= self {
                reached = middle
            } else {
                before = middle
            }
        }
        return Date(timeIntervalSince1970: Double(reached))
    }

    package static func < (lhs: LocalDay, rhs: LocalDay) -> Bool { lhs.number < rhs.number }

    private static func days(_ seconds: Double) -> Int { Int((seconds / 86_400).rounded(.down)) }
}

extension Date {
    /// The instant, limited to the years 1 to 9998, in which arithmetic with days cannot overflow. NaN becomes 1970.
    var limitedToSafeYears: Date {
        let seconds = timeIntervalSince1970
        guard !seconds.isNaN else { return Date(timeIntervalSince1970: 0) }
        guard !(-62_135_596_800...253_339_228_800).contains(seconds) else { return self }
        return Date(timeIntervalSince1970: min(max(seconds, -62_135_596_800), 253_339_228_800))
    }

    /// The instant as it reads after it was stored: limited to safe years, with the precision of timestamps.
    var roundedAsStored: Date { Timestamp.parse(Timestamp.format(limitedToSafeYears)) ?? limitedToSafeYears }
}
