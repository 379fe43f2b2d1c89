#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A calendar date in some time zone, as the number of days since 1970-01-01.
///
/// Computed from the offset to UTC alone. Every calendar changes its date at local midnight, so the calendar does not
/// matter.
struct LocalDay: Hashable, Comparable {
    let number: Int

    private init(number: Int) { self.number = number }

    /// Creates the local date of an instant.
    init(_ date: Date, in zone: TimeZone) {
        let date = date.bounded
        self.init(number: Self.days(date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))))
    }

    /// Reads a stored date. Returns `nil` if no time zone had this date at the instant.
    init?(_ text: String, at date: Date) {
        // Midnight in UTC parses only if the text is a date.
        guard let midnight = Timestamp.parse(text + "T00:00:00Z") else { return nil }
        self.init(number: Self.days(midnight.timeIntervalSince1970))
        guard abs(number - Self.days(date.bounded.timeIntervalSince1970)) <= 1 else { return nil }
    }

    /// The date as text, e.g. `2026-11-20`.
    var text: String { String(Timestamp.format(Date(timeIntervalSince1970: Double(number) * 86_400)).prefix(10)) }

    func adding(_ days: Int) -> LocalDay { LocalDay(number: number + days) }

    /// The first second after `now` at which the time zone has reached this date. `now` must be earlier.
    func start(in zone: TimeZone, after now: Date) -> Date {
        // No time zone is more than a day away from UTC. A date that a zone leaves out starts with the next date.
        let midnight = number * 86_400
        let now = Int(now.bounded.timeIntervalSince1970.rounded(.down))
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

    static func < (lhs: LocalDay, rhs: LocalDay) -> Bool { lhs.number < rhs.number }

    private static func days(_ seconds: Double) -> Int { Int((seconds / 86_400).rounded(.down)) }
}

extension Date {
    /// The nearest instant in the years 1…9998, in which day arithmetic is safe. NaN becomes 1970.
    var bounded: Date {
        let seconds = timeIntervalSince1970
        guard !seconds.isNaN else { return Date(timeIntervalSince1970: 0) }
        guard !(-62_135_596_800...253_339_228_800).contains(seconds) else { return self }
        return Date(timeIntervalSince1970: min(max(seconds, -62_135_596_800), 253_339_228_800))
    }

    /// The instant with the precision of the stored form.
    var stored: Date { Timestamp.parse(Timestamp.format(bounded)) ?? bounded }
}
