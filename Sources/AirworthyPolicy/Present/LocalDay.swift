#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A calendar date at some place, as the number of days since 1970-01-01.
///
/// Counted from the offset to UTC alone: every calendar turns its date at local midnight, so none is asked, and named
/// zones are the only thing that needs a database.
struct LocalDay: Hashable, Comparable {
    let number: Int

    private init(number: Int) { self.number = number }

    /// The date that clocks of the zone show at the instant.
    init(_ date: Date, in zone: TimeZone) {
        let date = date.bounded
        self.init(number: Self.days(date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))))
    }

    /// Reads a stored date, which has to be one that some place had at the instant.
    init?(_ text: String, at date: Date) {
        // Midnight in UTC tells whether the text is a date at all.
        guard let midnight = Timestamp.parse(text + "T00:00:00Z") else { return nil }
        self.init(number: Self.days(midnight.timeIntervalSince1970))
        guard abs(number - Self.days(date.bounded.timeIntervalSince1970)) <= 1 else { return nil }
    }

    /// E.g. `2026-11-20`.
    var text: String { String(Timestamp.format(Date(timeIntervalSince1970: Double(number) * 86_400)).prefix(10)) }

    func adding(_ days: Int) -> LocalDay { LocalDay(number: number + days) }

    /// The first second after `now` at which the zone has reached this date. Needs `now` to be before it.
    func start(in zone: TimeZone, after now: Date) -> Date {
        // No clock is more than a day away from UTC; a date that a place leaves out starts with the next one.
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
    /// The nearest instant of the years 1…9998, in which day arithmetic is safe. NaN is 1970.
    var bounded: Date {
        let seconds = timeIntervalSince1970
        guard !seconds.isNaN else { return Date(timeIntervalSince1970: 0) }
        guard !(-62_135_596_800...253_339_228_800).contains(seconds) else { return self }
        return Date(timeIntervalSince1970: min(max(seconds, -62_135_596_800), 253_339_228_800))
    }

    /// The instant as it is read back after having been written.
    var stored: Date { Timestamp.parse(Timestamp.format(bounded)) ?? bounded }
}
